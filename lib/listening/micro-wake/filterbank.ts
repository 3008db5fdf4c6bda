/** Features of a step. */
export const CHANNELS = 40;
const BITS = 12;
const LOWEST_HZ = 125;
const HIGHEST_HZ = 7500;
/** Between two frequencies of the spectrum. */
const STEP_HZ = 16_000 / 512;

/** Frequencies whose weight the original's float32 arithmetic rounds up, against what is exact. */
const ROUNDED_UP = [149, 221];

const mel = (hz: number) => 1127 * Math.log1p(hz / 700);

interface Band {
  start: number;
  /** Of each frequency, what belongs to this band, in 4096ths; the rest belongs to the next one. */
  weights: number[];
  rests: number[];
}

/** Triangles on the mel scale, one more than there are channels: each is a slope up of its own and down of the last. */
const BANDS: Band[] = (() => {
  const low = mel(LOWEST_HZ);
  const spacing = (mel(HIGHEST_HZ) - low) / (CHANNELS + 1);
  let frequency = Math.floor(1.5 + LOWEST_HZ / STEP_HZ);
  return Array.from({ length: CHANNELS + 1 }, (_, band) => {
    const made: Band = { start: frequency, weights: [], rests: [] };
    for (; mel(frequency * STEP_HZ) <= low + spacing * (band + 1); frequency++) {
      const share = (low + spacing * (band + 1) - mel(frequency * STEP_HZ)) / spacing;
      const up = ROUNDED_UP.includes(frequency) ? 1 : 0;
      made.weights.push(Math.floor(share * 2 ** BITS + 0.5) + up);
      made.rests.push(Math.floor((1 - share) * 2 ** BITS + 0.5) - up);
    }
    return made;
  });
})();

/**
 * The amplitude in each of 40 bands of 125 to 7500 Hz.
 * @param energy from `powerSpectrum`
 * @param shift by how many bits the sound was scaled up before
 * @param amplitudes gets whole numbers
 */
export function filter(energy: Float64Array, shift: number, amplitudes: Uint32Array): void {
  let carried = 0;
  for (let band = 0; band <= CHANNELS; band++) {
    const { start, weights, rests } = BANDS[band] as Band;
    let sum = carried;
    carried = 0;
    for (let at = 0; at < weights.length; at++) {
      const power = energy[start + at] as number;
      sum += power * (weights[at] as number);
      carried += power * (rests[at] as number);
    }
    // The first one is only the slope up to the first channel.
    if (band > 0) amplitudes[band - 1] = roundedRoot(sum) >>> shift;
  }
}

/** The square root to the nearest whole number; of 32 bits to at most 16. */
function roundedRoot(value: number): number {
  const root = Math.floor(Math.sqrt(value));
  return value - root * root > root && root !== 0xffff ? root + 1 : root;
}
