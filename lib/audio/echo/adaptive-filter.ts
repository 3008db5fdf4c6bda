import { type RealFft, realFft } from './fft.js';

/** Samples of a block: 16 ms at 16 kHz. */
export const BLOCK = 256;
/** Frequencies of a block of twice that length. */
export const BINS = BLOCK + 1;
/** Blocks that an echo may last: 14 are 224 ms. */
const PARTITIONS = 14;
/** How much of the room stays as it was from block to block. */
const KEPT = 0.999;
/** What is not known of each frequency of the room at first. */
const UNKNOWN = 0.03;
/** How slowly the loudness of what isn't echo is followed. */
const SMOOTHING = 0.5;
/** Partitions whose wrap-around is taken out in each block, by turns. */
const CONSTRAINED = 2;
const TINY = 1e-9;

/** What a room makes of a sound, learned from the sound and the microphone. Full scale is 1. */
export interface AdaptiveFilter {
  /** The next block of the sound that is played. */
  play(reference: Float64Array): void;
  /** The echo of what was played until now, as far as the room is known, to `echo`. */
  predict(echo: Float64Array): void;
  /** Learns from what the prediction left over of this block. */
  learn(rest: Float64Array): void;
  /** The room may have changed: learns as fast as in the beginning. */
  doubt(): void;
  /** Nothing is known any more. */
  clear(): void;
}

/**
 * Frequency-domain adaptive Kalman filter in partitioned blocks (Enzner & Vary 2006; Kuech, Mabande & Enzner 2014). It
 * follows the loudness of what isn't echo, and so learns nothing from somebody who speaks at the same time.
 */
export function adaptiveFilter(): AdaptiveFilter {
  const fft: RealFft = realFft(2 * BLOCK);
  const rows = () => Array.from({ length: PARTITIONS }, () => new Float64Array(BINS));
  /** The blocks played, newest at `newest`, and the room's answer, by frequency. */
  const [playedRe, playedIm, roomRe, roomIm, doubts] = [rows(), rows(), rows(), rows(), rows()];
  const others = new Float64Array(BINS);
  const frame = new Float64Array(2 * BLOCK);
  const time = new Float64Array(2 * BLOCK);
  const [re, im] = [new Float64Array(BINS), new Float64Array(BINS)];
  const spread = new Float64Array(BINS);
  let newest = 0;
  let turn = 0;

  const doubt = () => {
    for (const row of doubts) row.fill(UNKNOWN);
  };
  doubt();

  /** The answer of a partition is no longer than a block: what wrapped round is taken out. */
  const constrain = (partition: number) => {
    const [real, imaginary] = [roomRe[partition] as Float64Array, roomIm[partition] as Float64Array];
    fft.inverse(real, imaginary, time);
    time.fill(0, BLOCK);
    fft.forward(time, real, imaginary);
  };

  return {
    doubt,
    clear() {
      for (const group of [playedRe, playedIm, roomRe, roomIm]) for (const row of group) row.fill(0);
      others.fill(0);
      frame.fill(0);
      doubt();
    },
    play(reference) {
      frame.copyWithin(0, BLOCK);
      frame.set(reference, BLOCK);
      newest = (newest + PARTITIONS - 1) % PARTITIONS;
      fft.forward(frame, playedRe[newest] as Float64Array, playedIm[newest] as Float64Array);
    },
    predict(echo) {
      re.fill(0);
      im.fill(0);
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const at = (newest + partition) % PARTITIONS;
        const xr = playedRe[at] as Float64Array;
        const xi = playedIm[at] as Float64Array;
        const hr = roomRe[partition] as Float64Array;
        const hi = roomIm[partition] as Float64Array;
        for (let k = 0; k < BINS; k++) {
          const a = xr[k] as number;
          const b = xi[k] as number;
          const c = hr[k] as number;
          const d = hi[k] as number;
          re[k] = (re[k] as number) + a * c - b * d;
          im[k] = (im[k] as number) + a * d + b * c;
        }
      }
      fft.inverse(re, im, time);
      echo.set(time.subarray(BLOCK));
    },
    learn(rest) {
      time.fill(0, 0, BLOCK);
      time.set(rest, BLOCK);
      fft.forward(time, re, im);
      for (let k = 0; k < BINS; k++) {
        const power = (re[k] as number) ** 2 + (im[k] as number) ** 2;
        others[k] = SMOOTHING * (others[k] as number) + (1 - SMOOTHING) * power;
        spread[k] = (2 / PARTITIONS) * (others[k] as number) + TINY;
      }
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const at = (newest + partition) % PARTITIONS;
        const xr = playedRe[at] as Float64Array;
        const xi = playedIm[at] as Float64Array;
        const unknown = doubts[partition] as Float64Array;
        for (let k = 0; k < BINS; k++) {
          const a = xr[k] as number;
          const b = xi[k] as number;
          spread[k] = (spread[k] as number) + (a * a + b * b) * (unknown[k] as number);
        }
      }
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const at = (newest + partition) % PARTITIONS;
        const xr = playedRe[at] as Float64Array;
        const xi = playedIm[at] as Float64Array;
        const hr = roomRe[partition] as Float64Array;
        const hi = roomIm[partition] as Float64Array;
        const unknown = doubts[partition] as Float64Array;
        for (let k = 0; k < BINS; k++) {
          const a = xr[k] as number;
          const b = xi[k] as number;
          const p = unknown[k] as number;
          const gain = p / (spread[k] as number);
          const er = gain * (re[k] as number);
          const ei = gain * (im[k] as number);
          const r = (hr[k] as number) + a * er + b * ei;
          const i = (hi[k] as number) + a * ei - b * er;
          hr[k] = r;
          hi[k] = i;
          unknown[k] = KEPT * (1 - 0.5 * gain * (a * a + b * b)) * p + (1 - KEPT) * (r * r + i * i);
        }
      }
      for (let count = 0; count < CONSTRAINED; count++, turn = (turn + 1) % PARTITIONS) constrain(turn);
    },
  };
}
