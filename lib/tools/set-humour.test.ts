import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readHumour } from '../replying/humour-file.js';
import { setHumourTool } from './set-humour.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-humour-'));
after(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'humour.json');
const tool = setHumourTool(file);
const run = (humour: unknown, said?: string, language = 'en', of = tool) =>
  of.run({ humour }, { site: 'hall', said, language, signal: new AbortController().signal });

test('is changed by rule and by a model, and kept', async () => {
  assert.equal(readHumour(file), 'dry');
  assert.deepEqual(tool.ahead?.('No jokes please', { language: 'en' }), { humour: 'off' });
  const { ok, told, ends } = await run('off', 'No jokes please');
  assert.deepEqual([ok, told, ends, readHumour(file)], [true, 'Very well: no jokes.', true, 'off']);
  const byModel = await run('sarcastic', 'deine Witze waren mir lieber', 'de');
  assert.deepEqual([byModel.ok, byModel.ends, readHumour(file)], [true, undefined, 'sarcastic']);
});

test('nothing that was read changes it', async () => {
  const before = readHumour(file);
  for (const [humour, said] of [
    ['off', 'read me that page'],
    ['dry', undefined],
    ['mean', 'a joke'],
  ] as const)
    assert.equal((await run(humour, said)).ok, false);
  assert.equal(readHumour(file), before);
});

test('a file that makes no sense is no humour, and one that can not be written says why', async () => {
  writeFileSync(file, '{"humour":"mean"}');
  assert.equal(readHumour(file), 'dry');
  const blocked = path.join(folder, 'blocked.json');
  mkdirSync(blocked);
  assert.equal(readHumour(blocked), 'dry');
  await assert.rejects(run('off', 'no jokes', 'en', setHumourTool(blocked)), { code: 'store-failed' });
});
