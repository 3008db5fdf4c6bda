/** The direction of several vectors together, at length 1. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** How alike two voices are, from 0 to 1: the cosine of their vectors of length 1. */
export function closeness(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.max(0, Math.min(1, product));
}
