import { realFft } from '../../audio/echo/fft.js';
import { MIC_RATE } from '../../audio/pcm.js';

/** Bands of a frame. */
export const MELS = 40;
/** Samples of a frame, and from one frame to the next: 25 and 10 ms. */
const WINDOW = 400;
const HOP = 160;
/** Points of the transform: the next power of two. */
const POINTS = 512;
/** Slaney's scale: even steps up to 1 kHz, even ratios above. */
const LINEAR_HZ = 1000;
const LINEAR_MELS = 15;
const HZ_PER_MEL = LINEAR_HZ / LINEAR_MELS;
const STEP = Math.log(6.4) / 27;

const hertz = (mel: number) =>
  mel < LINEAR_MELS ? mel * HZ_PER_MEL : LINEAR_HZ * Math.exp((mel - LINEAR_MELS) * STEP);
const TOP = LINEAR_MELS + Math.log(MIC_RATE / 2 / LINEAR_HZ) / STEP;
/** Where the bands begin, peak and end. */
const EDGES = Array.from({ length: MELS + 2 }, (_, at) => hertz((TOP * at) / (MELS + 1)));
const HANN = Float64Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW));

/** The weights of a band, from its first frequency on; a longer transform gives as much power to more of them. */
const BANDS = Array.from({ length: MELS }, (_, band) => {
  const [low = 0, peak = 0, high = 0] = EDGES.slice(band, band + 3);
  const first = Math.ceil((low * POINTS) / MIC_RATE);
  const last = Math.min(POINTS / 2, Math.floor((high * POINTS) / MIC_RATE));
  const weights = Array.from({ length: last - first + 1 }, (_, at) => {
    const hz = ((first + at) * MIC_RATE) / POINTS;
    const share = Math.max(0, Math.min((hz - low) / (peak - low), (high - hz) / (high - peak)));
    return (share * 2 * WINDOW) / ((high - low) * POINTS);
  });
  return { first, weights };
});

const fft = realFft(POINTS);
const windowed = new Float64Array(POINTS);
const real = new Float64Array(POINTS / 2 + 1);
const imaginary = new Float64Array(POINTS / 2 + 1);

/**
 * The power of 40 mel bands every 10 ms, as librosa's `melspectrogram` has it: centred frames, Slaney's scale and norm.
 * @param samples 16 kHz mono, from -1 to 1
 * @returns frame after frame
 */
export function melFrames(samples: Float32Array): Float32Array {
  const count = 1 + Math.floor(samples.length / HOP);
  const frames = new Float32Array(count * MELS);
  for (let frame = 0; frame < count; frame++) {
    const from = frame * HOP - WINDOW / 2;
    for (let at = 0; at < WINDOW; at++) windowed[at] = (samples[from + at] ?? 0) * (HANN[at] as number);
    fft.forward(windowed, real, imaginary);
    for (const [band, { first, weights }] of BANDS.entries()) {
      let power = 0;
      for (const [at, weight] of weights.entries())
        power += weight * ((real[first + at] as number) ** 2 + (imaginary[first + at] as number) ** 2);
      frames[frame * MELS + band] = power;
    }
  }
  return frames;
}
