import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wavOf } from '../audio/wav.js';
import { recordingOf } from './recording.js';
import { noise } from './samples.test.helper.js';

test('a WAV of any rate and bare samples are brought to 16 kHz', async () => {
  const samples = noise(1, 1000);
  assert.deepEqual(await recordingOf(samples), samples);
  assert.deepEqual(await recordingOf(Buffer.concat([samples, Buffer.alloc(1)])), samples);
  assert.deepEqual(await recordingOf(wavOf({ samples, rate: 16_000 })), samples);
  assert.equal((await recordingOf(wavOf({ samples, rate: 8_000 }))).length, samples.length * 2);
});

test('what is no recording of a sentence is refused', async () => {
  await assert.rejects(recordingOf(Buffer.alloc(1)), { code: 'bad-audio', message: /is empty/ });
  await assert.rejects(recordingOf(Buffer.from('RIFF garbage')), { code: 'bad-audio', message: /no WAV/ });
  await assert.rejects(recordingOf(noise(61, 10)), { code: 'bad-audio', message: /is 61 s long.*at most 60 s/ });
});
