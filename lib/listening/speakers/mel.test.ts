import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MELS, melFrames } from './mel.js';
import { speechFrames } from './speech-frames.js';

const tone = (hertz: number, seconds: number, loudness = 0.5) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, at) => loudness * Math.sin((2 * Math.PI * hertz * at) / 16_000));
const frame = (frames: Float32Array, at: number) => frames.subarray(at * MELS, (at + 1) * MELS);

test('a tone has its power in the band of its pitch, a frame every 10 ms', () => {
  // Bands peak every 73 Hz up to 1 kHz, and by ratios above.
  for (const [hertz, band] of [
    [73.4, 0],
    [367, 4],
    [1000, 13],
    [4000, 31],
  ] as const) {
    const frames = melFrames(tone(hertz, 1));
    assert.equal(frames.length, 101 * MELS);
    const powers = frame(frames, 50);
    const loudest = powers.indexOf(Math.max(...powers));
    assert.ok(Math.abs(loudest - band) <= 1, `${hertz} Hz lies in band ${loudest}`);
  }
});

test('the power of a tone grows with the square of its loudness', () => {
  const [soft, loud] = [0.1, 0.2].map((loudness) => Math.max(...frame(melFrames(tone(500, 1, loudness)), 50)));
  assert.ok(Math.abs((loud ?? 0) / (soft ?? 1) - 4) < 1e-3);
});

test('steady noise around speech is taken away, and pauses are left out', () => {
  const hum = tone(200, 2, 0.05);
  const word = tone(1000, 2);
  const said = hum.map((sample, at) => sample + (at > 8_000 && at < 24_000 ? (word[at] ?? 0) : 0));
  const frames = speechFrames(melFrames(said));
  assert.ok(frames.length < 125 * MELS, 'a second of tone, and a moment around it');
  const powers = frame(frames, 60);
  const band = (hertz: number) => Math.max(...frame(melFrames(tone(hertz, 1, 0.05)), 50));
  assert.ok((powers[2] ?? 1) < 0.05 * band(200));
});
