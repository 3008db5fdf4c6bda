import { stem } from '../language/fold.js';
import { listsOf, wordsOfAll } from '../language/word-lists.js';

/** Joins the words of a phrase in a list: "how+far" is said where both words are, in whatever order. */
const JOIN = '+';
/** Words that begin with so many same letters are forms of one: "télévision", "téléviseur". */
const BEGINNING = 6;
/** Letters of a compound, of the part that is known, and of the other. */
const MIN_COMPOUND = 9;
const MIN_PART = 5;
const MIN_REST = 3;

/** Topics by the words people use for them, so that descriptions in English are found in other languages. */
const OF_WORD = new Map<string, string[]>();
const OF_STEM = new Map<string, string[]>();
const OF_BEGINNING = new Map<string, string[]>();
/** Phrases by their first word. */
const PHRASES = new Map<string, { rest: string[]; topic: string }[]>();

for (const list of listsOf('topics')) {
  const topic = `#${list}`;
  for (const entry of wordsOfAll('topics', list)) {
    const [word = '', ...rest] = entry.split(JOIN);
    if (rest.length > 0) {
      append(PHRASES, word, { rest, topic });
      continue;
    }
    append(OF_WORD, word, topic);
    append(OF_STEM, keyOf(word), topic);
    if (word.length >= BEGINNING) append(OF_BEGINNING, word.slice(0, BEGINNING), topic);
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const kept = map.get(key);
  if (kept) kept.push(value);
  else map.set(key, [value]);
}

/** A stem; the word itself where hardly anything is left of it: "timer" and "times" aren't the same. */
export function keyOf(word: string): string {
  const stemmed = stem(word);
  return stemmed.length > 3 ? stemmed : word;
}

/** Whether a folded word stands for a topic as it is. */
export function isTopicWord(word: string): boolean {
  return OF_WORD.has(word);
}

/** The topics a folded word stands for, each behind a "#": by itself, by its stem, or by what it is a form of. */
export function topicsOf(word: string): readonly string[] {
  const key = keyOf(word);
  return OF_WORD.get(word) ?? OF_WORD.get(key) ?? OF_STEM.get(key) ?? topicsOfForms(word);
}

/** Those of words that begin alike, and of the first and the last part of a compound: "Fußballspiel", "Wetterbericht". */
function topicsOfForms(word: string): string[] {
  const found = new Set(OF_BEGINNING.get(word.slice(0, BEGINNING)));
  if (word.length < MIN_COMPOUND) return [...found];
  for (let length = MIN_PART; length <= word.length - MIN_REST; length++) {
    for (const part of [word.slice(0, length), word.slice(-length)])
      for (const topic of OF_WORD.get(part) ?? []) found.add(topic);
  }
  return [...found];
}

/** The topics of the phrases that folded words hold: "how far is it", and of words that tell nothing alone. */
export function topicsOfPhrases(said: readonly string[]): string[] {
  const all = new Set(said);
  const found = [...all]
    .flatMap((word) => PHRASES.get(word) ?? [])
    .filter(({ rest }) => rest.every((one) => all.has(one)));
  return [...new Set(found.map(({ topic }) => topic))];
}
