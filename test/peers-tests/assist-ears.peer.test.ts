import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SAMPLE_BYTES } from '../../lib/audio/pcm.js';
import { connectWyoming, type WyomingConnection } from '../../lib/audio/wyoming.js';
import { freePort } from '../free-port.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { must } from '../until.js';
import { eventsTo, namesIn, piecesOf, spokenBy } from '../wyoming-events.js';
import { peer } from './peers.js';

describe('Home Assistant has embedded Whisper of this flow by Wyoming', () => {
  let runtime: Runtime;
  let connection: WyomingConnection;
  before(async () => {
    const port = await freePort();
    runtime = await startRuntime({
      env: {
        JARVIS_ASSIST_WYOMING: `${port}`,
        JARVIS_LANGUAGE: 'en',
        JARVIS_STT_MODEL: path.resolve(peer('JARVIS_TEST_MODELS'), 'whisper-base'),
      },
    });
    await runtime.warm();
    connection = await connectWyoming(`tcp://127.0.0.1:${port}`);
  });
  after(async () => {
    connection?.close();
    await runtime?.stop();
  });

  test('it is told of it', async () => {
    connection.send({ type: 'describe' });
    const info = must((await eventsTo(connection, 'info')).at(-1));
    assert.deepEqual(namesIn(info, 'asr', 'models'), ['whisper-base en']);
  });

  test('words become sound, and that sound the words again', { timeout: 300_000 }, async () => {
    const { spoken, rate } = await spokenBy(connection);
    assert.ok(spoken.length > rate * SAMPLE_BYTES * 2, 'two seconds at least');
    const format = { rate, width: SAMPLE_BYTES, channels: 1 };
    connection.send({ type: 'transcribe', data: { language: 'en' } });
    connection.send({ type: 'audio-start', data: format });
    const half = Buffer.alloc(rate);
    for (const payload of [half, ...piecesOf(spoken, 2_048), half])
      connection.send({ type: 'audio-chunk', data: format, payload });
    connection.send({ type: 'audio-stop' });
    const { data } = must((await eventsTo(connection, 'transcript')).at(-1));
    assert.match(String(data['text']), /kitchen light/i);
    assert.match(String(data['text']), /degrees/i);
  });
});
