import { stem } from './stem.js';

/** A word of a text: as it was written, folded, and without its endings. */
export interface Word {
  /** Folded: lower case, without accents. */
  word: string;
  /** What it is indexed and looked up as. */
  term: string;
}

/** Characters of a text that are indexed; what is beyond is kept, not found. */
const MAX_CHARACTERS = 20_000;
/** Characters of a word; the rest of a longer one doesn't count. */
const MAX_LENGTH = 40;

/** Letters that Unicode doesn't take apart, as people type them without their keyboard. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
/** Accents, and the vowel signs that Hebrew and Arabic are written with or without. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Scripts without spaces between words, or with particles joined to them: looked up by pairs of letters. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** Stems of words that were met, the commonest of any household; emptied when full. */
const stems = new Map<string, string>();
const MAX_STEMS = 20_000;

/** The words of a text in their order, of a script without spaces its runs of letters. */
export function runsOf(text: string): string[] {
  return folded(text.slice(0, MAX_CHARACTERS)).match(RUNS) ?? [];
}

/** A run as words: itself, or the pairs of its letters in scripts without spaces. */
export function wordsOfRun(run: string): Word[] {
  if (IS_UNSPACED.test(run)) return pairs(run).map((pair) => ({ word: pair, term: pair }));
  const word = run.slice(0, MAX_LENGTH);
  return [{ word, term: stemOf(word) }];
}

/** Scripts whose words `wordsOfRun` takes apart, or `stem` shortens at their beginning, come after Latin, Greek and Cyrillic. */
const FIRST_OF_OTHERS = 0x590;

/**
 * Tells, by its first two letters, whether a run can have a word of one of these terms: sooner than by making its terms,
 * for looking through many texts. It never misses one, and may let through one that has none.
 */
export function mayHave(terms: Iterable<string>): (run: string) => boolean {
  const beginnings = new Set<string>();
  for (const term of terms) beginnings.add(term.slice(0, 2));
  return (run) => run.charCodeAt(0) >= FIRST_OF_OTHERS || beginnings.has(run.slice(0, 2));
}

/** What a text is indexed by, each once. Of scripts without spaces single letters too, for words of one letter. */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(text)) {
    for (const { term } of wordsOfRun(run)) terms.add(term);
    if (IS_UNSPACED.test(run)) for (const letter of run) terms.add(letter);
  }
  return [...terms];
}

/**
 * The later parts of a long word, so that "Licht" finds "Küchenlicht" without a dictionary of compounds.
 * Three letters at least come before the part and are in it.
 */
export function partsOf(term: string): string[] {
  if (term.length < 6 || IS_UNSPACED.test(term) || /\p{N}/u.test(term)) return [];
  return Array.from({ length: term.length - 5 }, (_, index) => term.slice(index + 3));
}

function folded(text: string): string {
  // most texts of most homes need no letters taken apart
  if (/^[ -~\s]*$/.test(text)) return withoutPossessive(text.toLowerCase());
  return withoutPossessive(
    text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(/[ßæœøđłıς]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC'),
  );
}

/** "Anna's" is about Anna. */
function withoutPossessive(text: string): string {
  return text.replace(/['’´`]s(?![\p{L}\p{N}])/gu, ' ');
}

function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

function stemOf(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    if (stems.size >= MAX_STEMS) stems.clear();
    known = stem(word);
    stems.set(word, known);
  }
  return known;
}
