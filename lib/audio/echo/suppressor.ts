import { BINS, BLOCK } from './adaptive-filter.js';
import { realFft } from './fft.js';

/** How far a frequency is turned down at most: 20 dB. */
const FLOOR = 0.1;
/** How fast loudness is followed from block to block. */
const SMOOTHING = 0.4;
/** The same for what the filter leaves over: a second. */
const SLOW = 0.98;
const LEAST_LEAK = 0.002;
const TINY = 1e-9;

/** Turns down what the filter left of an echo, a frequency at a time. It is a block late. */
export interface Suppressor {
  /** @param rest what the filter left @param echo what it took away @param out gets the block before */
  push(rest: Float64Array, echo: Float64Array, out: Float64Array): void;
  /** The block that hasn't come out yet, as it is. */
  flush(): Float64Array;
  /** Begins after a pause. @param before the block that came out last */
  begin(before: Float64Array): void;
}

/**
 * Spectral subtraction of the residual echo, whose loudness is a share of the echo's that was taken away: that share is the
 * regression of the rest's changes on the echo's (Valin 2007, "On adjusting the learning rate in frequency domain echo
 * cancellation with double-talk").
 */
export function suppressor(): Suppressor {
  const fft = realFft(2 * BLOCK);
  const window = Float64Array.from({ length: 2 * BLOCK }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / (2 * BLOCK)));
  const rows = () => new Float64Array(BINS);
  const [restRe, restIm, echoRe, echoIm] = [rows(), rows(), rows(), rows()];
  const [restPower, echoPower, restMean, echoMean] = [rows(), rows(), rows(), rows()];
  const lastRest = new Float64Array(BLOCK);
  const lastEcho = new Float64Array(BLOCK);
  const overlap = new Float64Array(BLOCK);
  const time = new Float64Array(2 * BLOCK);
  let [together, alone] = [0, 0];

  const spectrum = (before: Float64Array, now: Float64Array, real: Float64Array, imaginary: Float64Array) => {
    for (let at = 0; at < BLOCK; at++) {
      time[at] = (before[at] as number) * (window[at] as number);
      time[BLOCK + at] = (now[at] as number) * (window[BLOCK + at] as number);
    }
    fft.forward(time, real, imaginary);
  };

  return {
    begin(before) {
      lastRest.set(before);
      lastEcho.fill(0);
      overlap.fill(0);
    },
    flush: () => lastRest.slice(),
    push(rest, echo, out) {
      spectrum(lastRest, rest, restRe, restIm);
      spectrum(lastEcho, echo, echoRe, echoIm);
      let now = 0;
      let square = 0;
      for (let k = 0; k < BINS; k++) {
        const e = (restRe[k] as number) ** 2 + (restIm[k] as number) ** 2;
        const y = (echoRe[k] as number) ** 2 + (echoIm[k] as number) ** 2;
        const de = e - (restMean[k] as number);
        const dy = y - (echoMean[k] as number);
        restMean[k] = SLOW * (restMean[k] as number) + (1 - SLOW) * e;
        echoMean[k] = SLOW * (echoMean[k] as number) + (1 - SLOW) * y;
        restPower[k] = SMOOTHING * (restPower[k] as number) + (1 - SMOOTHING) * e;
        echoPower[k] = SMOOTHING * (echoPower[k] as number) + (1 - SMOOTHING) * y;
        now += de * dy;
        square += dy * dy;
      }
      together = SLOW * together + (1 - SLOW) * now;
      alone = SLOW * alone + (1 - SLOW) * square;
      const leak = Math.min(1, Math.max(LEAST_LEAK, together / (alone + TINY)));
      for (let k = 0; k < BINS; k++) {
        const gain = Math.max(FLOOR, 1 - (leak * (echoPower[k] as number)) / ((restPower[k] as number) + TINY));
        restRe[k] = (restRe[k] as number) * gain;
        restIm[k] = (restIm[k] as number) * gain;
      }
      fft.inverse(restRe, restIm, time);
      for (let at = 0; at < BLOCK; at++) {
        out[at] = (overlap[at] as number) + (time[at] as number) * (window[at] as number);
        overlap[at] = (time[BLOCK + at] as number) * (window[BLOCK + at] as number);
      }
      lastRest.set(rest);
      lastEcho.set(echo);
    },
  };
}
