import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { packageRoot } from './package-root.js';
import { AROUND, ROOMS } from './rooms.js';

const root = packageRoot();
const { nodes }: { nodes: Record<string, string> } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))[
  'node-red'
];
const order = Object.keys(ROOMS);

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

/** Files of the package that a file imports, as paths from its root. */
const filesFrom = (file: string) =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.join(path.dirname(file), name).replaceAll(path.sep, '/'));

describe('the corridor', () => {
  for (const file of sources('lib')) {
    const room = file.split(path.sep)[1] ?? '';
    test(file, () => {
      assert.ok(order.includes(room), `lib/${room} has no place on the corridor: give it one in test/rooms.ts`);
      for (const name of importsOf(file))
        assert.doesNotMatch(name, /^(node-red|@node-red)/, 'lib never imports Node-RED');
      for (const other of filesFrom(file)) {
        const [top, from = ''] = other.split('/');
        assert.equal(top, 'lib', `lib imports nothing outside itself: ${other}`);
        assert.ok(order.indexOf(from) <= order.indexOf(room), `lib/${room} may not import lib/${from}`);
      }
    });
  }
});

describe('around the corridor', () => {
  for (const [folder, { from }] of Object.entries(AROUND)) {
    test(`${folder} imports from ${from.join(', ')}`, () => {
      const allowed = [folder, ...from];
      const wrong = sources(folder).flatMap((file) =>
        filesFrom(file)
          .filter((other) => !allowed.some((one) => other.startsWith(`${one}/`) || other === `${one}.js`))
          .map((other) => `${file}: ${other}`),
      );
      assert.deepEqual(wrong, []);
    });
  }
});

test('a node that stands on the canvas only adapts: at most 60 lines', () => {
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const long = Object.values(nodes)
    .map((file) => file.replace('dist/', '').replace('.js', ''))
    .filter((file) => !text(`${file}.editor.ts`).includes("category: 'config'"))
    .filter((file) => text(`${file}.ts`).trimEnd().split('\n').length > 60);
  assert.deepEqual(long, []);
});
