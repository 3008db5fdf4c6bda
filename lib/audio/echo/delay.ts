import { realFft } from './fft.js';

/** Compared at 4 kHz: enough for the place of a voice, at a sixteenth of the cost. */
const DECIMATION = 4;
const SIZE = 8_192;
/** Samples of the microphone that are looked for in what was played, at 4 kHz: half a second. */
const WINDOW = 2_048;
/** How late an echo may come, at 4 kHz: a second. */
const MAX_LAG = 4_096;
/** How far the best place must stand out from all others, in their root mean squares. */
const CERTAIN = 8;
/** What is kept of the last comparison. */
const KEPT = 0.5;

/** Samples of the microphone and of what was played that a comparison takes, at 16 kHz. */
export const HEARD_SAMPLES = WINDOW * DECIMATION;
export const PLAYED_SAMPLES = (WINDOW + MAX_LAG) * DECIMATION;

/**
 * Finds how much later the microphone hears what is played: generalized cross-correlation with phase transform (Knapp &
 * Carter 1976), summed over comparisons.
 */
export interface DelayFinder {
  /**
   * @param heard the last `HEARD_SAMPLES` @param played the last `PLAYED_SAMPLES`, up to the same moment
   * @returns samples at 16 kHz, 0 to 16,384; undefined where it isn't certain
   */
  compare(heard: Float64Array, played: Float64Array): number | undefined;
  clear(): void;
}

export function delayFinder(): DelayFinder {
  const fft = realFft(SIZE);
  const rows = () => new Float64Array(SIZE / 2 + 1);
  const [heardRe, heardIm, playedRe, playedIm] = [rows(), rows(), rows(), rows()];
  const time = new Float64Array(SIZE);
  const sum = new Float64Array(MAX_LAG);

  const spectrum = (samples: Float64Array, from: number, real: Float64Array, imaginary: Float64Array) => {
    time.fill(0);
    for (let at = 0; at < samples.length / DECIMATION; at++) {
      let mean = 0;
      for (let each = 0; each < DECIMATION; each++) mean += samples[at * DECIMATION + each] as number;
      time[from + at] = mean;
    }
    fft.forward(time, real, imaginary);
  };

  return {
    clear: () => void sum.fill(0),
    compare(heard, played) {
      // Both end at the same place, so that the lag is the distance.
      spectrum(heard, MAX_LAG, heardRe, heardIm);
      spectrum(played, 0, playedRe, playedIm);
      for (let k = 0; k < heardRe.length; k++) {
        const a = heardRe[k] as number;
        const b = heardIm[k] as number;
        const c = playedRe[k] as number;
        const d = playedIm[k] as number;
        const r = a * c + b * d;
        const i = b * c - a * d;
        const size = Math.sqrt(r * r + i * i) + 1e-12;
        heardRe[k] = r / size;
        heardIm[k] = i / size;
      }
      fft.inverse(heardRe, heardIm, time);
      let best = 0;
      let power = 0;
      for (let lag = 0; lag < MAX_LAG; lag++) {
        sum[lag] = KEPT * (sum[lag] as number) + (time[lag] as number);
        power += (sum[lag] as number) ** 2;
        if ((sum[lag] as number) > (sum[best] as number)) best = lag;
      }
      const isCertain = (sum[best] as number) > CERTAIN * Math.sqrt(power / MAX_LAG);
      return isCertain ? best * DECIMATION : undefined;
    },
  };
}
