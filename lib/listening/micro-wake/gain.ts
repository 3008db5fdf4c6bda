import { CHANNELS } from './filterbank.js';

const NOISE_BITS = 14;
const SMOOTHING_BITS = 10;
const [EVEN_SMOOTHING, ODD_SMOOTHING, LEAST_SIGNAL] = [0.025, 0.06, 0.05].map((share) =>
  Math.floor(share * 2 ** NOISE_BITS),
) as [number, number, number];

const GAIN_BITS = 21;
/** Bits by which the spectrum of 512 points stands too low. */
const CORRECTION_BITS = 3;
const SNR_BITS = 12;
const OUTPUT_BITS = 6;

const LOG_BITS = 16;
const SEGMENT_BITS = 7;
const LOG_OF_2 = 45_426;
const LOG_SCALE_BITS = 6;

/**
 * Takes steady noise off: a slow average of each channel, updated here, is subtracted, a twentieth of the signal stays.
 * @param estimate of one stream, in 1024ths
 */
export function reduceNoise(signal: Uint32Array, estimate: Uint32Array): void {
  for (let channel = 0; channel < CHANNELS; channel++) {
    const smoothing = channel % 2 === 0 ? EVEN_SMOOTHING : ODD_SMOOTHING;
    const value = signal[channel] as number;
    const scaled = (value << SMOOTHING_BITS) >>> 0;
    const average = scaled * smoothing + (estimate[channel] as number) * (2 ** NOISE_BITS - smoothing);
    const noise = Math.floor(average / 2 ** NOISE_BITS);
    estimate[channel] = noise;
    const rest = (scaled - Math.min(noise, scaled)) >>> SMOOTHING_BITS;
    signal[channel] = Math.max(rest, Math.floor((value * LEAST_SIGNAL) / 2 ** NOISE_BITS));
  }
}

/** Makes channels equally loud over time (per-channel amplitude normalisation): the gain falls with the noise in each. */
export function controlGain(signal: Uint32Array, estimate: Uint32Array): void {
  for (let channel = 0; channel < CHANNELS; channel++) {
    const product = (signal[channel] as number) * gainFor(estimate[channel] as number);
    const snr = Math.floor(product / 2 ** (GAIN_BITS - CORRECTION_BITS - SNR_BITS)) >>> 0;
    signal[channel] =
      snr < 2 << SNR_BITS
        ? (snr * snr) >>> (2 + 2 * SNR_BITS - OUTPUT_BITS)
        : (snr >>> (SNR_BITS - OUTPUT_BITS)) - (1 << OUTPUT_BITS);
  }
}

/** The natural logarithm of each channel, times 64. */
export function logarithms(signal: Uint32Array, features: Uint16Array): void {
  for (let channel = 0; channel < CHANNELS; channel++) {
    const value = ((signal[channel] as number) << CORRECTION_BITS) >>> 0;
    features[channel] = value > 1 ? Math.min(0xffff, logOf(value)) : 0;
  }
}

/** 2^21 × (noise + 80)^-0.95, at most 32767. */
const gainAt = (noise: number) =>
  Math.min(32_767, Math.floor(2 ** GAIN_BITS * (noise / 2 ** (SMOOTHING_BITS - CORRECTION_BITS) + 80) ** -0.95 + 0.5));

/** A parabola through three gains for each power of two of the noise: its value, slope and curve at the start. */
const GAINS = Int32Array.from({ length: 33 * 3 }, (_, at) => {
  const bits = Math.floor(at / 3);
  const start = 2 ** Math.max(0, bits - 1);
  const first = gainAt(start);
  const middle = gainAt(start * 1.5) - first;
  const last = gainAt(bits === 32 ? 2 * start - 1 : 2 * start) - first;
  const slope = 4 * middle - last;
  return [first, slope, last - slope][at % 3] ?? 0;
});
const GAIN_OF_SILENCE = gainAt(0);

function gainFor(noise: number): number {
  if (noise === 0) return GAIN_OF_SILENCE;
  const bits = 32 - Math.clz32(noise);
  const first = GAINS[3 * bits] as number;
  if (noise <= 2) return first;
  const part = (bits < 11 ? noise << (11 - bits) : noise >>> (bits - 11)) & 0x3ff;
  const slope = (GAINS[3 * bits + 1] as number) << 5;
  const rise = ((((GAINS[3 * bits + 2] as number) * part) >> 5) + slope) * part;
  return first + ((rise + (1 << 14)) >> 15);
}

/** What a straight line between powers of two lacks to the logarithm to base 2, in 65536ths, at 128 places. */
const LOG_TABLE = Uint16Array.from({ length: 2 ** SEGMENT_BITS + 1 }, (_, at) => {
  const part = at / 2 ** SEGMENT_BITS;
  return Math.round((Math.log2(1 + part) - part) * 2 ** LOG_BITS);
});

function logOf(value: number): number {
  const whole = 31 - Math.clz32(value);
  const above = value - 2 ** whole;
  const part = whole < LOG_BITS ? above << (LOG_BITS - whole) : above >>> (whole - LOG_BITS);
  const segment = part >> (LOG_BITS - SEGMENT_BITS);
  const from = LOG_TABLE[segment] as number;
  const to = LOG_TABLE[segment + 1] as number;
  const rise = ((to - from) * (part - (segment << (LOG_BITS - SEGMENT_BITS)))) >> LOG_BITS;
  const log2 = whole * 2 ** LOG_BITS + part + from + rise;
  const natural = Math.floor((LOG_OF_2 * log2 + 2 ** (LOG_BITS - 1)) / 2 ** LOG_BITS);
  return ((natural << LOG_SCALE_BITS) + 2 ** (LOG_BITS - 1)) >>> LOG_BITS;
}
