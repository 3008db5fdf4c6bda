import { editDistance } from '../../language/edit-distance.js';
import { prepared, type Store } from '../statements.js';
import { type EntryKind, KINDS } from '../tables/entry-kinds.js';
import { textsById } from '../tables/entry-rows.js';
import { countTerm, marked } from '../tables/entry-words.js';
import { joinedWords, type QueryWord, queryWords } from '../words/query-words.js';
import { runsOf, termsOf, wordsOfRun } from '../words/words.js';
import { after, isKnown, isPartOf, type Sought, sought } from './variants.js';

/** What a person has typed to be looked for. */
export interface Typed {
  text: string;
  kinds?: readonly EntryKind[] | undefined;
  /** BCP 47 tag of the text, where it is known. */
  language?: string | undefined;
}

/** Letters from which on a word may have one typo, and two, as in Meilisearch; shorter words are too near to others. */
const ONE_TYPO = 5;
const TWO_TYPOS = 9;
/** A stem of fewer letters is too near to others. */
const LEAST_TERM = 4;
/** Words of a text that are respelled. */
const MAX_WORDS = 4;
/** Words of the memory that stand for one word: the nearest, of equals those in most entries. */
const MAX_NEAREST = 3;
/** Terms of one beginning that are compared with a word. */
const MAX_COMPARED = 12_000;
const TOKENS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A text with typos, in words that the memory has: "boilr presure" as "boiler pressure". Only words that nothing is found
 * by are respelled, and never their first letter, unless it is swapped with the second. Takes bounded time.
 * @returns null where there is nothing to respell, or nothing near enough
 */
export function respelled(store: Store, { text, kinds = KINDS, language }: Typed): string | null {
  const { words, content } = queryWords(text, [], language);
  if (!content) return null;
  const nearby = new Map<string, string>();
  let tried = 0;
  for (const [index, word] of words.entries()) {
    if (tried === MAX_WORDS) break;
    const limit = typosIn(word);
    if (limit === 0 || countTerm(store, word.term, kinds).entries > 0) continue;
    const found = sought(store, word, kinds, language);
    if (!isMissing(found) || isJoined(store, words.slice(Math.max(0, index - 1), index + 2))) continue;
    tried += 1;
    // where a piece of the word is known, it may as well be a compound that nobody wrote
    const near = nearest(store, word, kinds, found.entries > 0 ? 1 : limit);
    if (near.length > 0) nearby.set(word.term, near.join(' '));
  }
  if (nearby.size === 0) return null;
  return text.replace(TOKENS, (token) => nearby.get(termOf(token)) ?? token);
}

function typosIn({ word, term }: QueryWord): number {
  if (!/^\p{L}+$/u.test(word) || term.length < LEAST_TERM) return 0;
  return word.length >= TWO_TYPOS ? 2 : word.length >= ONE_TYPO ? 1 : 0;
}

function isMissing(word: Sought): boolean {
  return word.variants.every((variant) => variant.kinds.length === 0 || isPartOf(word, variant));
}

/** Whether the middle one of these words is known as one with its neighbour: "dish washer" as "dishwasher". */
function isJoined(store: Store, neighbours: readonly QueryWord[]): boolean {
  return joinedWords(neighbours).some(({ term }) => isKnown(store, term));
}

function termOf(token: string): string {
  const words = runsOf(token).flatMap(wordsOfRun);
  return (words.length === 1 ? words[0]?.term : undefined) ?? '';
}

/** The words of the memory that are nearest to this one, as its newest entries write them. */
function nearest(store: Store, { word, term }: QueryWord, kinds: readonly EntryKind[], limit: number): string[] {
  const [first = '', second = ''] = term;
  const distances = new Map<string, number>();
  let least = limit;
  // seldom is one of the first two letters wrong; the others of the first letter are many
  for (const beginning of [first + second, second + first, first]) {
    if (distances.size > 0) break;
    const rows = prepared(
      store,
      `SELECT DISTINCT term FROM (SELECT term FROM entry_vocabulary WHERE term >= ? AND term < ? LIMIT ${MAX_COMPARED})
       WHERE length(term) BETWEEN ? AND ?`,
    )
      .pluck()
      .all(beginning, after(beginning), term.length - limit, term.length + limit) as string[];
    for (const one of rows) {
      const distance = editDistance(term, one, least);
      if (distance > least || countTerm(store, one, kinds).entries === 0) continue;
      least = distance;
      distances.set(one, distance);
    }
  }
  return [...distances]
    .filter(([, distance]) => distance === least)
    .map(([one]) => ({ one, ...countTerm(store, one, kinds) }))
    .sort((a, b) => b.entries - a.entries)
    .slice(0, MAX_NEAREST)
    .map(({ one, kinds }) => writtenAs(store, one, kinds, word));
}

/** A term as the newest entry that has it writes it, in the form that is nearest to a word. */
function writtenAs(store: Store, term: string, kinds: readonly EntryKind[], word: string): string {
  const ids = prepared(store, 'SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid DESC LIMIT 1')
    .pluck()
    .all(kinds.map((kind) => `"${marked(kind, term)}"`).join(' OR ')) as number[];
  const tokens = textsById(store, ids).flatMap(
    ({ text, topics }) => `${text}\n${topics.join('\n')}`.match(TOKENS) ?? [],
  );
  const near = (token: string) => editDistance(word, runsOf(token)[0] ?? '', 3);
  const forms = [...new Set(tokens)].filter((token) => termsOf(token).includes(term));
  return forms.sort((a, b) => near(a) - near(b))[0] ?? term;
}
