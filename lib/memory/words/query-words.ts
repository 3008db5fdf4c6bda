import { isStopWord } from '../../language/stop-words.js';
import { runsOf, type Word, wordsOfRun } from './words.js';

/** A word that is looked for. */
export interface QueryWord extends Word {
  /** The word it belongs to, as a person would read it: a pair of letters belongs to its run. */
  run: string;
}

/** Words of a query that count; a longer one is cut. */
const MAX_WORDS = 32;

/**
 * The words that a question and its keywords look for, each once; stop words only where there is nothing else.
 * @param language BCP 47 tag of the question, where it is known
 */
export function queryWords(
  text: string,
  keywords: readonly string[] = [],
  language?: string,
): { words: QueryWord[]; content: boolean } {
  const found = new Map<string, QueryWord>();
  for (const run of [...keywords, text].flatMap(runsOf)) {
    for (const word of wordsOfRun(run)) if (!found.has(word.term)) found.set(word.term, { ...word, run });
  }
  const all = [...found.values()];
  const telling = all.filter(({ word }) => !isStopWord(word, language));
  return { words: (telling.length > 0 ? telling : all).slice(0, MAX_WORDS), content: telling.length > 0 };
}

/** Neighbours written as one word, as an entry may have them: "wi-fi" and "wifi", "book shelf" and "bookshelf". */
export function joinedWords(words: readonly QueryWord[]): QueryWord[] {
  return words.slice(1).flatMap((next, index) => {
    const before = words[index];
    if (!before || !/^\p{Script=Latin}+$/u.test(`${before.word}${next.word}`)) return [];
    return wordsOfRun(`${before.word}${next.word}`).map((word) => ({ ...word, run: word.word }));
  });
}
