import { respelled } from '../search/respelled.js';
import { search } from '../search/search.js';
import {
  countEntries,
  dropEntries,
  entriesById,
  listEntries,
  putEntries,
  putEntry,
  ROWS_SCHEMA,
} from './entry-rows.js';
import { WORDS_SCHEMA } from './entry-words.js';
import { codeVectors, setVectors, unembedded, VECTORS_SCHEMA, vectorState } from './vectors.js';

/** The tables of this subject; see MIGRATIONS in ../store.ts. */
export const SCHEMA = ROWS_SCHEMA + WORDS_SCHEMA + VECTORS_SCHEMA;

/** The one index over everything that can be recalled. */
export const entries = {
  put: putEntry,
  putMany: putEntries,
  get: entriesById,
  drop: dropEntries,
  list: listEntries,
  count: countEntries,
  search,
  respelled,
  unembedded,
  setVectors,
  codeVectors,
  vectorState,
} as const;
