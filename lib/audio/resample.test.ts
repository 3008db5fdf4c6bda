import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from './level.js';
import { loadResampler, resampled } from './resample.js';

/** A sine at half of full scale. */
function tone(hertz: number, rate: number, seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(rate * seconds) * 2);
  for (let at = 0; at < samples.length / 2; at++) {
    samples.writeInt16LE(Math.round(16_384 * Math.sin((2 * Math.PI * hertz * at) / rate)), at * 2);
  }
  return samples;
}

/** The largest difference between two stretches of sound. */
function difference(a: Buffer, b: Buffer): number {
  let most = 0;
  for (let at = 0; at + 1 < Math.min(a.length, b.length); at += 2) {
    most = Math.max(most, Math.abs(a.readInt16LE(at) - b.readInt16LE(at)));
  }
  return most;
}

test('a tone keeps its pitch, length and place', async () => {
  for (const rate of [8_000, 22_050, 44_100, 48_000]) {
    const { samples } = await resampled({ samples: tone(440, rate, 0.5), rate });
    assert.equal(samples.length, 16_000);
    const wanted = tone(440, 16_000, 0.5);
    // The edges of the stretch ring in the filter.
    assert.ok(difference(samples.subarray(400, -400), wanted.subarray(400, -400)) < 400, `${rate}`);
  }
});

test('what lies above half the new rate is gone', async () => {
  const { samples } = await resampled({ samples: tone(15_000, 44_100, 0.5), rate: 44_100 });
  assert.ok(levelOf(samples.subarray(400, -400)) < -50);
});

test('a stream cut in any way is the same stream', async () => {
  const open = await loadResampler();
  const sound = tone(300, 44_100, 1);
  const [whole, cut] = [open(44_100), open(44_100)];
  const once = whole.push(sound);
  const parts: Buffer[] = [];
  for (let at = 0, step = 2; at < sound.length; at += step, step = (step * 3 + 2) % 5_000) {
    parts.push(cut.push(sound.subarray(at, at + step)));
  }
  const joined = Buffer.concat(parts);
  assert.ok(Math.abs(joined.length - once.length) <= 4);
  assert.ok(difference(joined, once) <= 1);
  whole.close();
  whole.close();
  cut.close();
  assert.equal(cut.push(sound).length, 0);
});

test('opening and closing streams does not use the memory up', async () => {
  const open = await loadResampler();
  for (let times = 0; times < 2_000; times++) {
    const stream = open(48_000);
    stream.push(Buffer.alloc(640));
    stream.close();
  }
});
