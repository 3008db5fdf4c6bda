/** Buckets of the hashed embeddings of words and of letter n-grams. */
export const WORD_ROWS = 2 ** 13;
export const GRAM_ROWS = 2 ** 14;
/** Dimensions of an embedding, and of a hidden layer. */
export const EMBEDDING = 32;
export const HIDDEN = 64;
/** Marks that a word may have, and situations that a sentence stands in. */
const MARKS = 17;
const SITUATIONS = 124;

/** The matrices of the network, rows by columns. */
const SHAPES = {
  words: [WORD_ROWS, EMBEDDING],
  grams: [GRAM_ROWS, EMBEDDING],
  marks: [MARKS, EMBEDDING],
  situations: [SITUATIONS, HIDDEN],
  query: [EMBEDDING, HIDDEN],
  beside: [HIDDEN, HIDDEN],
  first: [3 * EMBEDDING, HIDDEN],
  firstBias: [1, HIDDEN],
  second: [3 * HIDDEN, HIDDEN],
  secondBias: [1, HIDDEN],
  pooled: [5 * HIDDEN, HIDDEN],
  pooledBias: [1, HIDDEN],
  odds: [HIDDEN, 1],
  oddsBias: [1, 1],
} as const;
export type Part = keyof typeof SHAPES;
export const PARTS = Object.keys(SHAPES) as Part[];
export const rowsOf = (part: Part) => SHAPES[part][0];
export const columnsOf = (part: Part) => SHAPES[part][1];
const lengthOf = (part: Part) => rowsOf(part) * columnsOf(part);

/** Rows of numbers, one after the other. */
export interface Matrix {
  weights: Float32Array | Int8Array;
  /** What one of `weights` is worth. */
  worth: number;
}
export type Network = Readonly<Record<Part, Matrix>>;

/** A word or a sentence's end: rows of its own embedding, of its letter n-grams', and of its marks'. */
export interface Token {
  word: number;
  grams: readonly number[];
  marks: readonly number[];
}

/** What is judged. */
export interface Input {
  /** At least one. */
  tokens: readonly Token[];
  query: readonly Token[];
  /** Rows of `situations`. */
  situations: readonly number[];
}

/** Dropout in training: whether a word is kept, and the factor of an activation. */
export interface Dropout {
  word(): boolean;
  number(): number;
}

/** Activations of a forward pass, as the backward pass needs them. */
export interface Activations {
  kept: Uint8Array;
  said: Float32Array;
  asked: Float32Array;
  context: Float32Array;
  first: Float32Array;
  second: Float32Array;
  /** Where `first` and `second` are largest, by column. */
  largest: Int32Array;
  pooled: Float32Array;
  hidden: Float32Array;
  /** The logarithm of the odds. */
  odds: number;
}

/**
 * Forward pass: embeddings of words and their letter n-grams (Bojanowski et al., "Enriching word vectors with subword information",
 * 2017), two convolutions over three words each, conditioned on query and situation, then pooled by maximum and mean (Kim,
 * "Convolutional neural networks for sentence classification", 2014).
 */
export function forward(network: Network, { tokens, query, situations }: Input, dropout?: Dropout): Activations {
  const length = tokens.length;
  const kept = new Uint8Array(length);
  const said = new Float32Array(length * EMBEDDING);
  for (const [at, token] of tokens.entries()) {
    const word = rowOf(said, at, EMBEDDING);
    kept[at] = dropout === undefined || dropout.word() ? 1 : 0;
    if (kept[at]) addWord(network, token, 1, word);
    for (const mark of token.marks) addRow(network.marks, mark, 1, word);
  }
  const asked = new Float32Array(EMBEDDING);
  for (const token of query) addWord(network, token, 1 / query.length, asked);
  const context = new Float32Array(HIDDEN);
  for (const row of situations) addRow(network.situations, row, 1, context);
  addProduct(asked, network.query, 0, context);
  relu(context);
  const shared = biasOf(network.firstBias);
  addProduct(context, network.beside, 0, shared);
  const first = convolve(said, EMBEDDING, network.first, shared);
  relu(first, dropout);
  const second = convolve(first, HIDDEN, network.second, biasOf(network.secondBias));
  relu(second);
  const largest = new Int32Array(2 * HIDDEN);
  const pooled = new Float32Array(5 * HIDDEN);
  for (const [which, layer] of [first, second].entries())
    for (let at = 0; at < layer.length; at++) {
      const column = which * HIDDEN + (at % HIDDEN);
      const value = layer[at] as number;
      if (value > (pooled[column] as number)) {
        pooled[column] = value;
        largest[column] = at;
      }
      pooled[2 * HIDDEN + column] = (pooled[2 * HIDDEN + column] as number) + value / length;
    }
  pooled.set(context, 4 * HIDDEN);
  relu(pooled, dropout);
  const hidden = biasOf(network.pooledBias);
  addProduct(pooled, network.pooled, 0, hidden);
  relu(hidden);
  const odds = biasOf(network.oddsBias);
  addProduct(hidden, network.odds, 0, odds);
  return { kept, said, asked, context, first, second, largest, pooled, hidden, odds: odds[0] as number };
}

/** The numbers of one place. */
export const rowOf = (layer: Float32Array, place: number, width: number) =>
  layer.subarray(place * width, (place + 1) * width);

/** Weight of the mean of a word's n-grams beside its own embedding. */
export const LETTERS_COUNT = 2;

function addWord({ words, grams }: Network, token: Token, times: number, sum: Float32Array): void {
  addRow(words, token.word, times, sum);
  for (const gram of token.grams) addRow(grams, gram, (LETTERS_COUNT * times) / token.grams.length, sum);
}

function addRow({ weights, worth }: Matrix, row: number, times: number, sum: Float32Array): void {
  const from = row * sum.length;
  const factor = times * worth;
  for (let column = 0; column < sum.length; column++)
    sum[column] = (sum[column] as number) + factor * (weights[from + column] as number);
}

const biasOf = ({ weights, worth }: Matrix) => Float32Array.from(weights, (weight) => weight * worth);

/** Adds a vector times the rows of a matrix from one on: those that count, four at once, which takes half the time. */
function addProduct(vector: Float32Array, matrix: Matrix, row: number, sum: Float32Array): void {
  const { weights, worth } = matrix;
  const [rows, factors] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ] as [number[], number[]];
  let count = 0;
  for (let index = 0; index < vector.length; index++) {
    const value = vector[index] as number;
    if (value === 0) continue;
    rows[count] = (row + index) * sum.length;
    factors[count] = value * worth;
    if (++count < 4) continue;
    const [a, b, c, d] = rows as [number, number, number, number];
    const [ofA, ofB, ofC, ofD] = factors as [number, number, number, number];
    for (let column = 0; column < sum.length; column++)
      sum[column] =
        (sum[column] as number) +
        ofA * (weights[a + column] as number) +
        ofB * (weights[b + column] as number) +
        ofC * (weights[c + column] as number) +
        ofD * (weights[d + column] as number);
    count = 0;
  }
  for (let left = 0; left < count; left++) {
    const [from, factor] = [rows[left] as number, factors[left] as number];
    for (let column = 0; column < sum.length; column++)
      sum[column] = (sum[column] as number) + factor * (weights[from + column] as number);
  }
}

/** The places beside one, itself among them, with the rows of a matrix that are theirs. */
export function* neighbours(place: number, length: number, width: number): Generator<[other: number, row: number]> {
  for (let near = -1; near <= 1; near++)
    if (place + near >= 0 && place + near < length) yield [place + near, (near + 1) * width];
}

/** Convolution over each place and those beside it. */
function convolve(layer: Float32Array, width: number, matrix: Matrix, bias: Float32Array): Float32Array {
  const length = layer.length / width;
  const sums = new Float32Array(length * HIDDEN);
  for (let place = 0; place < length; place++) {
    const sum = rowOf(sums, place, HIDDEN);
    sum.set(bias);
    for (const [other, row] of neighbours(place, length, width))
      addProduct(rowOf(layer, other, width), matrix, row, sum);
  }
  return sums;
}

function relu(values: Float32Array, dropout?: Dropout): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    values[at] = value <= 0 ? 0 : dropout === undefined ? value : value * dropout.number();
  }
}

/** Steps of a kept weight from nothing to the largest of its part. */
const STEPS = 127;

/** A network as it is kept: what a step is worth in each part as 32-bit float, then all weights in steps. */
export function packed(network: Network): Buffer {
  const worths = PARTS.map((part) => {
    let most = 0;
    for (const weight of network[part].weights) most = Math.max(most, Math.abs(weight));
    return (network[part].worth * most) / STEPS;
  });
  const steps = PARTS.map((part, index) => {
    const { weights, worth } = network[part];
    return Int8Array.from(weights, (weight) => Math.round((weight * worth) / (worths[index] || 1)));
  });
  return Buffer.concat([Float32Array.from(worths), ...steps].map(({ buffer }) => Buffer.from(buffer)));
}

/** The network that was packed, on the same memory. @throws Error where its length is another */
export function unpacked(kept: Buffer): Network {
  let at = PARTS.length * Float32Array.BYTES_PER_ELEMENT;
  if (kept.length !== PARTS.reduce((sum, part) => sum + lengthOf(part), at))
    throw new Error('The network of the claims was learned for other features: npm run claims.');
  const parts = PARTS.map((part, index) => {
    const weights = new Int8Array(kept.buffer, kept.byteOffset + at, lengthOf(part));
    at += weights.length;
    return [part, { weights, worth: kept.readFloatLE(index * Float32Array.BYTES_PER_ELEMENT) }];
  });
  return Object.fromEntries(parts);
}
