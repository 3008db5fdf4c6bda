import { prepared, type Store } from '../statements.js';
import type { EntryKind } from '../tables/entry-kinds.js';
import { outermostIds } from '../tables/entry-rows.js';
import { marked, periodTerms } from '../tables/entry-words.js';
import type { Sought } from './variants.js';

/** Where to look: ids from `first` to before `end`, of these kinds. */
export interface Scope {
  first: number;
  end: number;
  kinds: readonly EntryKind[];
}

/** Entries of the index that are looked at for all words together: what makes a search of common words take no longer. */
const MAX_READ = 2_000;
/** Each word's own share at the least. */
const MIN_READ = 300;
/** Entries that have several of the words, however old they are. */
const MAX_TOGETHER = 100;
/** Two words that both are in more entries than this are together in enough of the newest ones. */
const COMMON = 200_000;
/** What a variant counts against the word itself, before the text is looked at. */
const VARIANT = 0.6;

/** How much a word tells, by how few entries have it (BM25's inverse document frequency). */
export function telling(entries: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - entries) + 0.5) / (entries + 0.5));
}

/**
 * The ids of the entries that are worth ranking, the most promising first: of each word the newest entries, the rarer
 * the word the more of them, and those that have several common words. Bounded, whatever is asked and stored.
 */
export function candidates(store: Store, words: readonly Sought[], all: number, scope: Scope, most: number): number[] {
  const scores = new Map<number, number>();
  const within = periodMatch(store, scope);
  const read = (match: string, limit: number): number[] =>
    prepared(
      store,
      'SELECT rowid FROM entry_words WHERE entry_words MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    )
      .pluck()
      .all(within === '' ? match : `(${match}) AND (${within})`, scope.first, scope.end, limit) as number[];
  const known = words.filter(({ entries }) => entries > 0).sort((a, b) => a.entries - b.entries);
  const cut: Newest[] = [];
  let left = MAX_READ;
  known.forEach((word, index) => {
    const share = Math.max(MIN_READ, Math.floor(left / (known.length - index)));
    const weight = telling(word.entries, all);
    const [itself, variants] = [matchOf(word, 0, 1), matchOf(word, 1)];
    const own = itself === '' ? [] : read(itself, share);
    const rest = Math.max(MIN_READ, share - own.length);
    const others = variants === '' ? [] : read(variants, rest);
    for (const id of own) scores.set(id, (scores.get(id) ?? 0) + weight);
    const counted = new Set(own);
    for (const id of others) if (!counted.has(id)) scores.set(id, (scores.get(id) ?? 0) + weight * VARIANT);
    left = Math.max(0, left - own.length - others.length);
    if (own.length < share && others.length < rest) return;
    const reach = Math.max(reachOf(own, share), reachOf(others, rest));
    cut.push({ word, ids: others.length === 0 ? own : newestFirst([...own, ...others], reach) });
  });
  for (const group of groups(cut)) {
    const words = group.map(({ word }) => word);
    if (Math.min(...words.map(({ entries }) => entries)) > COMMON) continue;
    const weight = words.reduce((sum, { entries }) => sum + telling(entries, all), 0);
    // common words are together in enough of the newest entries, which have been read
    const newest = group.map(({ ids }) => ids).reduce(inBoth);
    const match = words.map((word) => `(${matchOf(word)})`).join(' AND ');
    const together = newest.length < MAX_TOGETHER ? read(match, MAX_TOGETHER) : newest.slice(0, MAX_TOGETHER);
    for (const id of together) scores.set(id, Math.max(scores.get(id) ?? 0, weight));
  }
  return [...scores]
    .sort(([idA, a], [idB, b]) => b - a || idB - idA)
    .slice(0, most)
    .map(([id]) => id);
}

/** A word with more entries than were read, and all its newest ones, down to an id. */
interface Newest {
  word: Sought;
  /** Newest first. */
  ids: number[];
}

/** Down to which id all entries were read, of at most `limit`. */
function reachOf(ids: readonly number[], limit: number): number {
  return ids.length < limit ? Number.NEGATIVE_INFINITY : (ids.at(-1) ?? Number.NEGATIVE_INFINITY);
}

function newestFirst(ids: readonly number[], reach: number): number[] {
  return [...new Set(ids)].filter((id) => id >= reach).sort((a, b) => b - a);
}

/** The ids that are in two lists, each newest first. */
function inBoth(one: readonly number[], other: readonly number[]): number[] {
  const both: number[] = [];
  let at = 0;
  for (const id of one) {
    while ((other[at] ?? id) > id) at++;
    if (other[at] === id) both.push(id);
  }
  return both;
}

/** The rarest three of the common words in pairs, and all of them. */
function groups(cut: readonly Newest[]): Newest[][] {
  const [a, b, c] = cut;
  if (!a || !b) return [];
  if (!c) return [[a, b]];
  return [[a, b], [a, c], [b, c], cut.slice(0, 6)];
}

function matchOf(word: Sought, from = 0, to?: number): string {
  return word.variants
    .slice(from, to)
    .flatMap(({ term, kinds }) => kinds.map((kind) => `"${marked(kind, term)}"`))
    .join(' OR ');
}

/**
 * The periods that a span in the past is in. The index walks from the newest entry down to where a span ends, but leaps
 * to what two terms have in common: so the span is given as terms too.
 */
function periodMatch(store: Store, { first, end }: Scope): string {
  const ids = outermostIds(store);
  if (!ids || end > ids.newest) return '';
  return periodTerms(Math.max(first, ids.oldest), end)
    .map((term) => `"${term}"`)
    .join(' OR ');
}
