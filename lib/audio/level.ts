import { SAMPLE_BYTES } from './pcm.js';

/** The level of digital silence, in dBFS: below the least step of 16 bit. */
export const SILENCE_DBFS = -100;

/** 16-bit mono sound made quieter, as a copy. @param factor of its amplitude, 0 to 1 */
export function quieter(samples: Buffer, factor: number): Buffer {
  const quiet = Buffer.alloc(samples.length);
  for (let at = 0; at + SAMPLE_BYTES <= samples.length; at += SAMPLE_BYTES) {
    quiet.writeInt16LE(Math.round(samples.readInt16LE(at) * factor), at);
  }
  return quiet;
}

/** Loudness of 16-bit mono sound: RMS in dB of full scale, from -100 (silence) to 0. */
export function levelOf(samples: Buffer): number {
  const count = Math.floor(samples.length / SAMPLE_BYTES);
  let sum = 0;
  for (let at = 0; at < count * SAMPLE_BYTES; at += SAMPLE_BYTES) {
    const sample = samples.readInt16LE(at);
    sum += sample * sample;
  }
  return sum === 0 ? SILENCE_DBFS : 10 * Math.log10(sum / count / 32_768 ** 2);
}
