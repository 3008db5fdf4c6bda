import { MELS } from './mel.js';

/** The share of the frames that are taken for noise alone, the quietest ones, and how much of it is taken away. */
const NOISE_SHARE = 0.1;
const SUBTRACTED = 2;
/** What is left of a band at least, so that no band is emptier than in speech without noise. */
const LEFT = 0.01;
/** A frame is a pause when it has so little of the power of the loudest third; so many frames around it are kept. */
const PAUSE = 0.0025;
const AROUND = 9;

/**
 * What is said, without the noise around it and the pauses in it: of voices learnt in a quiet room the model knows few
 * in noise of 10 dB, and nearly all when it is taken away (spectral subtraction).
 * @param frames power in mel bands, frame after frame, with some in which nobody speaks
 */
export function speechFrames(frames: Float32Array): Float32Array {
  const count = frames.length / MELS;
  const quietest = Array.from({ length: count }, (_, at) => at)
    .sort((a, b) => powerOf(frames, a) - powerOf(frames, b))
    .slice(0, Math.max(3, Math.floor(count * NOISE_SHARE)));
  const noise = Float32Array.from(
    { length: MELS },
    (_, band) => quietest.reduce((sum, frame) => sum + (frames[frame * MELS + band] ?? 0), 0) / quietest.length,
  );
  const cleaned = frames.map((power, at) => Math.max(power - SUBTRACTED * (noise[at % MELS] ?? 0), LEFT * power));
  return withoutPauses(cleaned, count);
}

function withoutPauses(frames: Float32Array, count: number): Float32Array {
  const powers = Float32Array.from({ length: count }, (_, at) => powerOf(frames, at));
  const loudest = powers.toSorted().subarray(Math.floor((count * 2) / 3));
  const least = (PAUSE * loudest.reduce((sum, power) => sum + power, 0)) / loudest.length;
  const kept = Array.from({ length: count }, (_, at) => at).filter((at) =>
    powers.subarray(Math.max(0, at - AROUND), at + AROUND + 1).some((power) => power > least),
  );
  const speech = new Float32Array(kept.length * MELS);
  for (const [at, frame] of kept.entries()) speech.set(frames.subarray(frame * MELS, (frame + 1) * MELS), at * MELS);
  return speech;
}

function powerOf(frames: Float32Array, frame: number): number {
  let sum = 0;
  for (let at = frame * MELS; at < (frame + 1) * MELS; at++) sum += frames[at] ?? 0;
  return sum;
}
