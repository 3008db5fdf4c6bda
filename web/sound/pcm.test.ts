import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDecoder, createFramer, encode, FRAME_SAMPLES, levelOf } from './pcm.js';

test('frames are 1280 samples of s16le, whatever the pieces were', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 }), (pieces) => {
      const frame = createFramer();
      let next = 0;
      const bytes: number[] = [];
      for (const length of pieces) {
        const piece = Float32Array.from({ length }, (_, n) => ((next + n + 1) % 1000) / 32767);
        next += length;
        for (const { pcm } of frame(piece)) {
          assert.equal(pcm.byteLength, FRAME_SAMPLES * 2);
          bytes.push(...new Uint8Array(pcm));
        }
      }
      const whole = Math.floor(next / FRAME_SAMPLES) * FRAME_SAMPLES;
      const samples = Buffer.from(bytes);
      assert.equal(samples.length, whole * 2);
      for (let n = 0; n < whole; n += 1) assert.equal(samples.readInt16LE(n * 2), (n + 1) % 1000);
    }),
  );
});

test('samples are little-endian and clipped, never wrapped around', () => {
  assert.deepEqual(
    [...new Uint8Array(encode(Float32Array.of(0, 1, -1, 2, -2)))],
    [0, 0, 255, 127, 1, 128, 255, 127, 1, 128],
  );
});

test('sound cut anywhere by the wire decodes to the same samples', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 20 }), (chunks) => {
      const decode = createDecoder();
      const all = Buffer.concat(chunks);
      const samples = chunks.flatMap((chunk) => [...decode(new Uint8Array(chunk).buffer)]);
      assert.equal(samples.length, Math.floor(all.length / 2));
      samples.forEach((sample, n) => {
        assert.equal(sample, all.readInt16LE(n * 2) / 32768);
      });
    }),
  );
});

test('the meter shows nothing in silence and everything when it is loud', () => {
  assert.equal(levelOf(new Float32Array(1280)), 0);
  assert.equal(levelOf(new Float32Array(1280).fill(0.9)), 1);
  const speech = levelOf(new Float32Array(1280).fill(0.03));
  assert.ok(speech > 0.3 && speech < 0.8, String(speech));
  assert.equal(levelOf(new Float32Array(0)), 0);
});
