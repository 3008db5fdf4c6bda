import { openWakeHead } from '../open-wake-word.js';
import { type Heard, stepsOf, windowAt } from './embeddings.js';
import type { Head } from './head.js';
import { type Lesson, materialOf, PROGRAMME_SECONDS } from './material.js';
import { peakOf, trainHead } from './train.js';

/** Share of the tuning voices' phrases that the threshold may cost. */
const MISSED = 0.03;
/** As far as the threshold is moved, on the scale of the logits. */
const MAX_MOVED = 3;
/** Scores from here on wake. */
const THRESHOLD = 0.5;

/** How a word does with voices that it wasn't trained with. */
export interface WakeReport {
  voices: number;
  /** Scenes with the phrase, and in how many it was heard. */
  said: number;
  heard: number;
  /** Scenes with what sounds like it, and what of that woke it. */
  lookAlikes: number;
  wokenBy: string[];
  /** Hours of sentences, music and noise, and how often it woke. */
  hours: number;
  accepts: number;
}

/**
 * Trains a head for a phrase: the voices say it, what sounds like it, and sentences; each in rooms, with noise, music and
 * other people; a small network learns them apart on openWakeWord's embeddings. Other voices choose its threshold, so
 * that a score of 0.5 is right.
 * @throws JarvisError not-configured where there are too few voices, tts-failed; AbortError
 */
export async function learnWakeWord(lesson: Lesson): Promise<Head> {
  const { onProgress, signal } = lesson;
  const training = await materialOf(lesson, 'training');
  const said = training.scenes.map(({ scene, heard }) => ({ ...scene, heard }));
  const not = [...training.programmes, ...training.near.map(({ heard }) => heard)];
  const head = await trainHead(said, not, { seed: 1, signal, onRound: (share) => onProgress('learning', share) });
  const tuning = await materialOf(lesson, 'tuning');
  const wrong = Math.max(...tuning.programmes.map((heard) => peakOf(head, heard)));
  const right = tuning.scenes.map(({ heard }) => peakOf(head, heard)).sort((a, b) => a - b);
  // Halfway between what mustn't wake it and nearly all of what must, and never so low that the former does.
  const middle = Math.max(wrong, (wrong + (right[Math.floor(MISSED * right.length)] ?? 0)) / 2);
  const moved = Math.max(-MAX_MOVED, Math.min(MAX_MOVED, middle));
  return { ...head, last: { ...head.last, biases: head.last.biases.map((bias) => bias - moved) } };
}

/** Tells how a model file does with the voices that `learnWakeWord` keeps for it. @throws the same */
export async function examineWakeWord(file: string, lesson: Lesson): Promise<WakeReport> {
  const { score } = await openWakeHead(file);
  const { scenes, near, programmes } = await materialOf(lesson, 'testing');
  const wakes = async (heard: Heard): Promise<boolean> => {
    for (let step = 0; step < stepsOf(heard); step++)
      if ((await score(windowAt(heard, step))) >= THRESHOLD) return true;
    return false;
  };
  const woken = async <Item extends { heard: Heard }>(items: readonly Item[]): Promise<Item[]> => {
    const found: Item[] = [];
    for (const item of items) if (await wakes(item.heard)) found.push(item);
    return found;
  };
  return {
    voices: new Set(scenes.map(({ scene }) => scene.voice)).size,
    said: scenes.length,
    heard: (await woken(scenes)).length,
    lookAlikes: near.length,
    wokenBy: [...new Set((await woken(near)).map(({ text }) => text))],
    hours: (programmes.length * PROGRAMME_SECONDS) / 3600,
    accepts: (await woken(programmes.map((heard) => ({ heard })))).length,
  };
}
