import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import { must, until } from '../../../test/until.js';
import { openOllama } from '../../llm/ollama.js';
import { type Memory, openMemory } from '../memory.js';
import { forgetSince } from '../privacy.js';
import type { Embedder } from './embedder.js';
import { type EmbeddingProgress, keepEmbedded } from './keep-up.js';
import { serverEmbedder } from './server-embedder.js';

const never = new AbortController().signal;

function storeFile(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-embedding-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'jarvis.db');
}

async function fill(memory: Memory, texts: readonly string[]): Promise<number[]> {
  const at = Date.UTC(2026, 2, 1);
  return await memory.entries.putMany(
    texts.map((text, index) => ({ kind: 'note', at: at + index * 60_000, source: 'test', text })),
  );
}

async function server(t: TestContext, embeddings?: ScriptedModelOptions['embeddings']) {
  const started = await startScriptedModelServer({
    speed: 'instant',
    models: { letters: {}, others: {} },
    ...(embeddings && { embeddings }),
  });
  const provider = openOllama({ url: started.url });
  t.after(async () => {
    provider.close();
    await started.close();
  });
  const asked = () => started.requests.flatMap(({ body }) => [body['input']].flat().map(String));
  return { url: started.url, provider, asked };
}

/** Keeps a memory embedded until the test is over. */
function keep(t: TestContext, memory: Memory, embedder: Embedder) {
  const end = new AbortController();
  const progress: EmbeddingProgress[] = [];
  const problems: string[] = [];
  const keeper = keepEmbedded({
    memory,
    embedder,
    signal: end.signal,
    onProgress: (one) => progress.push(one),
    onProblem: ({ message }) => problems.push(message),
  });
  const stop = async () => {
    end.abort();
    await keeper.ended;
  };
  t.after(stop);
  const isDone = async (count: number) => (await memory.entries.vectorState(embedder.model)).done === count;
  const done = (count: number) => until(() => isDone(count), `${count} vectors of ${embedder.model}`);
  return { keeper, stop, progress, problems, done };
}

test('a failing server is told of once and tried again; it is told again when it fails after it worked', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  let failing = true;
  const { provider } = await server(t, () => (failing ? 'busy' : undefined));
  const texts = Array.from({ length: 40 }, (_, index) => `note ${index}`);
  await fill(memory, texts);
  const { keeper, problems, done } = keep(t, memory, serverEmbedder(provider, 'letters'));
  await until(() => problems.length > 0, 'the problem');
  failing = false;
  await done(40);
  assert.equal(problems.length, 1);
  assert.match(must(problems[0]), /is busy/);
  failing = true;
  await fill(memory, ['one more']);
  keeper.poke();
  await until(() => problems.length > 1, 'the second problem');
  failing = false;
  await done(41);
  assert.equal(problems.length, 2);
});

test('a missing model is told with what to do', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  const { provider } = await server(t);
  await fill(memory, ['a note']);
  const { problems } = keep(t, memory, serverEmbedder(provider, 'nomic-embed-text'));
  await until(() => problems.length > 0, 'the problem');
  assert.match(must(problems[0]), /ollama pull nomic-embed-text/);
  assert.equal((await memory.entries.search({ text: 'note' })).length, 1);
});

test('a text that the model refuses does not keep the others from their vectors', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  const { provider } = await server(t, (texts) => (texts.some((text) => /poison/.test(text)) ? 'crashed' : undefined));
  await fill(memory, ['poison', ...Array.from({ length: 40 }, (_, index) => `note ${index}`), 'more poison', 'last']);
  const { problems, done } = keep(t, memory, serverEmbedder(provider, 'letters'));
  await done(41);
  assert.deepEqual(problems, []);
});

test('another model makes all vectors anew; meanwhile words are found, and vectors are never mixed', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  let held = false;
  const { provider } = await server(t, (texts) => {
    if (texts.length > 1 && held) return 'hang';
    return texts.map((text) => (text.includes('kettle') ? [1, 0, 0] : [0, 1, text.length]));
  });
  const [kettle] = await fill(memory, ['The kettle is new.', ...Array.from({ length: 50 }, (_, at) => `note ${at}`)]);
  const first = keep(t, memory, serverEmbedder(provider, 'letters'));
  await first.done(51);
  await first.stop();
  held = true;
  const second = keep(t, memory, serverEmbedder(provider, 'others'));
  await until(() => second.progress.length > 0, 'the first progress');
  assert.deepEqual(second.progress[0], { model: 'others', done: 0, total: 51 });
  const byVector = (model: string) => memory.entries.search({ vector: { model, values: [1, 0, 0] } });
  assert.deepEqual(await byVector('others'), []);
  assert.equal((await memory.entries.search({ text: 'kettle' }))[0]?.id, kettle);
  await second.stop();
  held = false;
  const third = keep(t, memory, serverEmbedder(provider, 'others'));
  await third.done(51);
  assert.equal((await byVector('others'))[0]?.id, kettle);
});

test('what is erased while the model works gets no vector', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  let erase: (() => Promise<unknown>) | undefined;
  const vectorOf = (text: string) => (text === 'secret' ? [0, 1, 0] : [1, 0, 0]);
  const slow: Embedder = {
    model: 'slow',
    async embed(texts) {
      await erase?.();
      erase = undefined;
      return texts.map((text) => Float32Array.from(vectorOf(text)));
    },
    async close() {},
  };
  const at = Date.UTC(2026, 2, 1);
  const ids = await fill(memory, ['secret', 'dropped', 'kept']);
  erase = async () => {
    await memory.entries.drop(ids.slice(0, 2));
    // at the same time, so with the same id
    await memory.entries.put({ kind: 'note', at, source: 'test', text: 'in its place' });
  };
  const { keeper, done, problems } = keep(t, memory, slow);
  await done(2);
  const near = async () => {
    const found = await memory.entries.search({ vector: { model: 'slow', values: vectorOf('secret') } });
    return found.map(({ text }) => text);
  };
  assert.deepEqual(await near(), ['kept', 'in its place'], 'as near as each other, the newer first');
  erase = () => forgetSince(0, { memory, signal: never });
  await fill(memory, ['one', 'two']);
  keeper.poke();
  await until(() => erase === undefined, 'the erasing');
  await memory.entries.put({ kind: 'note', at, source: 'test', text: 'afterwards' });
  keeper.poke();
  await done(1);
  assert.deepEqual(await near(), ['afterwards']);
  assert.deepEqual(problems, []);
});

test('stopped in the middle, it goes on where it was', async (t) => {
  const memory = openMemory({ file: storeFile(t) });
  t.after(() => memory.close());
  const { provider, asked } = await server(t);
  await fill(
    memory,
    Array.from({ length: 200 }, (_, index) => `note ${index}`),
  );
  const first = keep(t, memory, serverEmbedder(provider, 'letters'));
  await until(() => asked().length > 40, 'some vectors');
  await first.stop();
  const stopped = await memory.entries.vectorState('letters');
  assert.ok(stopped.done > 0 && stopped.done < 200, `${stopped.done}`);
  const second = keep(t, memory, serverEmbedder(provider, 'letters'));
  await second.done(200);
  assert.ok(asked().length <= 216, 'at most one step is done twice');
});

test('a process that is killed while it embeds leaves a store that the next one goes on with', async (t) => {
  const file = storeFile(t);
  const { url, provider, asked } = await server(t);
  const before = openMemory({ file });
  await fill(
    before,
    Array.from({ length: 150 }, (_, index) => `note ${index}`),
  );
  await before.close();
  for (const share of [20, 70, 110]) {
    const child = spawn(process.execPath, [path.join(__dirname, 'keep-up.test.child.js'), file, url]);
    const exited = once(child, 'exit');
    await until(() => asked().length > share, 'the child to embed');
    child.kill('SIGKILL');
    await exited;
  }
  const memory = openMemory({ file });
  t.after(() => memory.close());
  const { done } = keep(t, memory, serverEmbedder(provider, 'letters'));
  await done(150);
  assert.ok(asked().length <= 150 + 3 * 16, 'at most one step of each is done twice');
  assert.equal((await memory.entries.search({ text: 'note 149' }))[0]?.text, 'note 149');
});
