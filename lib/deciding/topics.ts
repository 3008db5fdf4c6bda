import { stem } from '../language/fold.js';
import { languagesWith } from '../language/folders.js';
import { stopWordsOf } from '../language/stop-words.js';
import { textsOf } from '../language/word-lists.js';

/** Joins the words of a phrase in a list: "how+far" is said where both words are, in whatever order. */
const JOIN = '+';
/** Words that begin with so many same letters are forms of one: "télévision", "téléviseur". */
const BEGINNING = 6;
/** Letters of a compound, of the part that is known, and of the other. */
const MIN_COMPOUND = 9;
const MIN_PART = 5;
const MIN_REST = 3;

/** The languages whose topics are known, English first. */
const LANGUAGES: readonly string[] = languagesWith('topics.json');

/** Topics by the words people use for them in a language, so that descriptions in English are found in others. */
const topicsIn = onceEach((language) => {
  const of = new Map<string, string[]>();
  /** By their first word. */
  const phrases = new Map<string, { rest: string[]; topic: string }[]>();
  for (const [list, text] of Object.entries(textsOf(language, 'topics'))) {
    const topic = `#${list}`;
    for (const entry of text.split(' ')) {
      const [word = '', ...rest] = entry.includes(JOIN) ? entry.split(JOIN) : [entry];
      if (rest.length > 0) append(phrases, word, [{ rest, topic }]);
      else append(of, word, [topic]);
    }
  }
  return { of, phrases, stops: stopWordsOf(language) };
});

// while the package loads, not while somebody waits
for (const language of LANGUAGES) topicsIn(language);

/** The same words by their stems, and by how they begin: only of languages that are spoken. */
const formsIn = onceEach((language) => {
  const stems = new Map<string, string[]>();
  const beginnings = new Map<string, string[]>();
  for (const [word, topics] of topicsIn(language).of) {
    append(stems, keyOf(word), topics);
    if (word.length >= BEGINNING) append(beginnings, word.slice(0, BEGINNING), topics);
  }
  return { stems, beginnings };
});

function onceEach<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

function append<T>(map: Map<string, T[]>, key: string, values: readonly T[]): void {
  const kept = map.get(key);
  if (kept) kept.push(...values);
  else map.set(key, [...values]);
}

/** A stem; the word itself where hardly anything is left of it: "timer" and "times" aren't the same. */
export function keyOf(word: string): string {
  const stemmed = stem(word);
  return stemmed.length > 3 ? stemmed : word;
}

/** The languages that most of some folded words belong to: several where they are alike in them. */
export function languagesOf(said: readonly string[]): readonly string[] {
  const counts = LANGUAGES.map((language) => {
    const { of, stops } = topicsIn(language);
    return said.filter((word) => of.has(word) || stops?.has(word)).length;
  });
  const most = Math.max(...counts);
  return LANGUAGES.filter((_, index) => counts[index] === most);
}

/** Whether a folded word stands for a topic as it is, in one of some languages. */
export function isTopicWord(word: string, languages: readonly string[]): boolean {
  return languages.some((language) => topicsIn(language).of.has(word));
}

/**
 * The topics a folded word stands for, each behind a "#": by itself, by its stem, or by what it is a form of; by itself
 * in any other language where these have none.
 */
export function topicsOf(word: string, languages: readonly string[] = LANGUAGES): readonly string[] {
  const found = languages.flatMap((language) => topicsOfWord(word, language));
  if (found.length > 0) return [...new Set(found)];
  return [...new Set(LANGUAGES.flatMap((language) => topicsIn(language).of.get(word) ?? []))];
}

function topicsOfWord(word: string, language: string): readonly string[] {
  const { of } = topicsIn(language);
  const key = keyOf(word);
  return of.get(word) ?? of.get(key) ?? formsIn(language).stems.get(key) ?? topicsOfForms(word, language);
}

/** Those of words that begin alike, and of the first and the last part of a compound: "Fußballspiel", "Wetterbericht". */
function topicsOfForms(word: string, language: string): string[] {
  const found = new Set(formsIn(language).beginnings.get(word.slice(0, BEGINNING)));
  if (word.length < MIN_COMPOUND) return [...found];
  for (let length = MIN_PART; length <= word.length - MIN_REST; length++) {
    for (const part of [word.slice(0, length), word.slice(-length)])
      for (const topic of topicsIn(language).of.get(part) ?? []) found.add(topic);
  }
  return [...found];
}

/** The topics of the phrases that folded words hold: "how far is it", and of words that tell nothing alone. */
export function topicsOfPhrases(said: readonly string[], languages: readonly string[] = LANGUAGES): string[] {
  const all = new Set(said);
  const found = languages
    .flatMap((language) => [...all].flatMap((word) => topicsIn(language).phrases.get(word) ?? []))
    .filter(({ rest }) => rest.every((one) => all.has(one)));
  return [...new Set(found.map(({ topic }) => topic))];
}
