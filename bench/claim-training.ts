import { randomFrom, shuffled } from '../lib/audio/random.js';
import {
  type Activations,
  columnsOf,
  type Dropout,
  EMBEDDING,
  forward,
  HIDDEN,
  type Input,
  LETTERS_COUNT,
  type Network,
  neighbours,
  PARTS,
  type Part,
  rowOf,
  rowsOf,
  type Token,
} from '../lib/replying/claim-network.js';

/** An example in a language, with its label: whether it is so. */
export interface Example {
  language: string;
  input: Input;
  isSo: boolean;
}

/** Epochs; this and what follows was chosen on examples that were left out. */
const EPOCHS = 5;
const BATCH = 128;
/** Learning rate, reached after so many batches; from there it falls in a line to a part of it. */
const LEARNING_RATE = 2e-3;
const WARM_UP = 200;
const LEAST_RATE = 0.02;
/** Dropout of whole words, and of activations. */
const WORD_DROPOUT = 0.15;
const DROPOUT = 0.3;
/** Decay of Adam's first and second moment. */
const BETA1 = 0.9;
const BETA2 = 0.99;
/** Embeddings are a language's own; the other layers are trained on all languages together. */
const OWN: readonly Part[] = ['words', 'grams'];

/** Weights of a part, their gradients in this batch, and Adam's moments. */
interface Parameters {
  weights: Float32Array;
  gradients: Float32Array;
  means: Float32Array;
  squares: Float32Array;
  columns: number;
  /** Rows that have gradients. */
  touched: Set<number>;
}

type Parts = Record<Part, Parameters>;

/**
 * Networks by language, trained with cross entropy and Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), in its
 * lazy form for embeddings: a batch moves only those that it has.
 */
export function train(
  examples: readonly Example[],
  told?: (epoch: number, loss: number) => void,
): Map<string, Network> {
  const random = randomFrom(1);
  const shared = initialParameters(random);
  const languages = new Map(
    [...new Set(examples.map(({ language }) => language))].map((language) => {
      const parts = { ...shared, ...Object.fromEntries(OWN.map((part) => [part, initial(part, random)])) };
      return [language, { parts, network: networkOf(parts) }];
    }),
  );
  const all = new Set([...languages.values()].flatMap(({ parts }) => Object.values(parts)));
  const dropout: Dropout = {
    word: () => random() >= WORD_DROPOUT,
    number: () => (random() < DROPOUT ? 0 : DROPOUT_SCALE),
  };
  const batches = Math.ceil(examples.length / BATCH);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = shuffled(examples, random);
    let loss = 0;
    for (let from = 0; from < order.length; from += BATCH) {
      for (const { language, input, isSo } of order.slice(from, from + BATCH)) {
        const known = languages.get(language);
        if (!known) continue;
        const activations = forward(known.network, input, dropout);
        const likely = 1 / (1 + Math.exp(-activations.odds));
        loss -= Math.log(Math.max(1e-9, isSo ? likely : 1 - likely));
        backward(known.parts, input, activations, (likely - Number(isSo)) / BATCH, DROPOUT_SCALE);
      }
      step++;
      const rate = LEARNING_RATE * Math.min(1, step / WARM_UP) * Math.max(LEAST_RATE, 1 - step / (EPOCHS * batches));
      for (const part of all) adam(part, rate, step);
    }
    told?.(epoch, loss / examples.length);
  }
  return new Map([...languages].map(([language, { network }]) => [language, network]));
}

/** Random weights. */
export function initialParameters(random: () => number): Parts {
  return Object.fromEntries(PARTS.map((part) => [part, initial(part, random)])) as Parts;
}

export const networkOf = (parts: Parts): Network =>
  Object.fromEntries(PARTS.map((part) => [part, { weights: parts[part].weights, worth: 1 }])) as Network;

function initial(part: Part, random: () => number): Parameters {
  const [length, columns] = [rowsOf(part) * columnsOf(part), columnsOf(part)];
  const spread = part.endsWith('Bias') ? 0 : (INITIAL_SPREADS[part] ?? Math.sqrt(1 / rowsOf(part)));
  const empty = () => new Float32Array(length);
  const weights = Float32Array.from({ length }, () => spread * normal(random));
  return { weights, gradients: empty(), means: empty(), squares: empty(), columns, touched: new Set() };
}

/** Standard deviations of random weights, where they aren't 1 / √rows. */
const INITIAL_SPREADS: Partial<Record<Part, number>> = {
  words: 0.1,
  grams: 0.1,
  marks: 0.3,
  situations: 0.2,
  query: 0.2,
  beside: 0.1,
  odds: 0.1,
};
const DROPOUT_SCALE = 1 / (1 - DROPOUT);

/** A number of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function adam({ weights, gradients, means, squares, columns, touched }: Parameters, rate: number, step: number): void {
  const [meanSoFar, squareSoFar] = [1 - BETA1 ** step, 1 - BETA2 ** step];
  for (const row of touched)
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      const gradient = gradients[at] as number;
      const mean = BETA1 * (means[at] as number) + (1 - BETA1) * gradient;
      const square = BETA2 * (squares[at] as number) + (1 - BETA2) * gradient * gradient;
      means[at] = mean;
      squares[at] = square;
      weights[at] = (weights[at] as number) - (rate * mean) / meanSoFar / (Math.sqrt(square / squareSoFar) + 1e-8);
      gradients[at] = 0;
    }
  touched.clear();
}

/**
 * Backward pass: adds the gradients of the odds to those of all weights, times `error`.
 * @param kept the factor of the activations that dropout has kept
 */
export function backward(
  parts: Parts,
  { tokens, query, situations }: Input,
  activations: Activations,
  error: number,
  kept = 1,
): void {
  const { said, asked, context, first, second, largest, pooled, hidden } = activations;
  const length = tokens.length;
  const back = (name: Part, bias: Part, made: Float32Array, given: Float32Array, width: number): Float32Array => {
    const gradients = new Float32Array(given.length);
    for (let place = 0; place < length; place++) {
      const from = rowOf(made, place, HIDDEN);
      addTo(parts[bias], 0, from, 1);
      for (const [other, row] of neighbours(place, length, width))
        through(parts[name], row, from, rowOf(given, other, width), rowOf(gradients, other, width));
    }
    return gradients;
  };
  const toWord = (token: Token, gradients: Float32Array, times: number) => {
    addTo(parts.words, token.word, gradients, times);
    for (const gram of token.grams) addTo(parts.grams, gram, gradients, (LETTERS_COUNT * times) / token.grams.length);
  };
  const atOdds = Float32Array.of(error);
  addTo(parts.oddsBias, 0, atOdds, 1);
  const atHidden = new Float32Array(HIDDEN);
  through(parts.odds, 0, atOdds, hidden, atHidden);
  cut(atHidden, hidden);
  addTo(parts.pooledBias, 0, atHidden, 1);
  const atPooled = new Float32Array(pooled.length);
  through(parts.pooled, 0, atHidden, pooled, atPooled);
  cut(atPooled, pooled, kept);
  const pools = (which: number) => {
    const mean = rowOf(atPooled, 2 + which, HIDDEN);
    const gradients = Float32Array.from({ length: length * HIDDEN }, (_, at) => (mean[at % HIDDEN] as number) / length);
    for (let column = which * HIDDEN; column < (which + 1) * HIDDEN; column++) {
      const at = largest[column] as number;
      gradients[at] = (gradients[at] as number) + (atPooled[column] as number);
    }
    return gradients;
  };
  const atSecond = pools(1);
  cut(atSecond, second);
  const atFirst = pools(0);
  add(back('second', 'secondBias', atSecond, first, HIDDEN), atFirst);
  cut(atFirst, first, kept);
  const atSaid = back('first', 'firstBias', atFirst, said, EMBEDDING);
  const atShared = new Float32Array(HIDDEN);
  for (let place = 0; place < length; place++) add(rowOf(atFirst, place, HIDDEN), atShared);
  const atContext = rowOf(atPooled, 4, HIDDEN);
  through(parts.beside, 0, atShared, context, atContext);
  cut(atContext, context);
  for (const row of situations) addTo(parts.situations, row, atContext, 1);
  const atAsked = new Float32Array(EMBEDDING);
  through(parts.query, 0, atContext, asked, atAsked);
  for (const token of query) toWord(token, atAsked, 1 / query.length);
  for (const [at, token] of tokens.entries()) {
    const gradients = rowOf(atSaid, at, EMBEDDING);
    if (activations.kept[at]) toWord(token, gradients, 1);
    for (const mark of token.marks) addTo(parts.marks, mark, gradients, 1);
  }
}

/** Through a ReLU: what was cut off has no gradient. */
function cut(gradients: Float32Array, values: Float32Array, times = 1): void {
  for (let at = 0; at < gradients.length; at++)
    gradients[at] = (values[at] as number) > 0 ? (gradients[at] as number) * times : 0;
}

function add(gradients: Float32Array, sum: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (gradients[at] as number);
}

function addTo({ gradients, touched }: Parameters, row: number, made: Float32Array, times: number): void {
  const from = row * made.length;
  for (let column = 0; column < made.length; column++)
    gradients[from + column] = (gradients[from + column] as number) + times * (made[column] as number);
  touched.add(row);
}

const within = new Int32Array(HIDDEN);

/** Back through the rows of a matrix from one on: from the gradients of what was made to those of what was given. */
function through(
  { weights, gradients, touched }: Parameters,
  row: number,
  made: Float32Array,
  given: Float32Array,
  gradientsOfGiven: Float32Array,
): void {
  // Most of it is nothing.
  let count = 0;
  for (let column = 0; column < made.length; column++) if (made[column] !== 0) within[count++] = column;
  if (count === 0) return;
  for (let index = 0; index < given.length; index++) {
    const value = given[index] as number;
    const from = (row + index) * made.length;
    let sum = 0;
    for (let nth = 0; nth < count; nth++) {
      const column = within[nth] as number;
      const gradient = made[column] as number;
      sum += gradient * (weights[from + column] as number);
      if (value !== 0) gradients[from + column] = (gradients[from + column] as number) + gradient * value;
    }
    gradientsOfGiven[index] = (gradientsOfGiven[index] as number) + sum;
    touched.add(row + index);
  }
}
