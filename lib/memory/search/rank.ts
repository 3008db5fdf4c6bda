import type { EntryText } from '../tables/entry-rows.js';
import { mayHave, runsOf, wordsOfRun } from '../words/words.js';
import { telling } from './candidates.js';
import type { Sought } from './variants.js';

export interface Ranked {
  id: number;
  score: number;
  /** The query's words that were found. */
  matched: string[];
}

/** BM25's saturation and weight of length; a text of a diary's day has about this many words. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.3;
const USUAL_WORDS = 60;
/** A form of the word counts a little less than the word as it was asked for. */
const OTHER_FORM = 0.95;
/** A word among the topics says what the entry is about. */
const TOPIC = 1.5;
/** What remains of the score of an entry that has next to none of the words. */
const UNCOVERED = 0.3;

/**
 * Ranks entries by the words they have: BM25 with the quality of each word's best variant, more for topics, and more
 * the more of the query is covered. Those with no word are left out; of equals the newer comes first.
 */
export function rankByWords(entries: readonly EntryText[], words: readonly Sought[], all: number): Ranked[] {
  const known = words.filter((word) => word.entries > 0);
  const byTerm = new Map<string, { index: number; quality: number }[]>();
  known.forEach(({ variants }, index) => {
    for (const { term, quality } of variants) {
      const of = byTerm.get(term) ?? [];
      of.push({ index, quality });
      byTerm.set(term, of);
    }
  });
  const may = mayHave(byTerm.keys());
  const weights = known.map((word) => telling(word.entries, all));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return entries
    .flatMap((entry) => {
      const { counts, best, length } = found(entry, known, byTerm, may);
      const matched = new Set<string>();
      let score = 0;
      let covered = 0;
      known.forEach(({ run }, index) => {
        const count = counts[index] ?? 0;
        const quality = best[index] ?? 0;
        const weight = weights[index] ?? 0;
        if (count === 0) return;
        const long = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_WORDS;
        score += (weight * quality * count * (SATURATION + 1)) / (count + SATURATION * long);
        covered += weight * Math.min(1, quality);
        matched.add(run);
      });
      if (matched.size === 0) return [];
      const share = total === 0 ? 1 : covered / total;
      return [{ id: entry.id, score: score * (UNCOVERED + (1 - UNCOVERED) * share), matched: [...matched] }];
    })
    .sort((a, b) => b.score - a.score || b.id - a.id);
}

function found(
  { text, topics }: EntryText,
  known: readonly Sought[],
  byTerm: ReadonlyMap<string, { index: number; quality: number }[]>,
  may: (run: string) => boolean,
): { counts: number[]; best: number[]; length: number } {
  const counts = known.map(() => 0);
  const best = known.map(() => 0);
  let length = 0;
  for (const [field, weight] of [
    [text, 1],
    [topics.join('\n'), TOPIC],
  ] as const) {
    for (const run of runsOf(field)) {
      length += 1;
      if (!may(run)) continue;
      const words = wordsOfRun(run);
      // single letters of scripts without spaces are indexed too
      const letters = words.length > 1 ? [...run].map((letter) => ({ word: letter, term: letter })) : [];
      for (const { word, term } of [...words, ...letters]) {
        for (const { index, quality } of byTerm.get(term) ?? []) {
          const same = known[index]?.word === word;
          counts[index] = (counts[index] ?? 0) + 1;
          best[index] = Math.max(best[index] ?? 0, quality * weight * (same || quality < 1 ? 1 : OTHER_FORM));
        }
      }
    }
  }
  return { counts, best, length };
}
