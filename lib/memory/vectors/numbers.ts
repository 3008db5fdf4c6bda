/** Shorter ones have no direction that numbers could tell. */
const SHORTEST = 1e-30;

/** The vector at length 1; undefined when it has none, or isn't made of numbers. */
export function unit(values: ArrayLike<number>): Float32Array | undefined {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length < SHORTEST) return undefined;
  const result = new Float32Array(values.length);
  for (let index = 0; index < values.length; index++) result[index] = (values[index] ?? 0) / length;
  return result;
}

/** A vector as bytes, one for each number: a hundredth of its precision is enough to compare it. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return Int8Array.from(vector, (value) => Math.round((value * 127) / largest));
}

/** The bytes of a column, as numbers from -127 to 127. */
export function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The product of two vectors; `at` is where the second one begins in a row of many. */
export function product(a: Float32Array, b: Float32Array, at = 0): number {
  // four sums at once don't wait for each other
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const { length } = a;
  const whole = length - (length % 4);
  let index = 0;
  for (; index < whole; index += 4) {
    s0 += (a[index] ?? 0) * (b[at + index] ?? 0);
    s1 += (a[index + 1] ?? 0) * (b[at + index + 1] ?? 0);
    s2 += (a[index + 2] ?? 0) * (b[at + index + 2] ?? 0);
    s3 += (a[index + 3] ?? 0) * (b[at + index + 3] ?? 0);
  }
  for (; index < length; index++) s0 += (a[index] ?? 0) * (b[at + index] ?? 0);
  return s0 + s1 + s2 + s3;
}

/** The ids with the highest scores, of many that are offered one by one. */
export class Best {
  private readonly heap: { id: number; score: number }[] = [];
  /** A score has to be higher than this to count. */
  least = Number.NEGATIVE_INFINITY;

  constructor(private readonly most: number) {}

  offer(id: number, score: number): void {
    const { heap } = this;
    if (score <= this.least) return;
    if (heap.length < this.most) {
      heap.push({ id, score });
      this.rise(heap.length - 1);
    } else {
      heap[0] = { id, score };
      this.sink();
    }
    if (heap.length === this.most) this.least = heap[0]?.score ?? this.least;
  }

  /** Best first; of equals the higher id. */
  all(): { id: number; score: number }[] {
    return [...this.heap].sort((a, b) => b.score - a.score || b.id - a.id);
  }

  /** The same without their scores. */
  ids(): number[] {
    return this.all().map(({ id }) => id);
  }

  private score(index: number): number {
    return this.heap[index]?.score ?? Number.POSITIVE_INFINITY;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }

  private rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.score(parent) <= this.score(index)) return;
      this.swap(parent, index);
      index = parent;
    }
  }

  private sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const smaller = this.score(left + 1) < this.score(left) ? left + 1 : left;
      if (smaller >= this.heap.length || this.score(index) <= this.score(smaller)) return;
      this.swap(index, smaller);
      index = smaller;
    }
  }
}
