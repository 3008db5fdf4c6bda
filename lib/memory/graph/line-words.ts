import { createHash } from 'node:crypto';
import {
  BEGINNINGS,
  CHANGES,
  DENIALS,
  isFunctionWord,
  LIKINGS,
  PREPOSITIONS,
  SLOT_PHRASES,
  SLOTS,
} from './fact-words.js';

/** A whole day's notes; a line is a fraction of it. */
const MAX_LENGTH = 4_000;
const QUOTES: readonly [RegExp, string][] = [
  [/[‘’‛ʼ`´]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[‐‑‒–—]/g, '-'],
];
/** Scripts that write no spaces: what looks like one word is a sentence, so its pairs of characters are compared. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Words of these letters and more that begin alike are forms of the same word. */
const STEM = 5;
/** What short words end on in another form. */
const ENDINGS = /^(?:s|es|n|en|ed|ing)$/;

/**
 * A line as it is compared: compatible characters (NFKC), case, spaces, invisible characters, typographic quotes, a bullet
 * and the full stop at the end don't matter; everything else does, accents and question marks too.
 */
export function foldLine(text: string): string {
  let folded = text
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307/g, 'i');
  folded = folded
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/\p{Cf}/gu, '');
  for (const [of, into] of QUOTES) folded = folded.replace(of, into);
  return folded
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-*•·]\s+/, '')
    .replace(/(?<=\S)\s*[.。!！…;]+$/u, '');
}

/** What a line says, in words: those that carry meaning, and what kind of fact it is. */
export interface LineWords {
  /** Without function words; pairs of characters where a script writes no spaces. */
  content: Set<string>;
  /** The kind of fact of which a person has one at a time ("home", "work"), when the line is of one. */
  slot: string | undefined;
  /** Whose fact of that kind: the words before the one that tells the kind. Empty for the person themselves. */
  owner: Set<string>;
  /** It says that something is no longer so. */
  changes: boolean;
  /** It says that something isn't so, or no longer. */
  denies: boolean;
  /** It says what somebody likes or dislikes. */
  likes: boolean;
}

/** Reads a line in any of the supported languages at once; words of other languages all carry meaning. */
export function wordsOf(text: string): LineWords {
  const content = new Set<string>();
  let slot: string | undefined;
  const before = new Set<string>();
  const beginnings: string[] = [];
  let owner = new Set<string>();
  let last = '';
  const folded = foldLine(text);
  for (const word of folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const kind = SLOTS.get(word);
    if (kind !== undefined && slot === undefined) {
      slot = kind;
      owner = new Set(before);
    }
    // "Ist nach Hamburg gezogen": what follows a preposition isn't whose it is.
    const isPlace = PREPOSITIONS.has(last);
    last = word;
    if (isFunctionWord(word) || kind !== undefined) continue;
    for (const part of UNSPACED.test(word) ? pairsOf(word) : [word]) {
      content.add(part);
      if (isPlace) continue;
      if (BEGINNINGS.has(word)) beginnings.push(part);
      else before.add(part);
    }
  }
  if (slot !== undefined) for (const word of beginnings) content.delete(word);
  const changes = CHANGES.test(folded);
  const denies = changes || DENIALS.test(folded);
  if (slot === undefined && !denies) {
    slot = SLOT_PHRASES.find(([phrase]) => phrase.test(folded))?.[1];
    owner = new Set();
  }
  return { content, slot, owner, changes, denies, likes: LIKINGS.test(folded) };
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Whether two words are forms of the same one: "walk" and "walks", "Spaziergang" and "Spaziergänge". */
function alike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (/\d/.test(a) || /\d/.test(b)) return false;
  if (short.length >= 3 && long.startsWith(short) && ENDINGS.test(long.slice(short.length))) return true;
  return short.length >= STEM && long.startsWith(short.slice(0, Math.max(STEM, Math.ceil(short.length * 0.7))));
}

/** How many of the first line's words are in the second. */
export function shared(of: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let count = 0;
  for (const word of of) if (among.has(word) || [...among].some((other) => alike(word, other))) count++;
  return count;
}

/** A key that lines of the same words share, function words aside, and from which no line can be read back. */
export function meaningKey(text: string): string {
  const { content, slot, denies, likes } = wordsOf(text);
  const meaning = content.size > 0 ? [...content].sort().join(' ') : foldLine(text);
  return keyOf(`${slot ?? ''}|${denies}|${likes}|${meaning}`);
}

/** A key of the exact wording, folded. */
export function wordingKey(text: string): string {
  return keyOf(foldLine(text));
}

/** A short key of a text, from which it can't be read back. */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
