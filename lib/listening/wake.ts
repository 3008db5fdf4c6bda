import path from 'node:path';
import { microFile } from './micro-wake/micro-wake.js';
import { type StreamWorker, streamWorker } from './stream-client.js';
import type { Detection, WakeEngine } from './types.js';
import { type WakeModels, wakeModels } from './wake-models.js';

/** Samples of one step of the model: 80 ms. */
const STEP = 1280;
/** Samples after a detection in which the same word is not reported again: 2 s. */
const REFRACTORY = 32_000;
/** Scores from which a word may have been said: 106 of 106 clips in noise by six voices reach openWakeWord's; "stop" over a reply, its own. */
const DOUBTFUL = { openWakeWord: 0.003, micro: 0.1, stop: 0.005 };
/** Samples without a higher score after which a doubt is told, and those in which its score may rise: 0.24 and 0.8 s. */
const PEAK_OVER = 3 * STEP;
const MAX_RISE = 10 * STEP;
/** Samples after a doubt without another one, unless its score is so many times as high: 1 s. */
const DOUBT_REFRACTORY = 16_000;
const MUCH_HIGHER = 4;

export interface EmbeddedWakeOptions {
  /** Names of `PRETRAINED_WORDS`, or paths of own openWakeWord `.onnx` files. */
  words: string[];
  /** Score from which a word counts as heard, 0 to 1; 0.5 when not given. */
  threshold?: number;
  /** Steps of 80 ms in a row that must reach the threshold; 1 when not given. */
  patience?: number;
  /** Own feature graphs, for use without the optional package. */
  models?: { melspectrogram: string; embedding: string };
}

export interface MicroWakeOptions {
  /** Names of `MICRO_WORDS`, or paths of own `.tflite` files that have their `.json` beside them. */
  words: string[];
  /** Mean probability from which a word counts as heard, 0 to 1; what each word's makers advise when not given. */
  threshold?: number | undefined;
}

/** What the worker is to load: openWakeWord's graphs, or microWakeWord's words. */
export type WakeJob = WakeModels | { micro: string[] };

/**
 * Wake words by openWakeWord's graphs, in one worker thread for all streams. A word that fired is silent for two seconds
 * of its stream's sound. A stream more than two seconds behind drops the oldest sound.
 * @throws JarvisError from `warm` and to `onError`: library-missing, not-configured, wake-failed.
 */
export function openEmbeddedWake(options: EmbeddedWakeOptions): WakeEngine {
  const { words, threshold = 0.5, patience = 1, models } = options;
  const found = wakeModels(words, models);
  const heads = found.heads.map(({ word }) => ({ word, threshold, doubtful: DOUBTFUL.openWakeWord }));
  return engineOf('openwakeword', found, heads, patience);
}

/** The same by microWakeWord's models, without onnxruntime. @throws JarvisError likewise. */
export function openEmbeddedMicroWake({ words, threshold }: MicroWakeOptions): WakeEngine {
  return microEngine(words, DOUBTFUL.micro, threshold);
}

/** "Stop" by microWakeWord, to be listened for while we speak: over our own voice it is heard weakly, so most of it is doubt. */
export function openEmbeddedStopWord(): WakeEngine {
  return microEngine(['stop'], DOUBTFUL.stop);
}

function microEngine(words: string[], doubtful: number, threshold?: number): WakeEngine {
  const heads = words.map(microFile).map(({ word, cutoff }) => ({ word, threshold: threshold ?? cutoff, doubtful }));
  return engineOf('microwakeword', { micro: words }, heads, 1);
}

function engineOf(name: string, job: WakeJob, words: readonly Word[], patience: number): WakeEngine {
  const worker = wakeScores(job);
  return {
    name,
    warm: worker.warm,
    close: worker.close,
    open(onDetection, onError, onDoubt) {
      const detect = detector(words, patience, onDoubt);
      return worker.open((scores, dropped) => {
        for (const detection of detect(scores, dropped)) onDetection(detection);
      }, onError);
    },
  };
}

/** The worker behind them: for each 80 ms of a stream, the scores of the words in the order of the job. */
export function wakeScores(job: WakeJob): StreamWorker<number[]> {
  return streamWorker<number[]>({
    file: path.join(__dirname, 'wake.worker.js'),
    data: job,
    what: 'The wake word engine',
    code: 'wake-failed',
  });
}

interface Word {
  word: string;
  threshold: number;
  /** Score from which it may have been said; missing: below the threshold it wasn't. */
  doubtful?: number;
}

/** How a word stands in one stream; places are samples from its beginning. */
interface Hearing extends Word {
  inRow: number;
  silentUntil: number;
  /** A score that doesn't reach the threshold: where it began, and where it was highest. */
  doubt: { from: number; peak: number; score: number } | undefined;
  /** The last doubt that was told: its score, and until when it stands for others. */
  told: { score: number; until: number };
}

/**
 * Turns the scores of one stream into detections, with time counted in samples, not by a clock.
 * @param onDoubt told of words that don't reach their threshold, but may have been said
 * @returns a function from the scores of the next step, in the order of `words`, and the samples dropped before it
 */
export function detector(
  words: readonly Word[],
  patience: number,
  onDoubt?: (detection: Detection) => void,
): (scores: readonly number[], dropped?: number) => Detection[] {
  const states = words.map(
    (one): Hearing => ({ ...one, inRow: 0, silentUntil: 0, doubt: undefined, told: { score: 0, until: 0 } }),
  );
  let at = 0;
  return (scores, dropped = 0) => {
    at += STEP + dropped;
    const detections: Detection[] = [];
    for (const [index, state] of states.entries()) {
      const score = scores[index] ?? 0;
      if (dropped > 0) Object.assign(state, { inRow: 0, doubt: undefined });
      state.inRow = score >= state.threshold ? state.inRow + 1 : 0;
      if (at < state.silentUntil) continue;
      if (state.inRow >= patience) {
        Object.assign(state, { silentUntil: at + REFRACTORY, doubt: undefined });
        detections.push({ word: state.word, score: Math.min(1, score), at });
        continue;
      }
      const doubt = doubtOf(state, score, at);
      if (doubt !== undefined) onDoubt?.({ word: state.word, score: doubt, at });
    }
    return detections;
  };
}

/** The highest score of a word that may have been said, once it rises no more. */
function doubtOf(state: Hearing, score: number, at: number): number | undefined {
  const { doubtful = Number.POSITIVE_INFINITY, doubt, told } = state;
  const least = at < told.until ? Math.max(doubtful, told.score * MUCH_HIGHER) : doubtful;
  const isHigher = doubt ? score > doubt.score && at - doubt.from <= MAX_RISE : score >= least;
  if (isHigher) state.doubt = { from: doubt?.from ?? at, peak: at, score };
  if (isHigher || !doubt || at - doubt.peak < PEAK_OVER) return undefined;
  Object.assign(state, { doubt: undefined, told: { score: doubt.score, until: at + DOUBT_REFRACTORY } });
  return doubt.score;
}
