/** One measurement, as `npm run bench -- --json` writes it. */
export interface Row {
  /** `<bench>/<what>`; fixed, so that runs compare. */
  name: string;
  unit: string;
  p50: number;
  p95: number;
  /** How often it was measured. */
  n: number;
  note?: string;
}

/** A row of a share, with its 95 % interval by Wilson. */
export function shareRow(name: string, count: number, of: number, note: string): Row {
  const [p, z] = [count / of, 1.96];
  const middle = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  const [low, high] = [middle - half, middle + half].map((end) => Math.round(100 * end));
  return { ...rowOf(name, 'ratio', [p], `${note}; ${low} to ${high} %`), n: of };
}

/** A row from single measurements: the median and the 95th percentile, rounded to three figures after the point. */
export function rowOf(name: string, unit: string, values: readonly number[], note?: string): Row {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
    return Math.round(value * 1000) / 1000;
  };
  return { name, unit, p50: at(0.5), p95: at(0.95), n: values.length, ...(note !== undefined && { note }) };
}
