import { randomFrom } from '../../audio/random.js';
import { STEP } from '../open-wake-word.js';
import { type Heard, stepsOf, windowAt } from './embeddings.js';
import { type Example, type Head, logitOf, openTraining } from './head.js';

/** Times it goes over the examples; the last ones with smaller steps. */
const ROUNDS = 14;
const LAST_ROUNDS = 4;
const LAST_PACE = 0.25;
/** Rounds before hard negatives are looked for. */
const EASY_ROUNDS = 2;
/** Negatives from this logit on are hard: it is about to take them for the phrase. */
const HARD_LOGIT = -3;
const HARD_WEIGHT = 2;
/** Steps of 80 ms from the end of the phrase on, in which it is to be heard. */
const SAID_STEPS = 4;

/** What was heard of a scene in which the phrase is said. */
export interface HeardScene {
  heard: Heard;
  /** Where the phrase begins and ends, in samples. */
  begins: number;
  ends: number;
}

/**
 * Trains a head on what the feature graphs heard.
 * @param said scenes in which the phrase is said
 * @param not sounds in which it isn't
 * @throws AbortError
 */
export async function trainHead(
  said: readonly HeardScene[],
  not: readonly Heard[],
  { seed, signal, onRound }: { seed: number; signal: AbortSignal; onRound?: (share: number, loss: number) => void },
): Promise<Head> {
  const random = randomFrom(seed);
  const positives = said.flatMap(saidWindows).map((window): Example => ({ window, said: true, weight: 1 }));
  const before = said.flatMap(({ heard, begins }) => windowsOf(heard).slice(0, Math.floor(begins / STEP)));
  const negatives = [...not.flatMap(windowsOf), ...before].map(
    (window): Example => ({ window, said: false, weight: 1 }),
  );
  const all = [...positives, ...negatives];
  const training = openTraining(
    all.filter(() => random() < 2000 / all.length).map(({ window }) => window),
    seed,
  );
  for (let round = 0; round < ROUNDS; round++) {
    // Hard-negative mining: those that the head of now takes for the phrase count again, and more.
    const head = training.head();
    const hard: Example[] = [];
    for (const [index, example] of negatives.entries()) {
      if (round < EASY_ROUNDS) break;
      if (logitOf(head, example.window) > HARD_LOGIT) hard.push({ ...example, weight: HARD_WEIGHT });
      if (index % 500 === 0) await breath(signal);
    }
    const share = (1.5 * positives.length) / negatives.length;
    const easy = negatives.filter(() => random() < share);
    const loss = training.learn([...positives, ...easy, ...hard], round < ROUNDS - LAST_ROUNDS ? 1 : LAST_PACE);
    onRound?.((round + 1) / ROUNDS, loss);
    await breath(signal);
  }
  return training.head();
}

/** The highest logit of a sound's windows. */
export function peakOf(head: Head, heard: Heard): number {
  return windowsOf(heard).reduce((peak, window) => Math.max(peak, logitOf(head, window)), Number.NEGATIVE_INFINITY);
}

function saidWindows({ heard, ends }: HeardScene): Float32Array[] {
  const end = Math.ceil(ends / STEP);
  return windowsOf(heard).slice(end, end + SAID_STEPS);
}

function windowsOf(heard: Heard): Float32Array[] {
  return Array.from({ length: stepsOf(heard) }, (_, step) => windowAt(heard, step));
}

/** Lets signals and timers in between. */
async function breath(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}
