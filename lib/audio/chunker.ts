import { CHUNK_BYTES } from './pcm.js';

/** Cuts a stream of sound into pieces of one size. */
export interface Chunker {
  /** Takes sound of any length; every full piece goes to `emit` at once. The Buffer may be kept by the receiver of the pieces. */
  write(samples: Buffer): void;
  /** The rest, shorter than a piece, perhaps empty; it is forgotten here. */
  flush(): Buffer;
}

/** A chunker for one stream; `bytes` is the size of a piece (80 ms when not given). Pieces that lie whole in the input are not copied. */
export function chunker(emit: (chunk: Buffer) => void, bytes = CHUNK_BYTES): Chunker {
  let part = Buffer.alloc(0);
  let filled = 0;
  return {
    write(samples) {
      let at = 0;
      if (filled > 0) {
        at = samples.copy(part, filled, 0, Math.min(samples.length, bytes - filled));
        filled += at;
        if (filled < bytes) return;
        filled = 0;
        emit(part);
      }
      for (; samples.length - at >= bytes; at += bytes) emit(samples.subarray(at, at + bytes));
      if (at === samples.length) return;
      // The piece given away belongs to its receiver, so the next one begins in a new buffer.
      part = Buffer.allocUnsafe(bytes);
      filled = samples.copy(part, 0, at);
    },
    flush() {
      const rest = part.subarray(0, filled);
      part = Buffer.alloc(0);
      filled = 0;
      return rest;
    },
  };
}
