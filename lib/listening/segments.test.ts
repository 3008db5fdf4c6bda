import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../audio/level.js';
import { noise, silence } from './samples.test.helper.js';
import { openSegments } from './segments.js';
import type { VoiceActivity } from './types.js';

/** Loudness at which voice activity is given sound, where the wake word has this amplitude; and what speech to text gets. */
function heardAt(amplitude: number, preroll: number) {
  const given: Buffer[] = [];
  const spoken: Buffer[] = [];
  const vad: VoiceActivity = {
    warm: async () => {},
    close: async () => {},
    open: (onProbability) => ({
      write(samples) {
        given.push(samples);
        for (let at = 0; at < samples.length; at += 1_024) onProbability(levelOf(samples) > -60 ? 0.9 : 0);
      },
      close() {},
    }),
  };
  const segments = openSegments({
    vad,
    preroll,
    onStart() {},
    onSpeech: (one) => spoken.push(one),
    onEnd() {},
    onError() {},
  });
  segments.write(noise(1.024, amplitude));
  segments.write(noise(1.024, amplitude / 2));
  segments.write(silence(2.048));
  return { given: given.map((one) => Math.round(levelOf(one))), spoken: Math.round(levelOf(Buffer.concat(spoken))) };
}

test('far speech is made louder for voice activity, by what the wake word lacks, and for it only', () => {
  const far = heardAt(300, 1.024);
  // its loudest 80 ms come to -25
  assert.deepEqual(far.given, [-26, -32, -100]);
  assert.ok(far.spoken < -40, `${far.spoken} dBFS`);
  const [veryFar] = heardAt(20, 1.024).given;
  const [near = 0] = heardAt(9_000, 1.024).given;
  assert.equal(veryFar, Math.round(levelOf(noise(1.024, 20)) + 20));
  assert.equal(near, Math.round(levelOf(noise(1.024, 9_000))));
  assert.equal(
    heardAt(300, 0).given[0],
    Math.round(levelOf(noise(1.024, 300))),
    'without a wake word it is as it came',
  );
});
