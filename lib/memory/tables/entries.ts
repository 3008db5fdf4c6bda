import { respelled, type Typed } from '../search/respelled.js';
import { type Found, type SearchQuery, search } from '../search/search.js';
import { immediate, type Store } from '../statements.js';
import type { Entry, NewEntry } from './entry-kinds.js';
import {
  countEntries,
  dropEntries,
  entriesById,
  type ListQuery,
  listEntries,
  putEntries,
  putEntry,
  ROWS_SCHEMA,
} from './entry-rows.js';
import { WORDS_SCHEMA } from './entry-words.js';
import {
  codeVectors,
  type NewVector,
  setVectors,
  type Unembedded,
  unembedded,
  VECTORS_SCHEMA,
  vectorState,
} from './vectors.js';

export type { SearchQuery } from '../search/search.js';
export type { Entry, NewEntry } from './entry-kinds.js';
export { dropEntries, entryByKey, putEntry } from './entry-rows.js';

/** The tables of this subject; see MIGRATIONS in ../store.ts. */
export const SCHEMA = ROWS_SCHEMA + WORDS_SCHEMA + VECTORS_SCHEMA;

/** The one index over everything that can be recalled. */
export const entries = {
  /** Writes an entry, or replaces the one of its kind and key; its id. */
  put: (store: Store, entry: NewEntry): number => immediate(store, () => putEntry(store, entry)),
  /** The same for up to some hundreds, all or none; their ids. */
  putMany: (store: Store, many: readonly NewEntry[]): number[] => immediate(store, () => putEntries(store, many)),
  /** Those of the ids that are there, in that order. */
  get: (store: Store, ids: readonly number[]): Entry[] => entriesById(store, ids),
  /** Erases entries; how many there were. */
  drop: (store: Store, ids: readonly number[]): number => immediate(store, () => dropEntries(store, ids)),
  list: (store: Store, query: ListQuery = {}): Entry[] => listEntries(store, query),
  count: (store: Store): number => countEntries(store),
  search: (store: Store, query: SearchQuery): Found[] => search(store, query),
  /** A text whose typos are put right by the words of the entries; null where there are none. */
  respelled: (store: Store, typed: Typed): string | null => respelled(store, typed),
  /** The newest entries without a vector of the model, which becomes the current one. */
  unembedded: (store: Store, model: string, limit: number): Unembedded[] =>
    immediate(store, () => unembedded(store, model, limit)),
  /**
   * Writes vectors of entries that haven't changed since `unembedded` gave them, some tens at a time; how many.
   * @throws JarvisError model-failed when they are not all of one size
   */
  setVectors: (store: Store, model: string, vectors: readonly NewVector[]): number =>
    immediate(store, () => setVectors(store, model, vectors)),
  /** Makes some hundred vectors of an earlier version ready for searching; whether more wait. */
  codeVectors: (store: Store): boolean => immediate(store, () => codeVectors(store)),
  /** How many entries have a vector of the model, and how many there are. */
  vectorState: (store: Store, model: string): { done: number; total: number } =>
    vectorState(store, model, countEntries(store)),
};
