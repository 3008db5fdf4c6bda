import { powerSpectrum } from './fft.js';
import { CHANNELS, filter } from './filterbank.js';
import { controlGain, logarithms, reduceNoise } from './gain.js';

/** Samples from one step to the next: 10 ms at 16 kHz. */
export const STEP = 160;
/** Samples that a step looks at: 30 ms. */
const WINDOW = 480;
const WINDOW_BITS = 12;
const FFT = 512;

/** A Hann window in 4096ths; the original's float32 arithmetic rounds one of them up, against what is exact. */
const ROUNDED_UP = 17;
const HANN = Int16Array.from({ length: WINDOW }, (_, at) => {
  const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / WINDOW);
  return Math.floor(weight * 2 ** WINDOW_BITS + 0.5) + (at === ROUNDED_UP ? 1 : 0);
});

/** What one stream remembers: 1.1 kB. */
export interface Ear {
  samples: Int16Array;
  /** Samples before the first step is due. */
  missing: number;
  noise: Uint32Array;
}

export const newEar = (): Ear => ({
  samples: new Int16Array(WINDOW),
  missing: WINDOW,
  noise: new Uint32Array(CHANNELS),
});

const windowed = new Int16Array(FFT);
const energy = new Float64Array(FFT / 2);
const signal = new Uint32Array(CHANNELS);

/**
 * Takes 10 ms of sound and makes the features of the last 30 ms, bit for bit those of TensorFlow's audio frontend
 * (tensorflow/lite/experimental/microfrontend, Apache-2.0) in the settings of microWakeWord: window, spectrum, 40 mel bands,
 * noise reduction, per-channel gain (PCAN, https://arxiv.org/abs/1607.05666), logarithm.
 * @param step 160 samples
 * @param features gets 40 numbers, 0 to about 670
 * @returns false for the first two steps, which are too little sound
 */
export function listen(ear: Ear, step: Int16Array, features: Uint16Array): boolean {
  const { samples, noise } = ear;
  samples.copyWithin(0, STEP);
  samples.set(step, WINDOW - STEP);
  ear.missing = Math.max(0, ear.missing - STEP);
  if (ear.missing > 0) return false;
  let peak = 0;
  for (let at = 0; at < WINDOW; at++) {
    const value = ((samples[at] as number) * (HANN[at] as number)) >> WINDOW_BITS;
    windowed[at] = value;
    // -32768 has no positive counterpart in 16 bits: it is no peak.
    if (value > peak) peak = value;
    else if (-value > peak && value !== -32_768) peak = -value;
  }
  // As loud as 16 bits allow, so that the spectrum loses little.
  const shift = Math.clz32(peak) - 17;
  for (let at = 0; at < WINDOW; at++) windowed[at] = (windowed[at] as number) << shift;
  powerSpectrum(windowed, energy);
  filter(energy, shift, signal);
  reduceNoise(signal, noise);
  controlGain(signal, noise);
  logarithms(signal, features);
  return true;
}
