import { isStopWord } from '../../language/stop-words.js';
import { runsOf, wordsOfRun } from '../words/words.js';
import { wordsIn } from './words.js';

/** A conversation of fewer telling words is small talk: a summary may tell of it in others. */
const FEW = 6;
/** Of the telling words of a summary so many at least were said: the others tell who said them, and how. */
const LEAST_SHARE = 0.2;
/** For so many telling words of a conversation a summary has at least one, from these to those. */
const WORDS_FOR_ONE = 4;
const [FEWEST, ENOUGH] = [2, 8] as const;

/** The telling words of a text: their stems, in any language, without those that say nothing by themselves. */
export function tellingWords(text: string): Set<string> {
  const words = runsOf(text).flatMap(wordsOfRun);
  return new Set(words.filter(({ word }) => !isStopWord(word)).map(({ term }) => term));
}

/** Whether a summary is long enough to say something of what was said, and says it instead of announcing it. */
export function hasSubstance(summary: string, said: ReadonlySet<string>): boolean {
  const least = Math.min(Math.max(said.size / WORDS_FOR_ONE, FEWEST), ENOUGH);
  return wordsIn(summary) >= least && !/[:：]\s*$/u.test(summary);
}

/**
 * Whether a summary tells of what was said, judged by its words: what would fit any day tells of none. Of small talk it may say anything.
 * @param said the telling words of what is new
 * @param before those of the summary that it goes on from
 */
export function isBorneOut(summary: string, said: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  if (said.size < FEW) return true;
  const told = tellingWords(summary);
  const isNew = [...told].some((word) => said.has(word));
  const known = [...told].filter((word) => said.has(word) || before.has(word));
  return isNew && known.length >= told.size * LEAST_SHARE;
}

/** Words in a row by which a text is known again. */
const ROW = 4;
const MOSTLY = 0.5;

/** Tells whether a text mostly repeats others, e.g. what a model was told to do. */
export function repeats(others: readonly string[]): (text: string) => boolean {
  const known = new Set(others.flatMap(rowsOf));
  return (text) => {
    const rows = rowsOf(text);
    return rows.length > 0 && rows.filter((row) => known.has(row)).length >= rows.length * MOSTLY;
  };
}

function rowsOf(text: string): string[] {
  const runs = runsOf(text);
  return runs.slice(ROW - 1).map((_, at) => runs.slice(at, at + ROW).join(' '));
}
