import { SAMPLE_BYTES } from '../audio/pcm.js';

/** The last part of a stream of sound, addressed by sample positions from the stream's beginning. */
export interface Tape {
  /** Position of the oldest sample kept. */
  readonly from: number;
  /** Position after the newest sample. */
  readonly to: number;
  /** Adds whole samples; the Buffer is kept, not copied. */
  write(samples: Buffer): void;
  /** The samples from a position to another, as far as they are kept; the tape keeps them. */
  read(from: number, to: number): Buffer;
  /** Lets go of everything before a position. */
  forget(before: number): void;
}

/** An empty tape that keeps the newest samples. @param most samples kept at most */
export function tape(most: number): Tape {
  const chunks: Buffer[] = [];
  let from = 0;
  let to = 0;
  const forget = (before: number) => {
    while (from < Math.min(before, to)) {
      const first = chunks[0];
      if (!first) return;
      const part = Math.min(first.length / SAMPLE_BYTES, before - from);
      from += part;
      if (part * SAMPLE_BYTES === first.length) chunks.shift();
      else chunks[0] = first.subarray(part * SAMPLE_BYTES);
    }
  };
  return {
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    forget,
    write(samples) {
      const whole = samples.length - (samples.length % SAMPLE_BYTES);
      if (whole === 0) return;
      chunks.push(samples.subarray(0, whole));
      to += whole / SAMPLE_BYTES;
      forget(to - most);
    },
    read(begin, end) {
      const parts: Buffer[] = [];
      let at = from;
      for (const chunk of chunks) {
        if (at >= end) break;
        const next = at + chunk.length / SAMPLE_BYTES;
        if (next > begin) {
          parts.push(chunk.subarray(Math.max(0, begin - at) * SAMPLE_BYTES, (Math.min(end, next) - at) * SAMPLE_BYTES));
        }
        at = next;
      }
      const [only] = parts;
      return parts.length === 1 && only ? only : Buffer.concat(parts);
    },
  };
}
