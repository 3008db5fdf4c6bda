import { primaryLanguage } from '../../language/tags.js';
import { prepared, type Store } from '../statements.js';
import { type EntryKind, KINDS } from '../tables/entry-kinds.js';
import { type Counted, countTerm } from '../tables/entry-words.js';
import { familyOf } from '../words/families.js';
import type { QueryWord } from '../words/query-words.js';
import { pastOf, spellings, umlauts } from '../words/spellings.js';
import { stem } from '../words/stem.js';

/** A term that stands for a query's word, and how well: 1 is the word itself. */
export interface Variant {
  term: string;
  quality: number;
}

/** A variant that is in the index, and the kinds of entries that have it. */
export interface KnownVariant extends Variant {
  kinds: EntryKind[];
}

/** A query's word with the terms of the vocabulary that it may be found by. */
export interface Sought extends QueryWord {
  variants: KnownVariant[];
  /** Entries that have the word itself, and that have any variant (an upper bound). */
  exact: number;
  entries: number;
}

/** How well a variant stands for a word. */
const QUALITY = {
  spelled: 0.85,
  inflected: 0.8,
  begins: 0.6,
  shorter: 0.5,
  ends: 0.6,
  within: 0.35,
  half: 0.45,
  part: 0.35,
} as const;
/** Terms read from the vocabulary for one way of standing for a word, and kept for all. */
const MAX_READ = 64;
const MAX_VARIANTS = 24;
/** Letters that German puts between the parts of a compound: Küche-n-licht, Wohnung-s-tür. */
const LINKERS = /(?:en|es|n|s|e)$/;

/** Letters of the known half of a word, and of what comes after it. */
const LEAST_BEGIN = 6;
const LEAST_END = 4;
/** They write what a thing is at the end of one word. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'nb', 'no', 'fi', 'hu']);

/**
 * The terms that stand for a word: other forms and spellings, compounds that it is part of, the parts of a compound that
 * it is.
 * @param language BCP 47 tag of what it is asked in, where it is known
 */
export function sought(store: Store, word: QueryWord, kinds: readonly EntryKind[] = KINDS, language?: string): Sought {
  const counts = new Map<string, Counted>();
  const countsOf = (term: string): Counted => {
    let found = counts.get(term);
    if (found === undefined) {
      found = countTerm(store, term, kinds);
      counts.set(term, found);
    }
    return found;
  };
  const count = (term: string) => countsOf(term).entries;
  const best = new Map<string, number>([[word.term, 1]]);
  const typed = count(word.term) > 0 ? [] : umlauts(word.word, language);
  const others = [...typed, ...spellings(word.word, language), ...familyOf(word.word, language)];
  const spelled = others.map((term) => ({ term, quality: QUALITY.spelled }));
  const verb = pastOf(word.word, language);
  const ofVerb = verb === undefined ? [] : longer(store, { word: verb, term: verb, run: verb });
  for (const { term, quality } of [
    ...spelled,
    ...ofVerb,
    ...longer(store, word),
    ...compounds(store, word),
    ...shorter(word.term),
  ]) {
    if (quality > (best.get(term) ?? 0) && count(term) > 0) best.set(term, quality);
  }
  if (best.size === 1 && count(word.term) === 0) {
    for (const one of halves(word.word, count, language)) best.set(one.term, one.quality);
  }
  const variants = [...best]
    .map(([term, quality]) => ({ term, quality, kinds: countsOf(term).kinds }))
    .sort((a, b) => b.quality - a.quality || a.term.length - b.term.length)
    .slice(0, MAX_VARIANTS);
  return {
    ...word,
    variants,
    exact: count(word.term),
    entries: variants.reduce((sum, { term }) => sum + count(term), 0),
  };
}

/** Whether an entry of any kind has a term. */
export function isKnown(store: Store, term: string): boolean {
  return countTerm(store, term, KINDS).entries > 0;
}

/** Whether a variant is only the part of a word that is known. */
export function isPartOf({ term }: QueryWord, { quality, ...variant }: Variant): boolean {
  return variant.term.length < term.length && (quality === QUALITY.shorter || quality === QUALITY.part);
}

/** After every text that begins with `term`. */
export function after(term: string): string {
  return `${term}\u{10ffff}`;
}

function longer(store: Store, { word, term }: QueryWord): Variant[] {
  if (term.length < 3) return [];
  const from = prepared(
    store,
    'SELECT DISTINCT term FROM entry_vocabulary WHERE term > ? AND term < ? LIMIT ?',
  ).pluck();
  const terms = from.all(term, after(term), MAX_READ) as string[];
  return terms.flatMap((one): Variant[] => {
    const more = one.length - term.length;
    if (more <= 2) return [{ term: one, quality: QUALITY.inflected }];
    // a short stem begins too much
    const begins = one.startsWith(word.length > 3 ? word.slice(0, -1) : word);
    return begins ? [{ term: one, quality: QUALITY.begins }] : [];
  });
}

function compounds(store: Store, { word, term }: QueryWord): Variant[] {
  if (term.length < 3) return [];
  const from = prepared(store, 'SELECT part, term FROM entry_parts WHERE part >= ? AND part < ? LIMIT ?');
  const read = (first: string, end: string) => from.all(first, end, MAX_READ) as { part: string; term: string }[];
  // a short stem is within too much, the word itself isn't
  const rows =
    term.length > 3
      ? read(term, after(term))
      : [...read(term, `${term}\u0000`), ...(word.length > 3 ? read(word, after(word)) : [])];
  return rows.map((row) => ({ term: row.term, quality: row.part === term ? QUALITY.ends : QUALITY.within }));
}

/** What an ending of several syllables hangs on: "mutfaktaki" is in the "mutfak". */
function shorter(term: string): Variant[] {
  const most = Math.min(4, term.length - 4);
  return Array.from({ length: Math.max(0, most) }, (_, index) => ({
    term: term.slice(0, -1 - index),
    quality: QUALITY.shorter,
  }));
}

/**
 * The two known words that a compound nobody wrote is made of ("Küchenlicht"), or what is known of one: the word after a
 * letter or two ("ebike" for "e-bike"), else a long half: what it is ("Gartenzaun" is a "Zaun"), or begins with.
 */
function halves(word: string, count: (term: string) => number, language?: string): Variant[] {
  const known = (part: string, least: number) => {
    const term = stem(part);
    return part.length >= least && count(term) > 0 ? term : undefined;
  };
  for (let at = word.length - 3; at >= 3; at--) {
    const tail = known(word.slice(at), 3);
    if (tail === undefined) continue;
    const head = word.slice(0, at);
    const first = known(head, 3) ?? known(head.replace(LINKERS, ''), 3);
    if (first !== undefined) return [first, tail].map((term) => ({ term, quality: QUALITY.half }));
  }
  for (const at of [1, 2]) {
    const [head, tail] = [known(word.slice(0, at), at), known(word.slice(at), at === 1 ? 4 : 2)];
    if (head !== undefined && tail !== undefined) {
      return [...(tail.length > 2 ? [] : [head]), tail].map((term) => ({ term, quality: QUALITY.half }));
    }
  }
  const least = COMPOUNDING.has(primaryLanguage(language)) ? LEAST_END : LEAST_BEGIN;
  for (let at = 3; at <= word.length - least; at++) {
    const term = known(word.slice(at), least);
    if (term !== undefined) return [{ term, quality: QUALITY.part }];
  }
  for (let at = word.length - LEAST_END; at >= LEAST_BEGIN; at--) {
    const head = word.slice(0, at);
    const term = known(head, LEAST_BEGIN) ?? known(head.replace(LINKERS, ''), LEAST_BEGIN);
    if (term !== undefined) return [{ term, quality: QUALITY.part }];
  }
  return [];
}
