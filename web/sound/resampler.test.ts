import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createResampler } from './resampler.js';

const RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000];

function tone(rate: number, hertz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, n) =>
    Math.sin((2 * Math.PI * hertz * n) / rate),
  );
}

function resample(input: Float32Array, from: number, to: number, chunk = 128): Float32Array {
  const resampler = createResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < input.length; at += chunk) parts.push(resampler.push(input.subarray(at, at + chunk)));
  parts.push(resampler.flush());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** Root mean square in the middle, away from the edges, in decibels of a full-scale tone. */
function decibels(sound: Float32Array): number {
  const middle = sound.subarray(Math.floor(sound.length / 4), Math.floor((sound.length * 3) / 4));
  const energy = middle.reduce((sum, sample) => sum + sample * sample, 0);
  return 10 * Math.log10((2 * energy) / middle.length + 1e-20);
}

test('speech keeps its level at every microphone rate', () => {
  for (const from of RATES.filter((rate) => rate >= 16_000)) {
    for (const hertz of [100, 1000, 4000, 6500]) {
      const level = decibels(resample(tone(from, hertz, 0.5), from, 16_000));
      assert.ok(Math.abs(level) < 0.1, `${hertz} Hz from ${from} Hz comes out at ${level} dB`);
    }
  }
});

test('what 16 kHz cannot carry is gone instead of folded back', () => {
  for (const from of [44_100, 48_000, 96_000]) {
    for (const hertz of [8100, 10_000, 15_000, 20_000]) {
      const level = decibels(resample(tone(from, hertz, 0.5), from, 16_000));
      assert.ok(level < -70, `${hertz} Hz from ${from} Hz is left at ${level} dB`);
    }
  }
});

test('a tone keeps its frequency and its place in time', () => {
  const output = resample(tone(44_100, 1000, 0.5), 44_100, 16_000);
  const expected = tone(16_000, 1000, 0.5);
  for (let n = 200; n < 7800; n += 1) assert.ok(Math.abs((output[n] ?? 0) - (expected[n] ?? 0)) < 0.002, `sample ${n}`);
});

test('a voice of 22050 Hz plays at 48 kHz without images', () => {
  const output = resample(tone(22_050, 9000, 0.5), 22_050, 48_000);
  const expected = tone(48_000, 9000, 0.5);
  for (let n = 500; n < 23_000; n += 1)
    assert.ok(Math.abs((output[n] ?? 0) - (expected[n] ?? 0)) < 0.002, `sample ${n}`);
});

test('the output is as long as the input, however it is cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RATES),
      fc.constantFrom(...RATES),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 1, max: 1500 }),
      (from, to, length, chunk) => {
        const input = tone(from, 440, 1).subarray(0, length);
        const output = resample(input, from, to, chunk);
        assert.equal(output.length, Math.ceil((input.length * to) / from));
        assert.deepEqual(output, resample(input, from, to, 4000));
      },
    ),
    { numRuns: 40 },
  );
});

test('a rate that is none is refused', () => {
  for (const rate of [0, -1, 44_100.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => createResampler(rate, 16_000), RangeError);
  }
});
