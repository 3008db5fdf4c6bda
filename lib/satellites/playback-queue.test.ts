import assert from 'node:assert/strict';
import test from 'node:test';
import { isAbort, JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';
import { openPlaybackQueue } from './playback-queue.js';

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

function loudspeaker() {
  const engine = controlled();
  const queue = openPlaybackQueue();
  const heard: string[] = [];
  const add = (site: string, turn: string, text: string, last = false, signal = never) => {
    const play = text === '' ? undefined : () => engine.work(`${site}:${text}`, signal);
    const added = queue.add({ site, turn, last, signal, play });
    added.then(
      () => heard.push(`${turn}:${text}`),
      () => {},
    );
    return added;
  };
  return { ...engine, queue, add, heard };
}

test('playback: one at a time at a site, sites beside each other', async () => {
  const { add, started, end, heard } = loudspeaker();
  void add('kitchen', 'a', 'one');
  void add('kitchen', 'a', 'two', true);
  void add('hall', 'b', 'one', true);
  await settle();
  assert.deepEqual(started, ['kitchen:one', 'hall:one']);
  await end('kitchen:one');
  assert.deepEqual(heard, ['a:one']);
  await end('kitchen:two');
  assert.deepEqual(heard, ['a:one', 'a:two']);
});

test('playback: an announcement waits for the end of the turn, also while its next sentence is being made', async () => {
  const { add, started, end, heard } = loudspeaker();
  void add('kitchen', 'a', 'one');
  void add('kitchen', 'news', 'dinner', true);
  await settle();
  await end('kitchen:one');
  assert.deepEqual(started, ['kitchen:one']);
  void add('kitchen', 'a', 'two');
  await settle();
  await end('kitchen:two');
  void add('kitchen', 'a', '', true);
  await settle();
  assert.deepEqual(heard, ['a:one', 'a:two', 'a:']);
  await end('kitchen:dinner');
  assert.equal(heard.at(-1), 'news:dinner');
});

test('playback: a turn that broke off no longer holds up what waits behind it', async () => {
  const { add, queue, started, end } = loudspeaker();
  void add('kitchen', 'a', 'one');
  void add('kitchen', 'sorry', 'it broke', true);
  await settle();
  await end('kitchen:one');
  assert.deepEqual(started, ['kitchen:one']);
  queue.complete('a');
  queue.complete('unknown');
  await settle();
  assert.deepEqual(started, ['kitchen:one', 'kitchen:it broke']);
});

test('playback: barge-in drops the rest at once, the newer turn is heard', async () => {
  const { add, started } = loudspeaker();
  const turn = new AbortController();
  const one = add('kitchen', 'a', 'one', false, turn.signal);
  const two = add('kitchen', 'a', 'two', false, turn.signal);
  void add('kitchen', 'b', 'newer', true);
  await settle();
  turn.abort();
  await assert.rejects(one, isAbort);
  await assert.rejects(two, isAbort);
  await assert.rejects(add('kitchen', 'a', 'three', false, turn.signal), isAbort);
  await settle();
  assert.deepEqual(started, ['kitchen:one', 'kitchen:newer']);
});

test('playback: a loudspeaker that fails is told once, the rest of the turn is dropped, the next turn plays', async () => {
  const { add, end, started } = loudspeaker();
  const one = add('kitchen', 'a', 'one');
  const two = add('kitchen', 'a', 'two');
  void add('kitchen', 'b', 'next', true);
  await settle();
  await end('kitchen:one', new JarvisError('satellite-unreachable', 'gone'));
  await assert.rejects(one, /gone/);
  await assert.rejects(two, isAbort);
  await assert.rejects(add('kitchen', 'a', 'three', true), isAbort);
  assert.deepEqual(started, ['kitchen:one', 'kitchen:next']);
});

test('playback: bounded', async () => {
  const { add } = loudspeaker();
  const turn = new AbortController();
  void add('kitchen', 'a', 'playing', false, turn.signal).catch(() => {});
  const waiting = Array.from({ length: 200 }, () => add('kitchen', 'a', 'x', false, turn.signal));
  await assert.rejects(add('kitchen', 'a', 'late'), (error) => error instanceof JarvisError);
  turn.abort();
  for (const part of waiting) await assert.rejects(part, isAbort);
});
