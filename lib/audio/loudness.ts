import { levelOf, SILENCE_DBFS } from './level.js';
import { CHUNK_BYTES } from './pcm.js';

/** The part of the time in which a room is taken to be quiet: between words, a voice leaves more than that. */
const QUIET_PART = 0.2;

/** Loudness of the loudest 80 ms, in dBFS. @param samples 16 kHz mono PCM */
export function peakLevel(samples: Buffer): number {
  return Math.max(SILENCE_DBFS, ...levels(samples));
}

/** Loudness of the noise in a stretch of sound, in dBFS: that of its quieter pieces of 80 ms. */
export function noiseLevel(samples: Buffer): number {
  const sorted = levels(samples).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * QUIET_PART)] ?? SILENCE_DBFS;
}

function levels(samples: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < samples.length; at += CHUNK_BYTES) found.push(levelOf(samples.subarray(at, at + CHUNK_BYTES)));
  return found;
}
