import assert from 'node:assert/strict';
import test from 'node:test';
import { isAbort, JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';
import { openOrderedSynthesis } from './ordered-synthesis.js';

const never = new AbortController().signal;
/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test says so. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  return {
    started,
    work: (name: string, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        started.push(name);
        ends.set(name, { resolve, reject });
        signal?.addEventListener('abort', () => reject(abortError(signal)), { once: true });
      }),
    end: async (name: string, error?: Error) => {
      const ending = ends.get(name);
      assert.ok(ending, `${name} has not started`);
      if (error) ending.reject(error);
      else ending.resolve();
      await settle();
    },
  };
}

test('synthesis: two at a time, results in order', async () => {
  const engine = controlled();
  const queue = openOrderedSynthesis();
  const done: string[] = [];
  for (const name of ['a1', 'a2', 'a3']) {
    void queue.add('a', never, () => engine.work(name)).then(() => done.push(name));
  }
  await settle();
  assert.deepEqual(engine.started, ['a1', 'a2']);
  await engine.end('a2');
  assert.deepEqual(done, [], 'the second waits for the first');
  assert.deepEqual(engine.started, ['a1', 'a2', 'a3']);
  await engine.end('a1');
  assert.deepEqual(done, ['a1', 'a2']);
  await engine.end('a3');
  assert.deepEqual(done, ['a1', 'a2', 'a3']);
});

test('synthesis: another turn does not wait behind a long one', async () => {
  const engine = controlled();
  const queue = openOrderedSynthesis();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.add('a', never, () => engine.work(name));
  void queue.add('b', never, () => engine.work('b1'));
  await settle();
  await engine.end('a1');
  assert.deepEqual(engine.started, ['a1', 'a2', 'b1']);
});

test('synthesis: a failure is for its own sentence only', async () => {
  const queue = openOrderedSynthesis();
  const first = queue.add('a', never, () => Promise.reject(new JarvisError('tts-failed', 'no')));
  const second = queue.add('a', never, async () => 'sound');
  await assert.rejects(first, /no/);
  assert.equal(await second, 'sound');
  await assert.rejects(
    queue.add('a', never, () => {
      throw new Error('at once');
    }),
    /at once/,
  );
});

test('synthesis: a cancelled turn is dropped, running or waiting', async () => {
  const engine = controlled();
  const queue = openOrderedSynthesis();
  const turn = new AbortController();
  const sentences = ['a1', 'a2', 'a3'].map((name) => queue.add('a', turn.signal, () => engine.work(name)));
  const other = queue.add('b', never, async () => 'b');
  turn.abort();
  for (const sentence of sentences) await assert.rejects(sentence, isAbort);
  await assert.rejects(
    queue.add('a', turn.signal, () => engine.work('a4')),
    isAbort,
  );
  await engine.end('a1');
  assert.equal(await other, 'b');
  assert.ok(!engine.started.includes('a3') && !engine.started.includes('a4'));
});

test('synthesis: too much is refused', async () => {
  const queue = openOrderedSynthesis();
  const endless = () => new Promise<void>(() => {});
  for (let count = 0; count < 202; count++) void queue.add(`t${count}`, never, endless);
  await assert.rejects(queue.add('late', never, endless), (error) => error instanceof JarvisError);
});
