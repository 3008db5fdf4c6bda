import type { Store } from '../statements.js';
import { type Entry, type EntryKind, KINDS } from '../tables/entry-kinds.js';
import { countEntries, entriesById, idsOf, listEntries, textsById } from '../tables/entry-rows.js';
import { nearest } from '../vectors/nearest.js';
import { joinedWords, queryWords } from '../words/query-words.js';
import { candidates, type Scope } from './candidates.js';
import { type Ranked, rankByWords } from './rank.js';
import { isKnown, sought } from './variants.js';

/** What is looked for. Without words and vector, it is everything of a time, newest first. */
export interface SearchQuery {
  /** A question in its own words. */
  text?: string | undefined;
  keywords?: readonly string[] | undefined;
  /** BCP 47 tag of the question, where it is known. */
  language?: string | undefined;
  /** The meaning of the question, from the model that the entries' vectors are from; of another it is passed over. */
  vector?: { model: string; values: readonly number[] } | undefined;
  /** Milliseconds since the epoch, inclusive. */
  from?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  to?: number | undefined;
  kinds?: readonly EntryKind[] | undefined;
  /** 1 to 80; 10 when not given. */
  limit?: number | undefined;
}

/** An entry that was found. */
export interface Found extends Entry {
  /** The reciprocal ranks added up: higher is better, comparable within one search only. */
  score: number;
  /** The query's words that were found in it, folded. */
  matched: string[];
  /** Its place among those found by words, and by vector, from 1. */
  wordRank?: number;
  vectorRank?: number;
}

/** Texts that are ranked word by word: the most promising of the index. */
const RANKED = 80;
/** Places of each ranking that are fused. */
const FUSED = 80;
/** The constant of reciprocal rank fusion, as Cormack, Clarke and Büttcher (2009) found it. */
const RANK_CONSTANT = 60;
/**
 * How near an entry with none of the words has to be, where no time says which are meant. With all-MiniLM-L6-v2, of
 * thirty questions that a year's diary doesn't answer one finds something so, and four of five that it answers do.
 */
const NEAR = 0.25;

/**
 * Filters by time and kind, searches words and vectors, fuses the two rankings by reciprocal rank, then limits. Of
 * equals the newer comes first. Takes bounded time however common the words are, and any text: a query has no syntax.
 */
export function search(store: Store, query: SearchQuery): Found[] {
  const { kinds = KINDS } = query;
  const limit = Math.min(Math.max(1, Math.floor(query.limit ?? 10)), FUSED);
  const scope: Scope = { ...idsOf(query), kinds: [...new Set(kinds)] };
  if (scope.kinds.length === 0 || scope.first >= scope.end) return [];
  const { words, content } = queryWords(query.text ?? '', query.keywords, query.language);
  const timed = query.from !== undefined || query.to !== undefined;
  if (!query.vector && (words.length === 0 || (!content && timed))) {
    return listEntries(store, { ...query, kinds: query.kinds && scope.kinds, limit }).map((entry) => ({
      ...entry,
      score: 0,
      matched: [],
    }));
  }
  const all = countEntries(store);
  const joined = joinedWords(words).filter(({ term }) => isKnown(store, term));
  const known = [...words, ...joined].map((word) => sought(store, word, scope.kinds, query.language));
  const promising = textsById(store, candidates(store, known, all, scope, RANKED));
  const byWords = rankByWords(promising, known, all).slice(0, FUSED);
  const worded = new Set(byWords.map(({ id }) => id));
  const byVector = (query.vector ? nearest(store, query.vector, scope, FUSED) : [])
    .map((one, index) => ({ ...one, rank: index + 1 }))
    .filter(({ id, near }) => worded.has(id) || words.length === 0 || timed || near >= NEAR);
  return fuse(byWords, byVector)
    .slice(0, limit)
    .flatMap(({ id, ...rest }) => entriesById(store, [id]).map((entry) => ({ ...entry, ...rest })));
}

type Fused = Pick<Found, 'id' | 'score' | 'matched' | 'wordRank' | 'vectorRank'>;

function fuse(byWords: readonly Ranked[], byVector: readonly { id: number; rank: number }[]): Fused[] {
  const fused = new Map<number, Fused>();
  byWords.forEach(({ id, matched }, index) => {
    fused.set(id, { id, score: 1 / (RANK_CONSTANT + index + 1), matched, wordRank: index + 1 });
  });
  for (const { id, rank } of byVector) {
    const { score = 0, ...before } = fused.get(id) ?? { id, matched: [] };
    fused.set(id, { ...before, score: score + 1 / (RANK_CONSTANT + rank), vectorRank: rank });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || b.id - a.id);
}
