import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { wavOf } from '../../lib/audio/wav.js';
import { noise } from '../../lib/listening/samples.test.helper.js';
import { bench, caught, completed, counts, must, unload } from '../node.test.helper.js';
import { againstHanging, againstHostile, server } from '../wyoming.test.helper.js';

const TTS = { type: 'wyoming-tts', outputs: 1 };
const SOUND = { samples: noise(0.2, 1000), rate: 22_050 };
const FORMAT = { rate: SOUND.rate, width: 2, channels: 1 };

/** A server that makes the same sound of every text, and keeps what it was asked for. */
async function speaker() {
  const asked: unknown[] = [];
  const opened = await server(({ type, data }, send) => {
    if (type !== 'synthesize') return;
    asked.push(data);
    send({ type: 'audio-start', data: FORMAT });
    const half = SOUND.samples.length / 2;
    for (const payload of [SOUND.samples.subarray(0, half), SOUND.samples.subarray(half)])
      send({ type: 'audio-chunk', data: FORMAT, payload });
    send({ type: 'audio-stop' });
  });
  return { url: opened.url, asked };
}

describe('the node for text to speech by Wyoming', () => {
  afterEach(unload);

  test('gives a WAV of the text, and keeps the rest of the message', async () => {
    const { url, asked } = await speaker();
    const tts = await bench({ ...TTS, server: url, voice: 'anna', speaker: '', language: 'en_US' });
    tts.send({ payload: 'Dinner is ready.', topic: 'den', mine: 7, voice: 'bob', speaker: 'second' });
    await completed(tts);
    const [sound] = must(tts.out[0]);
    assert.deepEqual(sound?.payload, wavOf(SOUND));
    assert.deepEqual([sound?.topic, sound?.['mine']], ['den', 7]);
    assert.deepEqual(asked, [
      { text: 'Dinner is ready.', voice: { name: 'anna', language: 'en_US', speaker: 'second' } },
    ]);
    assert.deepEqual(counts(tts), { out: [1], caught: 0, completed: 1 });
    await tts.stop();
    assert.deepEqual(tts.statuses.at(-1), {});
  });

  test('leaves to the server what nobody chooses', async () => {
    const { url, asked } = await speaker();
    const tts = await bench({ ...TTS, server: url });
    tts.send({ payload: 'Dinner is ready.' });
    await completed(tts);
    assert.deepEqual(asked, [{ text: 'Dinner is ready.', voice: {} }]);
  });

  test('says what it needs instead of what can’t be spoken', async () => {
    const { url } = await speaker();
    const tts = await bench({ ...TTS, server: url });
    for (const payload of [7, ' \n', 'x'.repeat(3_001)]) tts.send({ payload });
    await caught(tts, 3);
    assert.deepEqual(
      tts.caught.map(({ error }) => error?.code),
      ['bad-input', 'bad-input', 'bad-input'],
    );
    assert.deepEqual(counts(tts), { out: [0], caught: 3, completed: 0 });
  });

  test('tells once what a hostile server does', () =>
    againstHostile(TTS, 'Hello.', ['tts-failed', 'tts-unreachable', 'not-configured']));

  test('more than may wait is refused; a server that hangs is given up when the flow is stopped', () =>
    againstHanging(TTS, 'Hello.'));
});
