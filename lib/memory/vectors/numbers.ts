/** Shorter ones have no direction that numbers could tell. */
const MIN_LENGTH = 1e-30;

/** The vector at length 1; undefined when it has none, or isn't made of numbers. */
export function unit(values: ArrayLike<number>): Float32Array | undefined {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length < MIN_LENGTH) return undefined;
  const result = new Float32Array(values.length);
  for (let index = 0; index < values.length; index++) result[index] = (values[index] ?? 0) / length;
  return result;
}

/** A vector as bytes, one for each number: a hundredth of its precision is enough to compare it. */
export function toBytes(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  // From 128 up they stand for negative numbers.
  return Uint8Array.from(vector, (value) => Math.round((value * 127) / largest));
}

/** The bytes of a column, as numbers from -127 to 127. */
export function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
