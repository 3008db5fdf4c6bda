import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { missedBy, missedOfWritten, remembered, TO_REACH } from '../../evals/household/found.test.helper.js';
import { household } from '../../evals/household/household.js';
import type { Embedder } from '../../lib/memory/embedding/embedder.js';
import { type EmbeddingProgress, keepEmbedded } from '../../lib/memory/embedding/keep-up.js';
import { openMiniLm } from '../../lib/memory/embedding/minilm.js';
import { queryVectors } from '../../lib/memory/embedding/query-vectors.js';
import { openMemory } from '../../lib/memory/memory.js';
import { isAbort } from '../../lib/turn/errors.js';
import { must } from '../until.js';
import { peer, until } from './peers.js';

const never = new AbortController().signal;
const MINILM = path.resolve(peer('JARVIS_TEST_MODELS'), 'minilm');

function temporary(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-meaning-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

async function likeness(embedder: Embedder, one: string, other: string): Promise<number> {
  const [a, b] = await embedder.embed([one, other], never);
  return cosine(must(a), must(b));
}

describe('embedded MiniLM', () => {
  test('what means the same is nearer than what does not', async (t) => {
    const embedder = openMiniLm({ folder: MINILM });
    t.after(() => embedder.close());
    for (const [question, near, far] of [
      ['What did I eat for lunch?', 'Anna had pasta with pesto at noon.', 'The gutters were cleaned by a roofer.'],
      ['When is the car due?', 'The vehicle inspection is in March.', 'Ben likes his coffee black.'],
      ['My favourite colour is green.', 'I like green most of all colours.', 'The dishwasher is broken.'],
      ['Der Hund war beim Tierarzt.', 'Tierarzt: der Hund wurde geimpft.', 'Die Heizung wurde repariert.'],
      ['Anna hat im Mai Geburtstag.', 'Geburtstag von Anna ist im Mai.', 'Das Auto steht in der Garage.'],
    ] as const) {
      const [toNear, toFar] = [await likeness(embedder, question, near), await likeness(embedder, question, far)];
      assert.ok(toNear > toFar + 0.1, `${question} ${toNear} ${toFar}`);
    }
    const vectors = await embedder.embed(['', '  ', 'x'.repeat(100_000), '猫'.repeat(3_000), '\u0000\ud800'], never);
    assert.equal(vectors.length, 5);
    for (const vector of vectors) {
      assert.equal(vector.length, 384);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    }
  });

  test('a question in between does not wait for a long list, and a cancelled list ends', async (t) => {
    const embedder = openMiniLm({ folder: MINILM });
    t.after(() => embedder.close());
    const cancel = new AbortController();
    const list = embedder.embed(new Array<string>(10_000).fill('The kettle is on the stove.'), cancel.signal);
    const ended = assert.rejects(list, isAbort);
    assert.equal((await embedder.embed(['Where is the kettle?'], never)).length, 1);
    cancel.abort();
    await ended;
  });

  test('a model that was wrong works once it is replaced', async (t) => {
    const folder = temporary(t);
    const embedder = openMiniLm({ folder });
    t.after(() => embedder.close());
    mkdirSync(path.join(folder, 'onnx'));
    writeFileSync(path.join(folder, 'onnx', 'model_quantized.onnx'), 'no model');
    await assert.rejects(embedder.embed(['a'], never), { code: 'model-failed' });
    cpSync(MINILM, folder, { recursive: true, force: true });
    assert.equal((await embedder.embed(['a'], never)).length, 1);
  });
});

test('what is written gets vectors of the real model, and is found by what it means', async (t) => {
  const memory = openMemory({ file: path.join(temporary(t), 'jarvis.db') });
  t.after(() => memory.close());
  const embedder = openMiniLm({ folder: MINILM });
  t.after(() => embedder.close());
  const put = (...texts: string[]) =>
    memory.entries.putMany(texts.map((text, at) => ({ kind: 'note', at, source: 'test', text })));
  const ids = await put('Anna had pasta at noon.', 'The roofer cleaned the gutters.', 'Ben sold his bicycle.');
  const end = new AbortController();
  const progress: EmbeddingProgress[] = [];
  const keeper = keepEmbedded({ memory, embedder, signal: end.signal, onProgress: (one) => progress.push(one) });
  t.after(async () => {
    end.abort();
    await keeper.ended;
  });
  await until(() => progress.at(-1)?.done === 3, 'three vectors');
  assert.deepEqual(progress[0], { model: embedder.model, done: 0, total: 3 });
  assert.deepEqual(progress.at(-1), { model: embedder.model, done: 3, total: 3 });
  ids.push(...(await put('Der Hund wurde beim Tierarzt geimpft.')));
  keeper.poke();
  await until(async () => (await memory.entries.vectorState(embedder.model)).done === 4, 'the fourth vector');
  for (const [question, found] of [
    ['Who ate spaghetti for lunch?', 0],
    ['Does somebody have a bike for sale?', 2],
    ['War der Hund beim Arzt?', 3],
  ] as const) {
    const [vector] = await embedder.embed([question], never);
    const results = await memory.entries.search({ vector: { model: embedder.model, values: [...must(vector)] } });
    assert.equal(results[0]?.id, ids[found], question);
  }
});

test('with vectors, also of what was written in other words', async (t) => {
  // The model has read English only.
  const house = household('en');
  const { memory, ids } = await remembered(t, house);
  const embedder = openMiniLm({ folder: MINILM });
  t.after(() => embedder.close());
  const { signal } = new AbortController();
  for (;;) {
    const waiting = await memory.entries.unembedded(embedder.model, 64);
    if (waiting.length === 0) break;
    const vectors = await embedder.embed(
      waiting.map(({ text }) => text),
      signal,
    );
    const made = waiting.map((one, index) => ({ ...one, vector: Array.from(vectors[index] ?? []) }));
    await memory.entries.setVectors(embedder.model, made);
  }
  const vectors = queryVectors(embedder);
  const missed = await missedBy(house, ids, { memory, language: 'en', embed: vectors.of });
  assert.ok(missed.length <= (1 - TO_REACH) * house.questions.length, missed.map(({ text }) => text).join('\n'));
});

test('questions as people ask them find the right entry among the first three, with vectors', async (t) => {
  const embedder = openMiniLm({ folder: MINILM });
  t.after(() => embedder.close());
  const [all, wrong] = await missedOfWritten(t, embedder);
  t.diagnostic(`missed ${wrong.length} of ${all}`);
  assert.ok(wrong.length <= (1 - TO_REACH) * all, wrong.join('\n'));
});
