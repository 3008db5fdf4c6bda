import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { packageRoot } from './package-root.js';

/** Rooms every other room may use; among themselves, each only those before it. */
const GROUND_FLOOR = ['turn', 'models', 'audio', 'llm', 'memory', 'home'];
/** The corridor: sound in → words → meaning → decision → reply → sound out. */
const CORRIDOR = ['satellites', 'listening', 'deciding', 'recall', 'replying', 'speaking', 'tools', 'agents'];
const ORDER = [...GROUND_FLOOR, ...CORRIDOR];

const root = packageRoot();

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => path.join(folder, file));
}

/** Module names a file imports, types included: `from '…'`, `import('…')`, `require('…')`. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

describe('the corridor', () => {
  for (const file of sources('lib')) {
    const room = file.split(path.sep)[1] ?? '';
    test(file, () => {
      assert.ok(ORDER.includes(room), `lib/${room} has no place on the corridor: give it one in this test`);
      for (const name of importsOf(file)) {
        assert.doesNotMatch(name, /^(node-red|@node-red)/, 'lib never imports Node-RED');
        if (!name.startsWith('.')) continue;
        const [top, other = ''] = path.join(path.dirname(file), name).split(path.sep);
        assert.equal(top, 'lib', `lib imports nothing outside itself: ${name}`);
        assert.ok(ORDER.indexOf(other) <= ORDER.indexOf(room), `lib/${room} may not import lib/${other}`);
      }
    });
  }
});
