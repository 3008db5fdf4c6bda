import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/until.js';
import { wavOf } from '../audio/wav.js';
import { JarvisError } from '../turn/errors.js';
import { noise } from './samples.test.helper.js';
import type { WakeEngine } from './types.js';
import { openWakeStreams } from './wake-streams.js';

/** An engine that only counts, and fails when it is told to. */
function engine() {
  const streams: { bytes: number; isOpen: boolean; fail(error: Error): void }[] = [];
  let why: Error | undefined;
  const opened: WakeEngine = {
    name: 'counting',
    async warm() {
      if (why) throw why;
    },
    open(_onDetection, fail) {
      const one = { bytes: 0, isOpen: true, fail };
      streams.push(one);
      return {
        write({ length }) {
          one.bytes += length;
        },
        close() {
          one.isOpen = false;
        },
      };
    },
    close: async () => {},
  };
  return {
    opened,
    streams,
    knows(error: Error) {
      why = error;
    },
  };
}

const told = { onDetection() {}, onError() {}, onQuiet() {} };

test('each stream by itself, at 16 kHz, and all are closed', async () => {
  const { opened, streams } = engine();
  const all = openWakeStreams(opened, told);
  const samples = noise(1, 100);
  all.write('a', samples);
  all.write('b', wavOf({ samples, rate: 48_000 }));
  all.write('a', samples);
  await until(() => (streams[1]?.bytes ?? 0) > 10_000, 'the sound of the other rate');
  assert.equal(streams[0]?.bytes, 64_000);
  assert.ok((streams[1]?.bytes ?? 0) < 11_000);
  all.close();
  assert.deepEqual(
    streams.map(({ isOpen }) => isOpen),
    [false, false],
  );
});

test('a stream without sound is closed, and its next piece opens it again', async () => {
  const { opened, streams } = engine();
  let quiet = 0;
  const all = openWakeStreams(opened, { ...told, onQuiet: () => void quiet++ }, 20);
  all.write('a', noise(0.1, 100));
  await until(() => quiet === 1, 'the quiet');
  assert.equal(streams[0]?.isOpen, false);
  all.write('a', noise(0.1, 100));
  assert.equal(streams.length, 2);
  all.close();
});

test('there are no more streams than fifty', () => {
  const all = openWakeStreams(engine().opened, told);
  for (let name = 0; name < 50; name++) all.write(`${name}`, noise(0.01, 100));
  assert.throws(() => all.write('one more', noise(0.01, 100)), { code: 'bad-audio', message: /msg\.topic names/ });
  all.write('0', noise(0.01, 100));
  all.close();
});

test('a failure is told with its stream; what is wrong with the settings once, and nothing that comes of it', async () => {
  const { opened, streams, knows } = engine();
  const errors: string[] = [];
  const onError = (name: string, { message }: Error) => void errors.push(`${name}: ${message}`);
  const all = openWakeStreams(opened, { ...told, onError }, 20);
  all.write('a', noise(0.1, 100));
  streams[0]?.fail(new Error('hung up'));
  await until(() => errors.length === 1 && streams[0]?.isOpen === false, 'the failure');
  knows(new JarvisError('not-configured', 'unknown word'));
  for (const name of ['a', 'b']) all.write(name, noise(0.1, 100));
  for (const stream of streams.slice(1)) stream.fail(new Error('hung up again'));
  await until(() => errors.length === 2, 'the reason');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([errors, streams.length], [['a: hung up', 'a: unknown word'], 3]);
  all.close();
});

test('a server that isn’t right from the start is told once, whatever comes of it; when it is away again, again', async () => {
  const { opened, streams, knows } = engine();
  const errors: string[] = [];
  const all = openWakeStreams(opened, {
    ...told,
    onError: (name, { message }) => void errors.push(`${name}: ${message}`),
  });
  knows(new JarvisError('wake-failed', 'no answer'));
  for (const name of ['a', 'b']) all.write(name, noise(0.1, 100));
  for (const stream of streams) stream.fail(new Error('hung up'));
  await until(() => errors.length > 0, 'the failure');
  streams[1]?.fail(new Error('hung up again'));
  await until(() => errors.length > 1, 'the next');
  assert.deepEqual(errors, ['a: no answer', 'b: hung up again']);
  all.close();
});
