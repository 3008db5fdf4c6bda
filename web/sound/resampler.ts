/** Zero crossings of the sinc on each side: 32 give a transition band of about a tenth of the lower rate's Nyquist. */
const CROSSINGS = 32;
/** Where the low-pass lies, as a part of the lower rate's Nyquist frequency, so that its slope ends below it. */
const CUTOFF = 0.925;
/** Kaiser window parameter: about 80 dB of stop-band rejection. */
const BETA = 8;

/** Changes the rate of a stream of sound as it comes; linear phase, unity gain. */
export interface Resampler {
  /** @returns the output that is settled by now; it lags the input by a few milliseconds. */
  push(input: Float32Array): Float32Array;
  /** The rest after the last `push`: together as long as the input was, in seconds. */
  flush(): Float32Array;
}

/**
 * A windowed-sinc polyphase resampler between two whole sample rates in Hz.
 * @throws RangeError when a rate isn't a positive whole number.
 */
export function createResampler(from: number, to: number): Resampler {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from > 0 && to > 0)) {
    throw new RangeError(`Sample rates must be positive whole numbers, not ${from} and ${to}`);
  }
  const divisor = gcd(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const { taps, half } = filterBank(phases, Math.min(1, to / from));
  const width = 2 * half;
  // Silence before the first sample lets the filter start in the middle of its window.
  let held = new Float32Array(half - 1);
  let phase = 0;

  function push(input: Float32Array): Float32Array {
    const samples = new Float32Array(held.length + input.length);
    samples.set(held);
    samples.set(input, held.length);
    const output = new Float32Array(Math.max(0, Math.ceil(((samples.length - width + 1) * phases - phase) / step)));
    let at = 0;
    let count = 0;
    while (at + width <= samples.length) {
      const row = phase * width;
      let sum = 0;
      for (let tap = 0; tap < width; tap += 1) sum += (samples[at + tap] ?? 0) * (taps[row + tap] ?? 0);
      output[count] = sum;
      count += 1;
      phase += step;
      at += Math.floor(phase / phases);
      phase %= phases;
    }
    // A window is far wider than a step, so `at` never passes the end.
    held = samples.slice(at);
    return output.subarray(0, count);
  }

  return { push, flush: () => push(new Float32Array(half)) };
}

/** One low-pass a phase, each `2 * half` taps long and of gain 1; `scale` is the output's rate in input rates, at most 1. */
function filterBank(phases: number, scale: number): { taps: Float32Array; half: number } {
  const half = Math.ceil(CROSSINGS / scale);
  const width = 2 * half;
  const taps = new Float32Array(phases * width);
  const bandwidth = CUTOFF * scale;
  const row = new Float64Array(width);
  for (let phase = 0; phase < phases; phase += 1) {
    let total = 0;
    for (let tap = 0; tap < width; tap += 1) {
      const time = tap - (half - 1) - phase / phases;
      const value = sinc(bandwidth * time) * kaiser(time / half);
      row[tap] = value;
      total += value;
    }
    for (let tap = 0; tap < width; tap += 1) taps[phase * width + tap] = (row[tap] ?? 0) / total;
  }
  return { taps, half };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window over -1 to 1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);
}

/** The modified Bessel function of order zero, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let n = 1; term > sum * 1e-12; n += 1) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
