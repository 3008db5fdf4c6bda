import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../nodes/settings.js';
import { packageRoot } from './package-root.js';
import { AROUND, ROOMS } from './rooms.js';

const readme = readFileSync(path.join(packageRoot(), 'README.md'), 'utf8');

test('the README lists every setting in the words of its table', () => {
  for (const [name, what] of Object.entries(SETTINGS)) {
    assert.ok(readme.includes(`| \`${name}\` | ${what} |`), `README.md lacks: | \`${name}\` | ${what} |`);
  }
});

test('the map of the README is the corridor that the test of the corridor holds, in its order', () => {
  const rows = [
    ...Object.entries(ROOMS).map(([room, what]) => `| \`lib/${room}\` | ${what} |`),
    ...Object.entries(AROUND).map(([folder, { what }]) => `| \`${folder}/\` | ${what} |`),
  ];
  for (const row of rows) assert.ok(readme.includes(row), `README.md lacks: ${row}`);
  const inLib = readme.match(/^\| `lib\/\w+`/gm) ?? [];
  assert.deepEqual(
    inLib,
    Object.keys(ROOMS).map((room) => `| \`lib/${room}\``),
  );
});

test('the README names no script that does not exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as { scripts: object };
  for (const [, script = ''] of readme.matchAll(/npm run ([\w:-]+)/g)) assert.ok(script in scripts, script);
});
