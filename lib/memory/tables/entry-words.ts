import { prepared, type Store } from '../statements.js';
import { partsOf, termsOf } from '../words/words.js';
import { type EntryKind, KINDS, timeOf } from './entry-kinds.js';

/**
 * The index of words. Each term is indexed with a letter for its entry's kind before it, so that a search in one kind
 * never wades through another; the periods it lies in are terms too. The table holds no text (it is in `entries`), so a row is deleted by its terms: whoever
 * changes how a text becomes terms has to index everything anew in a migration.
 * `entry_vocabulary` counts the entries of each kind that a term is in; the empty term is in all of them.
 */
export const WORDS_SCHEMA = `
  CREATE VIRTUAL TABLE entry_words USING fts5 (terms, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
  INSERT INTO entry_words (entry_words, rank) VALUES ('secure-delete', 1);
  CREATE TABLE entry_vocabulary (
    term TEXT NOT NULL,
    kind TEXT NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (term, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE entry_parts (
    part TEXT NOT NULL,
    term TEXT NOT NULL,
    PRIMARY KEY (part, term)
  ) STRICT, WITHOUT ROWID;
`;

/** In how many entries a term is, and in which kinds of them. */
export interface Counted {
  entries: number;
  kinds: EntryKind[];
}

/** Counts the entries of these kinds that a term is in; the empty term is in all. */
export function countTerm(store: Store, term: string, kinds: readonly EntryKind[]): Counted {
  const rows = prepared(store, 'SELECT kind, entries FROM entry_vocabulary WHERE term = ?').all(term);
  const found = (rows as { kind: EntryKind; entries: number }[]).filter(
    ({ kind, entries }) => entries > 0 && kinds.includes(kind),
  );
  return { entries: found.reduce((sum, { entries }) => sum + entries, 0), kinds: found.map(({ kind }) => kind) };
}

/** Changes of the vocabulary that one transaction makes, by kind and term. */
export type Counts = Record<EntryKind, Map<string, number>>;

export function noCounts(): Counts {
  return { diary: new Map(), note: new Map(), fact: new Map(), graph: new Map() };
}

/** What a kind's terms begin with in the index. */
export function marked(kind: EntryKind, term: string): string {
  return `${kind[0]}${term}`;
}

const DAY_MS = 86_400_000;
/** The periods of an entry, in days. */
const PERIODS = [1, 32, 1024] as const;
/** More than this many periods aren't looked for one by one. */
const MAX_PERIODS = 16;
/** Keeps the numbers of periods before 1970 above zero. */
const EPOCH = 1_000_000_000;

function periodTerm(days: number, at: number): string {
  return `z${days}z${EPOCH + Math.floor(at / (days * DAY_MS))}`;
}

/** Terms of which every entry with an id from `first` to before `end` has one; none when they would be too many. */
export function periodTerms(first: number, end: number): string[] {
  const [from, to] = [timeOf(first), timeOf(end - 1)];
  for (const days of PERIODS) {
    const span = days * DAY_MS;
    const count = Math.floor(to / span) - Math.floor(from / span) + 1;
    if (count < 1) return [];
    if (count <= MAX_PERIODS) return Array.from({ length: count }, (_, index) => periodTerm(days, from + index * span));
  }
  return [];
}

/** Takes an entry's words into the index, or out of it; `counts` has to be written at the end of the transaction. */
export function indexWords(
  store: Store,
  { id, kind, text, topics }: { id: number; kind: EntryKind; text: string; topics: readonly string[] },
  change: 1 | -1,
  counts: Counts,
): void {
  const terms = termsOf(`${topics.join('\n')}\n${text}`);
  const periods = PERIODS.map((days) => periodTerm(days, timeOf(id)));
  const line = [...terms.map((term) => marked(kind, term)), ...periods].join(' ');
  if (change > 0) prepared(store, 'INSERT INTO entry_words (rowid, terms) VALUES (?, ?)').run(id, line);
  else {
    prepared(store, "INSERT INTO entry_words (entry_words, rowid, terms) VALUES ('delete', ?, ?)").run(id, line);
  }
  const counted = counts[kind];
  for (const term of ['', ...terms]) counted.set(term, (counted.get(term) ?? 0) + change);
}

export function writeCounts(store: Store, counts: Counts): void {
  for (const kind of KINDS) {
    for (const [term, change] of counts[kind]) {
      if (change > 0) add(store, kind, term, change);
      else if (change < 0) remove(store, kind, term, -change);
    }
  }
}

function add(store: Store, kind: EntryKind, term: string, count: number): void {
  const entries = prepared(
    store,
    `INSERT INTO entry_vocabulary (term, kind, entries) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET entries = entries + excluded.entries RETURNING entries`,
  )
    .pluck()
    .get(term, kind, count);
  if (entries !== count) return;
  const insert = prepared(store, 'INSERT OR IGNORE INTO entry_parts (part, term) VALUES (?, ?)');
  for (const part of partsOf(term)) insert.run(part, term);
}

function remove(store: Store, kind: EntryKind, term: string, count: number): void {
  prepared(store, 'UPDATE entry_vocabulary SET entries = entries - ? WHERE term = ? AND kind = ?').run(
    count,
    term,
    kind,
  );
  // a word that nothing is left of is forgotten too
  const gone = prepared(store, 'DELETE FROM entry_vocabulary WHERE term = ? AND kind = ? AND entries <= 0');
  if (gone.run(term, kind).changes === 0) return;
  if (prepared(store, 'SELECT 1 FROM entry_vocabulary WHERE term = ?').get(term) !== undefined) return;
  const erase = prepared(store, 'DELETE FROM entry_parts WHERE part = ? AND term = ?');
  for (const part of partsOf(term)) erase.run(part, term);
}
