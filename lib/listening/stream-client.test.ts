import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { until } from '../../test/until.js';
import { JarvisError } from '../turn/errors.js';
import { pcm } from './samples.test.helper.js';
import { type StreamWorker, streamWorker } from './stream-client.js';

const opened: StreamWorker<number>[] = [];
const adding = (data: object = {}) => {
  const file = path.join(__dirname, 'adding.test.worker.js');
  const worker = streamWorker<number>({ file, data, what: 'The adder', code: 'wake-failed' });
  opened.push(worker);
  return worker;
};
after(async () => {
  for (const worker of opened) await worker.close();
});

/** A stream that keeps what it is told. */
const listen = (worker: StreamWorker<number>) => {
  const results: number[] = [];
  const dropped: number[] = [];
  const errors: Error[] = [];
  const stream = worker.open(
    (value, lost) => {
      results.push(value);
      dropped.push(lost);
    },
    (error) => errors.push(error),
  );
  return { ...stream, results, dropped, errors };
};

describe('a worker of many streams', () => {
  test('answers each stream in order, whatever the pieces', async () => {
    const worker = adding();
    const streams = [1, 2, 3, 4, 5].map((number) => ({ number, ...listen(worker) }));
    for (const { number, write } of streams) write(pcm(number, number, number));
    for (const { number, write } of streams) write(pcm(number, number, number, number, number));
    await until(() => streams.every(({ results }) => results.length === 2), 'two results of each stream');
    for (const { number, results } of streams) assert.deepEqual(results, [4 * number, 8 * number]);
  });

  test('drops the oldest of what is too much, and says how much', async () => {
    const stream = listen(adding());
    stream.write(pcm(...Array.from({ length: 60 }, () => 1)));
    await until(() => stream.results.length === 10, 'the last ten steps');
    assert.equal(stream.dropped[0], 20);
    assert.equal(stream.results.at(-1), 40);
    assert.match(stream.errors[0]?.message ?? '', /can't keep up/);
  });

  test('starts again after a crash, tells each stream once, and counts what nobody heard', async () => {
    const worker = adding();
    const first = listen(worker);
    const second = listen(worker);
    second.write(pcm(1, 1, 1, 1));
    await until(() => second.results.length === 1, 'a first result');
    first.write(pcm(13, 0, 0, 0));
    await until(() => first.errors.length > 0 && second.errors.length > 0, 'the error');
    assert.ok(first.errors[0] instanceof JarvisError);
    assert.equal(first.errors[0].code, 'wake-failed');
    assert.match(first.errors[0].message, /13 is unlucky/);
    second.write(pcm(9, 9));
    await until(() => {
      second.write(pcm(2, 2, 2, 2));
      return second.results.length > 1;
    }, 'a result of the new thread');
    assert.equal(first.errors.length, 1);
    assert.equal(second.results[1], 8);
    assert.ok((second.dropped[1] ?? 0) >= 2);
  });

  test('says why it cannot start, to who waits and to the streams', async () => {
    const worker = adding({ fails: true });
    const stream = listen(worker);
    await assert.rejects(worker.warm(), { code: 'library-missing', message: /Install it/ });
    await until(() => stream.errors.length > 0, 'the error');
    stream.write(pcm(1, 2, 3, 4));
    stream.close();
  });

  test('can be closed at any time, and opened again', async () => {
    const worker = adding();
    void listen(worker);
    await worker.close();
    await worker.close();
    const again = listen(worker);
    again.write(pcm(1, 2, 3, 4));
    await until(() => again.results.length === 1, 'a result after opening again');
    assert.deepEqual(again.results, [10]);
  });
});
