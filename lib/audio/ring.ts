import { MIC_RATE, SAMPLE_BYTES } from './pcm.js';

/** The last stretch of a microphone's sound, in a buffer of fixed size. */
export interface Ring {
  /** Copies samples in; the oldest fall out. Allocates nothing. */
  write(samples: Buffer): void;
  /** A copy of the last `ms` milliseconds, or of all there is. */
  last(ms?: number): Buffer;
  /** Bytes held now. */
  readonly length: number;
  clear(): void;
}

/** A ring that holds `ms` milliseconds of 16 kHz mono sound. */
export function ring(ms: number): Ring {
  const bytes = Buffer.alloc(Math.max(SAMPLE_BYTES, bytesOf(ms)));
  let next = 0;
  let length = 0;
  return {
    write(samples) {
      // Of more than fits only the end would stay.
      const kept = samples.length > bytes.length ? samples.subarray(samples.length - bytes.length) : samples;
      const first = kept.copy(bytes, next);
      if (first < kept.length) kept.copy(bytes, 0, first);
      next = (next + kept.length) % bytes.length;
      length = Math.min(bytes.length, length + kept.length);
    },
    last(wanted = Number.POSITIVE_INFINITY) {
      const size = Math.min(length, Number.isFinite(wanted) ? bytesOf(wanted) : length);
      const copy = Buffer.allocUnsafe(size);
      const start = (next - size + bytes.length) % bytes.length;
      const first = bytes.copy(copy, 0, start, Math.min(bytes.length, start + size));
      if (first < size) bytes.copy(copy, first, 0, size - first);
      return copy;
    },
    get length() {
      return length;
    },
    clear() {
      next = 0;
      length = 0;
    },
  };
}

function bytesOf(ms: number): number {
  return Math.max(0, Math.round((ms / 1000) * MIC_RATE)) * SAMPLE_BYTES;
}
