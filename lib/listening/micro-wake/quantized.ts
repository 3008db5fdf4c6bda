/** Makes a weighted sum a number of the output's scale, before its zero point is added. */
export type Rescale = (sum: number) => number;

/**
 * A factor as TensorFlow Lite's kernels apply it: a 31-bit multiplier and a shift, each rounded
 * (tensorflow/lite/kernels/internal/common.h, `MultiplyByQuantizedMultiplier`).
 * @param factor input scale × weight scale / output scale, between 0 and 1
 * @param halves where the second rounding takes them: away from zero, or up
 */
export function rescaleBy(factor: number, halves: 'away' | 'up'): Rescale {
  const shift = Math.max(0, -1 - Math.floor(Math.log2(factor)));
  const multiplier = Math.round(factor * 2 ** (31 + shift));
  const high = Math.floor(multiplier / 65_536);
  const low = multiplier % 65_536;
  const half = shift === 0 ? 0 : 2 ** (shift - 1);
  const lessBelowZero = halves === 'away' && shift > 0 ? 1 : 0;
  return (sum) => {
    // (sum × multiplier + 2^30) / 2^31, rounded down, in parts that a float64 holds exactly.
    const top = sum * high;
    const whole = Math.floor(top / 32_768);
    const doubled = whole + Math.floor(((top - whole * 32_768) * 65_536 + sum * low + 2 ** 30) / 2 ** 31);
    return (doubled + half - (doubled < 0 ? lessBelowZero : 0)) >> shift;
  };
}
