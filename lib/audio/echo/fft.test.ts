import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realFft } from './fft.js';

test('it gives the frequencies of its samples, and the samples of its frequencies', () => {
  const size = 64;
  const samples = Float64Array.from({ length: size }, (_, at) => Math.sin(at * at) + (at % 7));
  const real = new Float64Array(size / 2 + 1);
  const imaginary = new Float64Array(size / 2 + 1);
  const fft = realFft(size);
  fft.forward(samples, real, imaginary);
  for (let k = 0; k <= size / 2; k++) {
    const sum = (of: (angle: number) => number) =>
      samples.reduce((total, sample, at) => total + sample * of((-2 * Math.PI * k * at) / size), 0);
    assert.ok(Math.abs((real[k] ?? 0) - sum(Math.cos)) < 1e-9);
    assert.ok(Math.abs((imaginary[k] ?? 0) - sum(Math.sin)) < 1e-9);
  }
  const back = new Float64Array(size);
  fft.inverse(real, imaginary, back);
  for (const [at, sample] of samples.entries()) assert.ok(Math.abs((back[at] ?? 0) - sample) < 1e-12);
});
