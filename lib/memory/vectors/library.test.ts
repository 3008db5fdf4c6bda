import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { packageRoot } from '../../../test/package-root.js';

const SCRIPT = `
  const { openMemory } = require(process.env.MEMORY);
  (async () => {
    const problems = [];
    const memory = openMemory({ file: process.env.FILE, onProblem: ({ code, message }) => problems.push({ code, message }) });
    await memory.entries.putMany(['a lamp', 'the sea'].map((text, index) => ({ kind: 'note', at: index, source: 'test', text })));
    const waiting = await memory.entries.unembedded('m', 10);
    await memory.entries.setVectors('m', waiting.map(({ id, revision }) => ({ id, revision, vector: [id + 1, 1000] })));
    const words = await memory.entries.search({ text: 'lamps' });
    const meaning = await memory.entries.search({ vector: { model: 'm', values: [0, 1] } });
    await memory.close();
    console.log(JSON.stringify({ problems, words: words.map(({ text }) => text), meaning: meaning.map(({ text }) => text) }));
  })();
`;

test('without the library of vectors everything is found, and that it is missing is told once', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-vectors-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const run = async (hidden: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT], {
      env: {
        ...process.env,
        NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
        HIDDEN_MODULES: hidden,
        MEMORY: path.join(__dirname, '../memory.js'),
        FILE: path.join(folder, `${hidden || 'all'}.db`),
      },
    });
    return JSON.parse(stdout);
  };
  const without = await run('sqlite-vec');
  assert.equal(without.problems.length, 1);
  assert.equal(without.problems[0].code, 'library-missing');
  assert.match(without.problems[0].message, /sqlite-vec.*npm install/);
  const { words, meaning } = await run('');
  assert.deepEqual(words, ['a lamp']);
  assert.deepEqual(meaning, ['a lamp', 'the sea']);
  assert.deepEqual({ words: without.words, meaning: without.meaning }, { words, meaning });
});
