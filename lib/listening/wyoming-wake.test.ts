import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../test/until.js';
import { sleep } from '../turn/wait.js';
import { noise } from './samples.test.helper.js';
import type { Detection } from './types.js';
import { wyomingServer } from './wyoming.test.helper.js';
import { openWyomingWake } from './wyoming-wake.js';

const info = { wake: [{ name: 'openwakeword', models: [{ name: 'hey_jarvis_v0.1' }, { name: 'alexa_v0.1' }] }] };
const words = ['hey_jarvis'];

/** Opens a stream that keeps what it is told. */
const listen = (url: string) => {
  const engine = openWyomingWake({ url, words });
  const heard: Detection[] = [];
  const errors: Error[] = [];
  const stream = engine.open(
    (detection) => heard.push(detection),
    (error) => errors.push(error),
  );
  return { engine, stream, heard, errors };
};

describe('wake words over Wyoming', () => {
  test('a word is told once in two seconds of sound, though the server repeats it', async () => {
    const asked: unknown[] = [];
    let chunks = 0;
    const server = await wyomingServer((event, send) => {
      if (event.type === 'detect') asked.push(event.data['names']);
      if (event.type !== 'audio-chunk') return;
      chunks++;
      for (let times = 0; times < 3; times++) send({ type: 'detection', data: { name: 'hey_jarvis_v0.1' } });
    });
    const { engine, stream, heard, errors } = listen(server.url);
    await until(() => server.connections() === 1 && asked.length === 1, 'the connection');
    for (let second = 0; second < 5; second++) {
      stream.write(noise(1, 100));
      const before = chunks;
      await until(() => chunks > before || chunks > second, 'the sound to arrive');
      await sleep(20);
    }
    assert.deepEqual(asked, [words]);
    assert.deepEqual(heard[0], { word: 'hey_jarvis', score: 1 });
    assert.equal(heard.length, 3);
    assert.deepEqual(errors, []);
    await engine.close();
    await until(() => server.connections() === 0, 'the connection to be closed');
    await server.close();
  });

  test('the first word is heard, though the server must have two seconds of sound before it decides', async () => {
    const WINDOW_BYTES = 2 * 16_000 * 2;
    let bytes = 0;
    let spoken = 0;
    const server = await wyomingServer((event, send) => {
      if (event.type === 'audio-start') bytes = 0;
      if (event.type !== 'audio-chunk') return;
      const { payload = Buffer.alloc(0) } = event;
      bytes += payload.length;
      if (bytes > WINDOW_BYTES && payload.some((byte) => byte !== 0))
        send({ type: 'detection', data: { name: 'hey_jarvis' } });
    });
    const { engine, stream, heard } = listen(server.url);
    await until(() => server.connections() === 1, 'the connection');
    await until(() => {
      const sound = noise(0.01, 100);
      spoken += sound.length;
      stream.write(sound);
      return heard.length > 0;
    }, 'the word');
    assert.ok(spoken < WINDOW_BYTES / 2, `${spoken} bytes were spoken until it was heard`);
    await engine.close();
    await server.close();
  });

  test('a server that goes away is told once, and used again when it is back', async () => {
    const first = await wyomingServer(() => {});
    const { engine, stream, heard, errors } = listen(first.url);
    await until(() => first.connections() === 1, 'the connection');
    await first.close();
    await until(() => errors.length === 1, 'the error');
    stream.write(noise(0.1, 100));
    const second = await wyomingServer((event, send) => {
      if (event.type === 'audio-chunk') send({ type: 'detection', data: { name: 'hey_jarvis' } });
    }, first.port);
    await until(() => second.connections() === 1, 'the new connection');
    await until(() => {
      stream.write(noise(0.1, 100));
      return heard.length > 0;
    }, 'a detection');
    assert.equal(errors.length, 1);
    stream.close();
    await until(() => second.connections() === 0, 'the connection to be closed');
    await engine.close();
    await second.close();
  });

  test('a word the server does not know is said before it is needed', async () => {
    const server = await wyomingServer((event, send) => {
      if (event.type === 'describe') send({ type: 'info', data: info });
    });
    await openWyomingWake({ url: server.url, words: ['Hey Jarvis', 'alexa'] }).warm();
    await assert.rejects(openWyomingWake({ url: server.url, words: ['hey_house'] }).warm(), {
      code: 'not-configured',
      message: /hey_jarvis, alexa/,
    });
    await server.close();
    await assert.rejects(openWyomingWake({ url: server.url, words }).warm(), { code: 'wake-failed' });
  });
});
