import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import { openOllama } from '../../llm/ollama.js';
import { clock } from '../../turn/clock.js';
import { type Memory, openMemory } from '../memory.js';
import { ROOTS } from '../tables/graph-rows.js';
import { MAINTENANCE_TASKS, type MaintenanceProgress, maintain, runningTask } from './tasks.js';

const NOW = clock.now();
const DAY = 86_400_000;
const never = new AbortController().signal;
let folder = '';
let memory: Memory;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-maintenance-'));
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  memory = openMemory({ file: path.join(folder, `${Math.random()}.db`) });
});
afterEach(() => memory.close());

const notes = (count: number, at: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'note' as const,
    at: at + index,
    source: 'test',
    text: `note ${index} ${'of many words '.repeat(20)}`,
  }));

test('free space goes back to the disk', async () => {
  const ids = await memory.entries.putMany(notes(400, NOW));
  await memory.privacy.settle();
  const full = (await stat(memory.file)).size;
  await memory.entries.drop(ids);
  const steps: MaintenanceProgress[] = [];
  const { pages = 0 } = await maintain('vacuum', { memory, signal: never, onProgress: (step) => steps.push(step) });
  assert.ok(pages > 10);
  assert.ok((await stat(memory.file)).size <= full - 10 * 4096);
  assert.equal(steps.at(-1)?.done, steps.at(-1)?.total);
  assert.deepEqual(await maintain('vacuum', { memory, signal: never }), { pages: 0 });
});

test('what is too old goes', async () => {
  await memory.entries.putMany([...notes(30, NOW - 9 * DAY), ...notes(3, NOW)]);
  await memory.privacy.setRetention({ note: 5 });
  const done = await maintain('retention', { memory, signal: never });
  assert.equal(done['note'], 30);
  assert.equal(await memory.entries.count(), 3);
});

test('the graph is tidied with a model, and not without one', async (t) => {
  const lines = ['Ada likes tea', 'Ada likes tea a lot'].map((text) => ({ text, at: NOW }));
  await memory.graph.addLines({ node: ROOTS.USER, lines, why: 'learned' });
  await assert.rejects(maintain('consolidate', { memory, signal: never }), { code: 'not-configured' });
  const answer = JSON.stringify({ facts: ['Ada likes tea a lot'] });
  const server = await startScriptedModelServer({ speed: 'instant', answers: () => answer });
  const provider = openOllama({ url: server.url, keepAlive: '1m' });
  t.after(async () => {
    provider.close();
    await server.close();
  });
  const models = async () => ({ provider, chat: 'scripted', small: 'scripted', numCtx: 8192 });
  const done = await maintain('consolidate', { memory, signal: never, models });
  assert.equal(done['nodes'], 1);
});

test('the diary is tidied, by rules where there is no model', async () => {
  const days = ['2026-11-18', '2026-11-19'].map((day, index) => ({
    kind: 'diary' as const,
    key: `${day}/kitchen`,
    at: NOW - (2 - index) * DAY,
    source: 'kitchen',
    text: 'Ada asked for the time of the train. The assistant could not find the time of the train. Ada likes jazz.',
    topics: [index === 0 ? 'Music' : 'music'],
  }));
  await memory.entries.putMany(days);
  const steps: MaintenanceProgress[] = [];
  const run = { memory, signal: never, onProgress: (step: MaintenanceProgress) => steps.push(step) };
  assert.equal((await maintain('deflections', run))['entries'], 2);
  const topics = await maintain('topics', run);
  assert.equal(topics['merged'], 1);
  assert.ok(steps.some(({ task }) => task === 'deflections'));
  const kept = await memory.entries.list({ kinds: ['diary'] });
  assert.ok(kept.every(({ text }) => !text.includes('could not') && text.includes('Ada likes jazz.')));
  assert.equal(new Set(kept.flatMap((entry) => entry.topics)).size, 1);
});

test('entries get their vectors, in one run', async () => {
  await memory.entries.putMany(notes(40, NOW));
  await assert.rejects(maintain('embed', { memory, signal: never }), { code: 'not-configured' });
  const embedder = {
    model: 'tiny',
    embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length / 400, 0.1, 0.2, 0.3)),
    close: async () => {},
  };
  const run = { memory, signal: never, embedder };
  assert.deepEqual(await maintain('embed', run), { embedded: 40 });
  assert.deepEqual(await maintain('embed', run), { embedded: 0 });
});

test('a task that is cancelled again and again goes on where it was, and comes to its end', async () => {
  const days = Array.from({ length: 40 }, (_, index) => ({
    kind: 'diary' as const,
    key: `2026-0${1 + (index % 9)}-${10 + Math.floor(index / 9)}/den`,
    at: NOW - index * DAY,
    source: 'den',
    text: `The assistant could not find film ${index}. Ada likes film ${index}.`,
    topics: [index % 2 === 0 ? 'Film' : 'films'],
  }));
  await memory.entries.putMany([...days, ...notes(100, NOW - 20 * DAY)]);
  await memory.privacy.setRetention({ note: 5 });
  const embedder = {
    model: 'tiny',
    embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length, 1)),
    close: async () => {},
  };
  for (const name of ['deflections', 'topics', 'embed', 'retention', 'vacuum']) {
    for (let round = 1; ; round++) {
      assert.ok(round < 100, `${name} comes to no end`);
      const cancel = new AbortController();
      let steps = 0;
      const onProgress = () => {
        if (++steps > round % 7) cancel.abort();
      };
      const ended = await maintain(name, { memory, embedder, signal: cancel.signal, onProgress }).catch(
        (thrown) => thrown,
      );
      if (!(ended instanceof Error)) break;
      assert.equal(ended.name, 'AbortError', String(ended));
    }
  }
  const kept = await memory.entries.list({ limit: 1_000 });
  assert.equal(kept.length, days.length);
  assert.ok(kept.every(({ text, topics }) => !text.includes('could not') && topics[0] === kept[0]?.topics[0]));
  await maintain('embed', { memory, embedder, signal: never });
  assert.deepEqual(await memory.entries.vectorState('tiny'), { done: days.length, total: days.length });
});

test('one task at a time, only those there are, and none after it was cancelled', async () => {
  await memory.entries.putMany(notes(300, NOW - 9 * DAY));
  await memory.privacy.setRetention({ note: 5 });
  const cancel = new AbortController();
  const first = maintain('retention', { memory, signal: cancel.signal, onProgress: () => cancel.abort() });
  assert.equal(runningTask(memory), 'retention');
  await assert.rejects(maintain('vacuum', { memory, signal: never }), { code: 'bad-input', message: /busy/ });
  await assert.rejects(first, { name: 'AbortError' });
  assert.equal(runningTask(memory), undefined);
  const left = await memory.entries.count();
  assert.ok(left > 0 && left < 300);
  assert.equal((await maintain('retention', { memory, signal: never }))['note'], left);
  await assert.rejects(maintain('format c:', { memory, signal: never }), { code: 'bad-input', message: /There are: / });
  for (const { name } of MAINTENANCE_TASKS) {
    await assert.rejects(maintain(name, { memory, signal: AbortSignal.abort() }), { name: 'AbortError' });
  }
});
