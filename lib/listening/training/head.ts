import { randomFrom, shuffled } from '../../audio/random.js';
import { EMBEDDING } from '../open-wake-word.js';
import { WINDOW } from './embeddings.js';
import type { Layer } from './onnx-file.js';

const INPUTS = WINDOW * EMBEDDING;
const HIDDEN = 32;
const BATCH = 64;
/** Adam's usual numbers; weights decay apart from its steps (AdamW). */
const RATE = 1e-3;
const DECAY = 0.02;
const [MEAN_KEPT, SQUARE_KEPT, TINY] = [0.9, 0.999, 1e-8];
/** Share of the hidden units that are left out of a step. */
const DROPOUT = 0.3;
/** How far the numbers of a window are shifted at random, in their standard deviations. */
const SHIFT = 0.3;

/** One hidden layer over a window of embeddings, and one answer. */
export interface Head {
  /** `HIDDEN` rows of `INPUTS` weights. */
  first: Layer;
  last: Layer;
}

/** A window and whether the phrase is said in it. */
export interface Example {
  window: Float32Array;
  said: boolean;
  /** How much it counts beside the others. */
  weight: number;
}

/** The head's answer before its sigmoid: above 0 it heard the phrase. */
export function logitOf({ first, last }: Head, window: Float32Array): number {
  let logit = last.biases[0] ?? 0;
  for (let unit = 0; unit < first.biases.length; unit++) {
    const sum = (first.biases[unit] ?? 0) + dot(first.weights, unit * INPUTS, window);
    if (sum > 0) logit += sum * (last.weights[unit] ?? 0);
  }
  return logit;
}

/** The weights being trained: one network that takes the numbers of a window on the scale of their deviations. */
export interface Training {
  /** Goes once over the examples, in another order each time. @param pace of the steps, 1 or less @returns the mean loss */
  learn(examples: readonly Example[], pace: number): number;
  /** What it has learned, for windows as they are. */
  head(): Head;
}

/**
 * Trains a head by binary cross-entropy with AdamW, dropout and shifted inputs; the same for the same seed.
 * @param windows some of what it will hear, for the scale of the numbers
 */
export function openTraining(windows: readonly Float32Array[], seed: number): Training {
  const random = randomFrom(seed);
  const { mean, deviation } = scaleOf(windows);
  const first = parametersOf(HIDDEN * INPUTS, random, Math.sqrt(3 / INPUTS));
  const firstBias = parametersOf(HIDDEN, random, 0);
  const last = parametersOf(HIDDEN, random, Math.sqrt(3 / HIDDEN));
  const lastBias = parametersOf(1, random, 0);
  const [input, hidden, kept, shift] = [INPUTS, HIDDEN, HIDDEN, EMBEDDING].map((size) => new Float32Array(size)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  let steps = 0;

  const forward = (window: Float32Array): number => {
    // The same shift over the whole window, as another microphone or mouth makes it.
    for (let at = 0; at < EMBEDDING; at++) shift[at] = (random() + random() + random() - 1.5) * 2 * SHIFT;
    for (let at = 0, band = 0; at < INPUTS; at++, band = band + 1 === EMBEDDING ? 0 : band + 1)
      input[at] = (numberAt(window, at) - numberAt(mean, band)) / numberAt(deviation, band) + numberAt(shift, band);
    let logit = numberAt(lastBias.values, 0);
    for (let unit = 0; unit < HIDDEN; unit++) {
      const scale = random() < DROPOUT ? 0 : 1 / (1 - DROPOUT);
      const sum = scale === 0 ? 0 : numberAt(firstBias.values, unit) + dot(first.values, unit * INPUTS, input);
      kept[unit] = sum > 0 ? scale : 0;
      hidden[unit] = sum > 0 ? sum * scale : 0;
      logit += numberAt(hidden, unit) * numberAt(last.values, unit);
    }
    return logit;
  };
  const backward = (slope: number) => {
    lastBias.slopes[0] = numberAt(lastBias.slopes, 0) + slope;
    for (let unit = 0; unit < HIDDEN; unit++) {
      if (kept[unit] === 0) continue;
      last.slopes[unit] = numberAt(last.slopes, unit) + slope * numberAt(hidden, unit);
      const back = slope * numberAt(last.values, unit) * numberAt(kept, unit);
      firstBias.slopes[unit] = numberAt(firstBias.slopes, unit) + back;
      const { slopes } = first;
      for (let at = 0, to = unit * INPUTS; at < INPUTS; at++, to++)
        slopes[to] = numberAt(slopes, to) + back * numberAt(input, at);
    }
  };

  return {
    learn(examples, pace) {
      const order = shuffled(examples, random);
      let loss = 0;
      for (let from = 0; from < order.length; from += BATCH) {
        const batch = order.slice(from, from + BATCH);
        for (const { window, said, weight } of batch) {
          const score = 1 / (1 + Math.exp(-forward(window)));
          loss -= weight * Math.log(Math.max(1e-7, said ? score : 1 - score));
          backward((weight * (score - (said ? 1 : 0))) / batch.length);
        }
        steps++;
        const rate = pace * RATE * (Math.sqrt(1 - SQUARE_KEPT ** steps) / (1 - MEAN_KEPT ** steps));
        for (const parameters of [first, firstBias, last, lastBias])
          step(parameters, rate, parameters === first ? 1 - pace * RATE * DECAY : 1);
      }
      return loss / Math.max(1, order.length);
    },
    head() {
      // The scale goes into the weights, so that the head takes windows as they are.
      const weights = first.values.map((weight, at) => weight / numberAt(deviation, at % EMBEDDING));
      const biases = firstBias.values.map((bias, unit) => {
        let sum = bias;
        for (let at = 0; at < INPUTS; at++)
          sum -= numberAt(weights, unit * INPUTS + at) * numberAt(mean, at % EMBEDDING);
        return sum;
      });
      return {
        first: { weights, biases },
        last: { weights: last.values.slice(), biases: lastBias.values.slice() },
      };
    },
  };
}

/** Weights with what the optimiser keeps of each. */
interface Parameters {
  values: Float32Array;
  slopes: Float32Array;
  mean: Float32Array;
  square: Float32Array;
}

function parametersOf(size: number, random: () => number, most: number): Parameters {
  const zeros = () => new Float32Array(size);
  return { values: zeros().map(() => (random() * 2 - 1) * most), slopes: zeros(), mean: zeros(), square: zeros() };
}

function step({ values, slopes, mean, square }: Parameters, rate: number, decay: number): void {
  for (let at = 0; at < values.length; at++) {
    const slope = numberAt(slopes, at);
    const moved = MEAN_KEPT * numberAt(mean, at) + (1 - MEAN_KEPT) * slope;
    const spread = SQUARE_KEPT * numberAt(square, at) + (1 - SQUARE_KEPT) * slope * slope;
    mean[at] = moved;
    square[at] = spread;
    values[at] = numberAt(values, at) * decay - (rate * moved) / (Math.sqrt(spread) + TINY);
  }
  slopes.fill(0);
}

/** Mean and deviation of each of the embedding's numbers. */
function scaleOf(windows: readonly Float32Array[]): { mean: Float32Array; deviation: Float32Array } {
  const [sum, squares] = [new Float64Array(EMBEDDING), new Float64Array(EMBEDDING)];
  for (const window of windows)
    for (const [at, value] of window.entries()) {
      sum[at % EMBEDDING] = (sum[at % EMBEDDING] ?? 0) + value;
      squares[at % EMBEDDING] = (squares[at % EMBEDDING] ?? 0) + value * value;
    }
  const count = Math.max(1, windows.length * WINDOW);
  const mean = Float32Array.from(sum, (total) => total / count);
  const deviation = mean.map((middle, at) => Math.sqrt(Math.max(0, (squares[at] ?? 0) / count - middle ** 2)) + 1e-3);
  return { mean, deviation };
}

/** A number of a row that is long enough: these loops are the training's whole cost. */
const numberAt = (row: Float32Array, at: number) => row[at] as number;

function dot(weights: Float32Array, from: number, input: Float32Array): number {
  let [even, odd] = [0, 0];
  for (let at = 0, other = from; at < INPUTS; at += 2, other += 2) {
    even += numberAt(weights, other) * numberAt(input, at);
    odd += numberAt(weights, other + 1) * numberAt(input, at + 1);
  }
  return even + odd;
}
