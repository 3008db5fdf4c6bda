import path from 'node:path';
import { microFile } from './micro-wake/micro-wake.js';
import { type StreamWorker, streamWorker } from './stream-client.js';
import type { Detection, WakeEngine } from './types.js';
import { type WakeModels, wakeModels } from './wake-models.js';

/** Samples of one step of the model: 80 ms. */
const STEP = 1280;
/** Samples after a detection in which the same word is not reported again: 2 s. */
const REFRACTORY = 32_000;

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
  const heads = found.heads.map(({ word }) => ({ word, threshold }));
  return engineOf('openwakeword', found, () => detector(heads, patience));
}

/** The same by microWakeWord's models, without onnxruntime. @throws JarvisError likewise. */
export function openEmbeddedMicroWake({ words, threshold }: MicroWakeOptions): WakeEngine {
  const heads = words.map(microFile).map(({ word, cutoff }) => ({ word, threshold: threshold ?? cutoff }));
  return engineOf('microwakeword', { micro: words }, () => detector(heads, 1));
}

function engineOf(name: string, job: WakeJob, newDetector: () => ReturnType<typeof detector>): WakeEngine {
  const worker = wakeScores(job);
  return {
    name,
    warm: worker.warm,
    close: worker.close,
    open(onDetection, onError) {
      const detect = newDetector();
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

/**
 * Turns the scores of one stream into detections, with time counted in samples, not by a clock.
 * @returns a function from the scores of the next step, in the order of `words`, and the samples dropped before it
 */
export function detector(
  words: { word: string; threshold: number }[],
  patience: number,
): (scores: readonly number[], dropped?: number) => Detection[] {
  const states = words.map((one) => ({ ...one, inRow: 0, silentUntil: 0 }));
  let at = 0;
  return (scores, dropped = 0) => {
    at += STEP + dropped;
    const detections: Detection[] = [];
    for (const [index, state] of states.entries()) {
      const score = scores[index] ?? 0;
      if (dropped > 0) state.inRow = 0;
      state.inRow = score >= state.threshold ? state.inRow + 1 : 0;
      if (state.inRow < patience || at < state.silentUntil) continue;
      state.silentUntil = at + REFRACTORY;
      detections.push({ word: state.word, score: Math.min(1, score), at });
    }
    return detections;
  };
}
