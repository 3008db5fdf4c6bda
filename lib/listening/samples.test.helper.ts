import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../test/package-root.js';
import { CHUNK_BYTES } from '../audio/pcm.js';
import { parseWav } from '../audio/wav.js';

/** "Hey Jarvis, turn on the kitchen light." by a Piper voice; the wake word ends at 0.8 s, speech at 2.0 s. */
export const heyJarvis = parseWav(readFileSync(path.join(packageRoot(), 'test/fixtures/hey-jarvis.wav'))).samples;

/** The command without the wake word. */
export const command = heyJarvis.subarray(28_000);

/** Digital silence of some seconds. */
export const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * 16_000) * 2);

/** The same noise in every run, whole numbers within ±`loudness`. */
export function noise(seconds: number, loudness: number): Buffer {
  const samples = silence(seconds);
  let seed = 7;
  for (let at = 0; at < samples.length; at += 2) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    samples.writeInt16LE(Math.round((seed / 2 ** 32 - 0.5) * 2 * loudness), at);
  }
  return samples;
}

/** Samples from numbers. */
export const pcm = (...numbers: number[]): Buffer => {
  const samples = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) samples.writeInt16LE(number, index * 2);
  return samples;
};

/** Pieces of 80 ms. */
export function* chunks(samples: Buffer): Generator<Buffer> {
  for (let at = 0; at < samples.length; at += CHUNK_BYTES) yield samples.subarray(at, at + CHUNK_BYTES);
}
