import { levelOf } from './level.js';
import { SAMPLE_BYTES } from './pcm.js';

/** How long a sound counts, in milliseconds. */
const SPAN_MS = 1_000;
/** Pieces that are remembered; a microphone sends fifty a second. */
const MAX_PIECES = 200;

/** The loudness of the last second of a microphone. */
export interface LevelMeter {
  /** @param now milliseconds of a clock that only goes forward */
  write(samples: Buffer, now: number): void;
  /** RMS in dBFS; undefined where no sound came in the last second. */
  read(now: number): number | undefined;
}

export function levelMeter(): LevelMeter {
  let pieces: { at: number; count: number; power: number }[] = [];
  return {
    write(samples, now) {
      const count = Math.floor(samples.length / SAMPLE_BYTES);
      if (count === 0) return;
      pieces.push({ at: now, count, power: count * 10 ** (levelOf(samples) / 10) });
      if (pieces.length > MAX_PIECES) pieces.shift();
    },
    read(now) {
      pieces = pieces.filter(({ at }) => now - at <= SPAN_MS);
      if (pieces.length === 0) return undefined;
      const sum = (of: 'count' | 'power') => pieces.reduce((total, piece) => total + piece[of], 0);
      return 10 * Math.log10(sum('power') / sum('count'));
    },
  };
}
