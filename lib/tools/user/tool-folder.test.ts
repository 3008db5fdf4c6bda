import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { opened, script } from './folder.test.helper.js';
import { openToolFolder } from './tool-folder.js';

describe('a folder of tools', () => {
  test('a file that is not ticked is never run, not even to say what it is', async (t) => {
    const { tools, folder } = await opened(
      t,
      { 'a.mjs': script('a', ''), 'b.mjs': 'while (true) {}', 'notes.txt': '', 'types.d.ts': '', 'parts/c.mjs': '' },
      [{ name: 'a.mjs', acts: false }],
    );
    assert.deepEqual(
      tools().map(({ name }) => name),
      ['a'],
    );
    assert.deepEqual(folder.files()[1], { file: 'b.mjs' });
    assert.equal(folder.files().length, 2);
  });

  test('what is broken is named with its line, and harms no other', async (t) => {
    const { tools, problems } = await opened(t, {
      'a.mjs': script('fine', ''),
      'b.mjs': "export const name = 'b';\n\nexport const x = ;\n",
      'c.mjs': "\nthrow new Error('not today');\n",
      'd.mjs': "export const name = 'd';\nexport const description = 'x';\n",
      'e.mjs': script('get_state', ''),
      'f.mjs': script('fine', ''),
      'g.mjs': script('g', '', 'export const parameters = 7;'),
      'h.mjs': script('h', '', "export const parameters = [{ name: 'a b' }];"),
      'i.mjs': 'process.exit(0);',
      'j.mjs': "import './missing.js';",
      'k.mjs': "export const name = 'k'; export const run = () => {};",
    });
    assert.deepEqual(
      tools().map(({ name }) => name),
      ['fine'],
    );
    const [b, c, d, e, f, g, h, i, j, k] = problems();
    assert.equal(b, "b.mjs, line 3: SyntaxError: Unexpected token ';'");
    assert.equal(c, 'c.mjs, line 2: Error: not today');
    assert.equal(d, 'd.mjs: TypeError: It exports no function "run".');
    assert.match(e ?? '', /^e\.mjs: A tool of yours can't have the name of one that is built in/);
    assert.equal(f, 'f.mjs: a.mjs has a tool called fine already. Give this one another name.');
    assert.match(g ?? '', /^g\.mjs: Its parameters are neither rows nor the JSON Schema/);
    assert.match(h ?? '', /^h\.mjs: Parameters of the tool h: "a b" is no name/);
    assert.equal(i, 'i.mjs ended without a result (code 0).');
    assert.match(j ?? '', /^j\.mjs: Error \[ERR_/);
    assert.match(k ?? '', /^k\.mjs: The tool k has no description/);
  });

  test('a change is seen by itself: a file that is new, mended, broken, gone', async (t) => {
    const { tools, problems, place, write, call, seen } = await opened(
      t,
      { 'a.mjs': script('a', 'return 1;') },
      ['a.mjs', 'b.mjs'].map((name) => ({ name, acts: false })),
    );
    await write('b.mjs', script('b', 'return 2;'));
    await seen(() => tools().length === 2);
    assert.equal((await call('b')).text, '2');
    await write('b.mjs', 'export const ;');
    await seen(() => problems().length === 1);
    assert.equal((await call('a')).text, '1');
    await write('b.mjs', script('renamed', 'return 3;'));
    await seen(() => tools().some(({ name }) => name === 'renamed'));
    await rm(path.join(place, 'a.mjs'));
    await seen(() => tools().length === 1);
  });

  test('a folder that is not there is made, for its owner only; one that goes is made again and watched', async (t) => {
    const { place, folder, write, tools, seen } = await opened(t, {}, [{ name: 'a.mjs', acts: false }]);
    await rm(place, { recursive: true });
    await folder.look();
    assert.equal((await stat(place)).mode & 0o777, 0o700);
    await write('a.mjs', script('a', ''));
    await seen(() => tools().length === 1);
  });

  test('a folder that can not be one is told', async (t) => {
    const { place } = await opened(t, { 'a.mjs': '' }, []);
    const folder = openToolFolder({ folder: path.join(place, 'a.mjs'), ticked: [], onLook: () => {} });
    await folder.look();
    assert.match(folder.failure()?.message ?? '', /^The folder of tools, .*a\.mjs, can not be read: EEXIST/);
    folder.close();
  });
});
