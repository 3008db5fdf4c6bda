import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PIECE, pieceEnd } from './hermes-pieces.js';

/** Words of a tone, with pauses at the given seconds, 40 ms long. */
function words(seconds: number, pauses: readonly number[], rate: number) {
  const samples = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let at = 0; at < samples.length / 2; at++) {
    const isPause = pauses.some((pause) => Math.abs(at / rate - pause) < 0.02);
    samples.writeInt16LE(isPause ? 0 : Math.round(8_000 * Math.sin(at / 5)), at * 2);
  }
  return { samples, rate };
}

test('a long sound is cut in its pauses', () => {
  const pauses = [5, 10, 15, 20];
  const sound = words(24, pauses, 8_000);
  const ends: number[] = [];
  for (let at = 0; at < sound.samples.length; at = ends.at(-1) ?? 0) ends.push(pieceEnd(sound, at, PIECE));
  assert.equal(ends.pop(), sound.samples.length);
  assert.equal(ends.length, pauses.length);
  for (const [index, end] of ends.entries()) assert.ok(Math.abs(end / 16_000 - (pauses[index] ?? 0)) < 0.02);
});

test('whatever a sound is, its pieces are whole samples, neither too long nor too short, and all of it', () => {
  const sounds = fc.record({
    samples: fc.uint8Array({ maxLength: 20_000 }).map((bytes) => Buffer.from(bytes.subarray(bytes.length % 2))),
    rate: fc.constantFrom(8_000, 11_025, 16_000),
  });
  fc.assert(
    fc.property(sounds, fc.constantFrom(PIECE, { least: 0.22, most: 0.35 }), (sound, limits) => {
      for (let at = 0; at < sound.samples.length; ) {
        const end = pieceEnd(sound, at, limits);
        const seconds = (end - at) / 2 / sound.rate;
        assert.equal(end % 2, 0);
        assert.ok(seconds <= limits.most * 1.26);
        assert.ok(end === sound.samples.length || seconds > limits.least * 0.99);
        at = end;
      }
    }),
    { numRuns: 50 },
  );
});
