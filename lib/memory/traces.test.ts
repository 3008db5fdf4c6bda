import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { forgetEverywhere } from '../turn/erasing.js';
import { Trace, type TraceRecord } from '../turn/trace.js';
import { openDialogue } from './dialogue.js';
import { openMemory } from './memory.js';
import { openStore } from './store.js';
import { openTraces } from './traces.js';

async function storeFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-traces-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'jarvis.db');
}

function record(id: string, at = 1000): TraceRecord {
  const trace = new Trace(id, 'kitchen', 'voice');
  trace.open('stt', { engine: 'whisper' }).end();
  trace
    .open('model', { context: 'reply' })
    .end({ promptTokens: 12, cut: true, error: 'no answer for anna@example.com' });
  trace.tell('heard', 'my password is blue elephant');
  trace.tell('reply', 'Very well.');
  trace.tell('reply', 'Ring +49 170 1234567.');
  return { ...trace.record(), at };
}

test('the last 200 turns survive a restart, newest first, beside the dialogue', async (t) => {
  const file = await storeFile(t);
  const first = openMemory({ file });
  const dialogue = openDialogue({ memory: first });
  await dialogue.add('kitchen', [{ role: 'user', content: 'hi' }]);
  const before = openTraces(first);
  for (let count = 0; count < 205; count++) before.keep(record(`turn ${count}`, count));
  assert.equal((await before.all()).length, 200);
  before.keep(record('turn 204', 204));
  await before.close();
  await first.close();
  const second = openMemory({ file });
  t.after(() => second.close());
  const kept = await openTraces(second).all();
  assert.equal(kept.length, 200);
  assert.equal(kept[0]?.id, 'turn 204');
  assert.equal(kept.at(-1)?.id, 'turn 5');
  assert.deepEqual(kept[0]?.spans[1]?.['promptTokens'], 12);
});

test('traces that are meant are erased, written or still to be written', async (t) => {
  const memory = openMemory({ file: await storeFile(t) });
  t.after(() => memory.close());
  const traces = openTraces(memory);
  for (const id of ['first', 'second']) traces.keep(record(id));
  assert.equal((await traces.all()).length, 2);
  for (const id of ['third', 'fourth']) traces.keep(record(id));
  await forgetEverywhere({ sites: [], turns: ['first', 'third'], tells: () => false });
  const left = async () => (await openTraces(memory).all()).map(({ id }) => id).sort();
  assert.deepEqual(await left(), ['fourth', 'second']);
  await traces.close();
  assert.deepEqual(await left(), ['fourth', 'second']);
});

test('no secret is in a trace', () => {
  const { texts, spans } = record('x');
  assert.deepEqual(texts, { heard: 'my password is [password]', reply: 'Very well. Ring [phone].' });
  assert.equal(spans[1]?.error, 'no answer for [mail]');
  const long = new Trace('y', 'kitchen', 'text');
  for (let count = 0; count < 500; count++) long.tell('reply', 'A sentence that goes on and on.');
  assert.ok((long.record().texts.reply ?? '').length <= 2001);
});

test('a store that can not be used, and rows that make no sense, cost nobody anything', async (t) => {
  const damaged = await storeFile(t);
  await writeFile(damaged, Buffer.alloc(8192, 'damage'));
  const useless = openMemory({ file: damaged });
  const traces = openTraces(useless);
  traces.keep(record('x'));
  assert.deepEqual(await traces.all(), []);
  await traces.close();
  await useless.close();
  const file = await storeFile(t);
  const store = openStore(file);
  const add = store.prepare('INSERT INTO turns (id, at, record) VALUES (?, ?, ?)');
  for (const [index, text] of ['not json', '{}', '{"id": 5}', JSON.stringify(record('fine'))].entries())
    add.run(`row ${index}`, index, text);
  store.close();
  const memory = openMemory({ file });
  const opened = openTraces(memory);
  assert.deepEqual(
    (await opened.all()).map(({ id }) => id),
    ['fine'],
  );
  await opened.close();
  await memory.close();
  opened.keep(record('late'));
  assert.deepEqual(await opened.all(), []);
});
