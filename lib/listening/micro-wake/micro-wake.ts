import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { bundledFile, bundledPath } from '../../models/bundled.js';
import { BUNDLED } from '../../models/catalogue.js';
import { JarvisError } from '../../turn/errors.js';
import { readJson } from '../../turn/foreign.js';
import { existing, wordOf } from '../wake-models.js';
import { CHANNELS } from './filterbank.js';
import { type Ear, listen, newEar } from './frontend.js';
import { type Graph, openGraph, type Variables } from './graph.js';
import { unfit } from './tflite.js';

/** The manifest beside a model (https://esphome.io/components/micro_wake_word). */
const manifest = z.object({
  micro: z.object({
    probability_cutoff: z.number().min(0).max(1),
    sliding_window_size: z.number().int().min(1).max(100),
  }),
});

/** The logarithm of a feature is one of 25.6 steps a unit. */
const FEATURE_SCALE = 0.0390625;

const bundledName = (word: string) => `micro-wake-${word.replaceAll('_', '-')}`;

/** Wake words that come with the package, Apache-2.0. */
export const MICRO_WORDS: readonly string[] = BUNDLED.map(({ name, file }) => ({ name, word: wordOf(file) }))
  .filter(({ name, word }) => name === bundledName(word))
  .map(({ word }) => word);

/** A wake word's model as it lies on the disk. */
export interface MicroFile {
  word: string;
  /** The `.tflite` file. */
  file: string;
  /** Mean probability above which it counts as heard, 0 to 1: its makers' advice. */
  cutoff: number;
  /** Probabilities that are averaged. */
  window: number;
}

/** A wake word's model, loaded. */
export interface MicroWord extends Omit<MicroFile, 'file'> {
  graph: Graph;
}

/** Several words heard in the sound of many streams. */
export interface MicroWake {
  words: MicroWord[];
  /** What one stream remembers: 1.4 kB, and about 3 kB a word. */
  newStream: () => MicroStream;
  /**
   * Hears 10 ms.
   * @param samples 160 samples, 16 kHz
   * @returns for each word its mean probability, 0 to 1, where a new one is known (every 30 ms); 0 until its window is full
   */
  hear: (stream: MicroStream, samples: Int16Array) => readonly number[] | undefined;
}

export interface MicroStream {
  ear: Ear;
  heads: { variables: Variables; recent: number[] }[];
  /** Features not yet given to the models. */
  features: Uint16Array;
  filled: number;
}

/**
 * Finds a wake word's model.
 * @param word one of `MICRO_WORDS`, or the path of an own `.tflite` file that has its `.json` beside it
 * @throws JarvisError not-configured for an unknown word or a missing file; wake-failed for an unusable manifest.
 */
export function microFile(word: string): MicroFile {
  const own = word.endsWith('.tflite');
  if (!own && !MICRO_WORDS.includes(word)) {
    throw new JarvisError(
      'not-configured',
      `microWakeWord has no wake word "${word}" here. Known: ${MICRO_WORDS.join(', ')}; or give the path of a .tflite file that has its .json beside it.`,
    );
  }
  const file = own ? existing(word) : bundledPath(bundledName(word));
  const { probability_cutoff: cutoff, sliding_window_size: window } = readManifest(
    file.replace(/tflite$/, 'json'),
  ).micro;
  return { word: wordOf(word), file, cutoff, window };
}

/**
 * Loads a wake word's model.
 * @throws JarvisError as `microFile`; library-missing when one of the package is gone or was changed; wake-failed when it
 *   can't be run.
 */
export async function loadMicroWord(word: string): Promise<MicroWord> {
  const { file, ...found } = microFile(word);
  if (MICRO_WORDS.includes(word)) await bundledFile(bundledName(word));
  return { ...found, graph: openGraph(await readFile(file)) };
}

function readManifest(file: string): z.infer<typeof manifest> {
  try {
    return manifest.parse(readJson(readFileSync(file, 'utf8')));
  } catch (thrown) {
    throw unfit(`its manifest ${file} is missing, or lacks the cutoff or the window`, thrown);
  }
}

/**
 * Listens for words with microWakeWord's models (https://github.com/kahrendt/microWakeWord). Their weights are shared by all
 * streams. It computes what TensorFlow Lite does, bit for bit, and needs no native code.
 * @throws JarvisError wake-failed when the models don't take the same number of features.
 */
export function openMicroWake(words: MicroWord[]): MicroWake {
  const length = words[0]?.graph.inputLength ?? CHANNELS;
  if (words.some(({ graph }) => graph.inputLength !== length) || length % CHANNELS !== 0)
    throw unfit('the models take different numbers of features');
  const input = new Int8Array(length);
  const fresh = new Uint16Array(CHANNELS);
  return {
    words,
    newStream: () => ({
      ear: newEar(),
      heads: words.map(({ graph }) => ({ variables: graph.start(), recent: [] })),
      features: new Uint16Array(length),
      filled: 0,
    }),
    hear(stream, samples) {
      if (!listen(stream.ear, samples, fresh)) return undefined;
      stream.features.set(fresh, stream.filled);
      stream.filled += CHANNELS;
      if (stream.filled < length) return undefined;
      stream.filled = 0;
      return words.map(({ graph, window }, index) => {
        const head = stream.heads[index];
        if (!head) return 0;
        quantise(stream.features, graph, input);
        head.recent.push(graph.run(input, head.variables));
        if (head.recent.length > window) head.recent.shift();
        return head.recent.length < window ? 0 : head.recent.reduce((sum, one) => sum + one, 0) / 256 / window;
      });
    },
  };
}

/** Square waves at full scale reach past the models' range: limited as ESPHome does. */
function quantise(features: Uint16Array, { inputScale, inputZeroPoint }: Graph, input: Int8Array): void {
  const scale = FEATURE_SCALE / inputScale;
  for (let at = 0; at < input.length; at++)
    input[at] = Math.min(127, Math.round((features[at] as number) * scale) + inputZeroPoint);
}
