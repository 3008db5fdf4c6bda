/**
 * Vectors as codes of one bit a number, for estimating products quickly: the sign of each number's distance from a
 * centre, and one factor. The product of a vector x near a centre c with a query q is <c, q> + <x - c, q>, and the latter
 * about factor * (sum of q's numbers, each with the sign of the code), where factor = |x - c|² / (sum of |x - c|'s
 * numbers). After Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors" (SIGMOD 2024), without its rotation.
 */
export interface Code {
  bits: Uint8Array;
  factor: number;
}

/** Bytes of the bits of a vector of so many numbers. */
export function bytesOf(dimensions: number): number {
  return Math.ceil(dimensions / 8);
}

/** @param centre None when it is the origin; `at` is where it begins in a row of many. */
export function encode(vector: Float32Array, centre?: Float32Array, at = 0): Code {
  const bits = new Uint8Array(bytesOf(vector.length));
  let squares = 0;
  let sum = 0;
  for (let index = 0; index < vector.length; index++) {
    const rest = (vector[index] ?? 0) - (centre?.[at + index] ?? 0);
    squares += rest * rest;
    sum += Math.abs(rest);
    if (rest > 0) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return { bits, factor: sum === 0 ? 0 : squares / sum };
}

/** What each byte of a code adds to the sum, at byte * 256 + value: looked up instead of adding eight numbers. */
export function sumsOf(query: Float32Array): Float32Array {
  const bytes = bytesOf(query.length);
  const sums = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    const row = byte * 256;
    for (let bit = 0; bit < 8; bit++) sums[row] = (sums[row] ?? 0) - (query[byte * 8 + bit] ?? 0);
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      sums[row + value] = (sums[row + (value & (value - 1))] ?? 0) + 2 * (query[byte * 8 + lowest] ?? 0);
    }
  }
  return sums;
}

/** The sum of a query's numbers with the signs of the code that begins at `at`. */
export function signedSum(sums: Float32Array, codes: Uint8Array, at: number, bytes: number): number {
  // two sums at once don't wait for each other
  let even = 0;
  let odd = 0;
  const whole = bytes - (bytes % 2);
  let byte = 0;
  for (; byte < whole; byte += 2) {
    even += sums[byte * 256 + (codes[at + byte] ?? 0)] ?? 0;
    odd += sums[byte * 256 + 256 + (codes[at + byte + 1] ?? 0)] ?? 0;
  }
  return byte < bytes ? even + odd + (sums[byte * 256 + (codes[at + byte] ?? 0)] ?? 0) : even + odd;
}

/** Codes of a list, in the file as many as one of its pages holds: their ids, factors and bits one after the other. */
export interface Page {
  ids: Float64Array;
  factors: Float32Array;
  bits: Uint8Array;
}

/** Less than a page of SQLite's, so that a row doesn't overflow. */
const PAGE_BYTES = 3_900;

/** Bytes of an entry's code in a page: its id, factor and bits. */
export function codeBytes(dimensions: number): number {
  return 12 + bytesOf(dimensions);
}

/** How many codes a page holds. */
export function pageCapacity(dimensions: number): number {
  return Math.max(1, Math.floor(PAGE_BYTES / codeBytes(dimensions)));
}

export function readPage(stored: Uint8Array, dimensions: number): Page {
  const count = Math.floor(stored.byteLength / codeBytes(dimensions));
  // numbers have to begin at a multiple of their size
  const bytes = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const { buffer, byteOffset } = bytes;
  return {
    ids: new Float64Array(buffer, byteOffset, count),
    factors: new Float32Array(buffer, byteOffset + count * 8, count),
    bits: new Uint8Array(buffer, byteOffset + count * 12, count * bytesOf(dimensions)),
  };
}

/** Several pages as one. */
export function joined(pages: readonly Page[]): Page {
  const count = pages.reduce((sum, { ids }) => sum + ids.length, 0);
  const size = pages.reduce((sum, { bits }) => sum + bits.length, 0);
  const all: Page = { ids: new Float64Array(count), factors: new Float32Array(count), bits: new Uint8Array(size) };
  let [code, byte] = [0, 0];
  for (const { ids, factors, bits } of pages) {
    all.ids.set(ids, code);
    all.factors.set(factors, code);
    all.bits.set(bits, byte);
    code += ids.length;
    byte += bits.length;
  }
  return all;
}

export function writePage(codes: readonly (Code & { id: number })[]): Uint8Array {
  const ids = Float64Array.from(codes, ({ id }) => id);
  const factors = Float32Array.from(codes, ({ factor }) => factor);
  return Buffer.concat([Buffer.from(ids.buffer), Buffer.from(factors.buffer), ...codes.map(({ bits }) => bits)]);
}

/** The codes of a page one by one. */
export function codesOf({ ids, factors, bits }: Page): (Code & { id: number })[] {
  const bytes = ids.length === 0 ? 0 : bits.length / ids.length;
  return Array.from(ids, (id, index) => ({
    id,
    factor: factors[index] ?? 0,
    bits: bits.subarray(index * bytes, (index + 1) * bytes),
  }));
}
