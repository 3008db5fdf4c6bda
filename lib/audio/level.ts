import { SAMPLE_BYTES } from './pcm.js';

/** The level of digital silence, in dBFS: below the least step of 16 bit. */
export const SILENCE_DBFS = -100;

/** 16-bit mono sound, louder or quieter, as a copy; what would be too loud is cut off. @param factor of its amplitude, 0 or more */
export function amplified(samples: Buffer, factor: number): Buffer {
  const louder = Buffer.alloc(samples.length);
  for (let at = 0; at + SAMPLE_BYTES <= samples.length; at += SAMPLE_BYTES) {
    const value = Math.round(samples.readInt16LE(at) * factor);
    louder.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), at);
  }
  return louder;
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
