import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENCE_DBFS } from './level.js';
import { levelMeter } from './level-meter.js';

/** A square wave: its RMS is its amplitude. */
const square = (amplitude: number, samples = 320) => {
  const sound = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at++) sound.writeInt16LE(at % 2 === 0 ? amplitude : -amplitude, at * 2);
  return sound;
};

test('the meter shows the loudness of the last second, weighted by length, and nothing without sound', () => {
  const meter = levelMeter();
  assert.equal(meter.read(0), undefined);
  meter.write(square(3277), 0);
  assert.equal(Math.round(meter.read(10) ?? 0), -20);
  meter.write(Buffer.alloc(640), 500);
  // Half of the power.
  assert.equal(Math.round(meter.read(900) ?? 0), -23);
  assert.equal(Math.round(meter.read(1_400) ?? 0), SILENCE_DBFS);
  assert.equal(meter.read(1_600), undefined);
});

test('a flood of tiny pieces is bounded', () => {
  const meter = levelMeter();
  for (let piece = 0; piece < 10_000; piece++) meter.write(square(32_767, 1), 1);
  meter.write(Buffer.alloc(1), 1);
  assert.ok(Math.abs(meter.read(1) ?? -100) < 0.01);
});
