import { isDeepStrictEqual } from 'node:util';
import { redact } from '../../turn/redaction.js';
import { immediate, prepared, type Store } from '../statements.js';
import { type Entry, type EntryKind, firstId, KINDS, type NewEntry, timeOf } from './entry-kinds.js';
import { type Counts, countTerm, indexWords, noCounts, writeCounts } from './entry-words.js';
import { dropVector, wantVector } from './vectors.js';

/** `revision` is another one after every change of the text: a vector made of an older text is told by it. */
export const ROWS_SCHEMA = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT,
    source TEXT NOT NULL,
    site TEXT,
    text TEXT NOT NULL,
    topics TEXT NOT NULL,
    turns TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX entries_key ON entries (kind, key) WHERE key IS NOT NULL;
  CREATE INDEX entries_kind ON entries (kind);
`;

const COLUMNS = 'id, kind, key, source, site, text, topics, turns';
/** Topics and turns of one entry that are kept. */
const MAX_TOPICS = 20;
const MAX_TURNS = 200;

interface Row extends Omit<Entry, 'at' | 'topics' | 'turns'> {
  topics: string;
  turns: string;
}

function entryOf({ topics, turns, ...row }: Row): Entry {
  return { ...row, at: timeOf(row.id), topics: JSON.parse(topics), turns: JSON.parse(turns) };
}

/**
 * Writes an entry, redacted. One of the same kind and key is replaced, and its vectors go; nothing happens when it says
 * the same.
 * @param replaces Id of the entry whose place it takes, where that has no key.
 * @returns its id, which is another one when the time of a replaced entry changed
 */
export function putEntry(store: Store, entry: NewEntry, replaces?: number): number {
  return counting(store, (counts) => put(store, entry, counts, replaces));
}

/** The same for up to some hundreds, in their order, all or none: one pass over the vocabulary. */
export function putEntries(store: Store, entries: readonly NewEntry[]): number[] {
  return counting(store, (counts) => entries.map((entry) => put(store, entry, counts)));
}

/** Changes entries, all or none, and then the counts of their words. */
function counting<T>(store: Store, change: (counts: Counts) => T): T {
  return immediate(store, () => {
    const counts = noCounts();
    const changed = change(counts);
    writeCounts(store, counts);
    return changed;
  });
}

function put(store: Store, given: NewEntry, counts: Counts, replaces?: number): number {
  const before =
    given.key == null
      ? entriesById(store, replaces === undefined ? [] : [replaces])[0]
      : entryByKey(store, given.kind, given.key);
  const first = firstId(given.at);
  const entry: Entry = {
    id: before && before.at === timeOf(first) ? before.id : freeId(store, first),
    kind: given.kind,
    key: given.key ?? null,
    at: timeOf(first),
    source: given.source,
    site: given.site ?? null,
    text: redact(given.text),
    topics: (given.topics ?? []).slice(0, MAX_TOPICS).map(redact),
    turns: (given.turns ?? []).slice(-MAX_TURNS),
  };
  if (isDeepStrictEqual(before, entry)) return entry.id;
  const same = before?.id === entry.id && before.text === entry.text && `${before.topics}` === `${entry.topics}`;
  const revision = same ? revisionOf(store, entry.id) : Math.floor(Math.random() * 2 ** 47);
  if (before && !same) indexWords(store, before, -1, counts);
  if (before && before.id !== entry.id) {
    prepared(store, 'DELETE FROM entries WHERE id = ?').run(before.id);
    dropVector(store, before.id);
  }
  prepared(store, `INSERT OR REPLACE INTO entries (${COLUMNS}, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
    entry.id,
    entry.kind,
    entry.key,
    entry.source,
    entry.site,
    entry.text,
    JSON.stringify(entry.topics),
    JSON.stringify(entry.turns),
    revision,
  );
  if (same) return entry.id;
  indexWords(store, entry, 1, counts);
  if (before?.id === entry.id) dropVector(store, entry.id);
  wantVector(store, entry.id);
  return entry.id;
}

/** An id of that time that nothing has; of a later millisecond when all of this one's are taken. */
function freeId(store: Store, first: number): number {
  for (let from = first; ; from += 1000) {
    const taken = prepared(store, 'SELECT max(id) FROM entries WHERE id >= ? AND id < ?')
      .pluck()
      .get(from, from + 1000);
    if (typeof taken !== 'number') return from;
    if (taken + 1 < from + 1000) return taken + 1;
  }
}

function revisionOf(store: Store, id: number): number {
  return Number(prepared(store, 'SELECT revision FROM entries WHERE id = ?').pluck().get(id));
}

/** Erases entries with their words and vectors. @returns how many there were */
export function dropEntries(store: Store, ids: readonly number[]): number {
  return counting(store, (counts) => {
    const found = entriesById(store, ids);
    for (const entry of found) {
      indexWords(store, entry, -1, counts);
      dropVector(store, entry.id);
      prepared(store, 'DELETE FROM entries WHERE id = ?').run(entry.id);
    }
    return found.length;
  });
}

export function entryByKey(store: Store, kind: Entry['kind'], key: string): Entry | undefined {
  const row = prepared(store, `SELECT ${COLUMNS} FROM entries WHERE kind = ? AND key = ?`).get(kind, key);
  return row === undefined ? undefined : entryOf(row as Row);
}

/** Those that are there, each once, in the order of the ids. */
export function entriesById(store: Store, ids: readonly number[]): Entry[] {
  const select = prepared(store, `SELECT ${COLUMNS} FROM entries WHERE id = ?`);
  return [...new Set(ids)].flatMap((id) => {
    const row = select.get(id);
    return row === undefined ? [] : [entryOf(row as Row)];
  });
}

/** What of an entry is looked through. */
export type EntryText = Pick<Entry, 'id' | 'text' | 'topics'>;

/** The texts of those that are there, in any order: of many at once several times sooner than whole entries. */
export function textsById(store: Store, ids: readonly number[]): EntryText[] {
  const select = prepared(
    store,
    'SELECT e.id, e.text, e.topics FROM json_each(?) j CROSS JOIN entries e ON e.id = j.value',
  ).raw();
  const rows = select.all(JSON.stringify(ids)) as [id: number, text: string, topics: string][];
  return rows.map(([id, text, topics]) => ({ id, text, topics: JSON.parse(topics) }));
}

/** What `list` gives: newest first. */
export interface ListQuery {
  kinds?: readonly Entry['kind'][] | undefined;
  /** Milliseconds since the epoch, inclusive. */
  from?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  to?: number | undefined;
  /** Only those with a smaller id: the last one of the page before. */
  before?: number | undefined;
  /** 1 to 1000; 50 when not given. */
  limit?: number | undefined;
}

export function listEntries(store: Store, { kinds, from, to, before, limit = 50 }: ListQuery = {}): Entry[] {
  const { first, end } = idsOf({ from, to });
  const last = Math.min(end, before ?? end);
  const most = Math.min(Math.max(1, Math.floor(limit)), 1000);
  const range = 'id >= ? AND id < ? ORDER BY id DESC LIMIT ?';
  const rows = kinds
    ? [...new Set(kinds)].flatMap((kind) =>
        prepared(store, `SELECT ${COLUMNS} FROM entries WHERE kind = ? AND ${range}`).all(kind, first, last, most),
      )
    : prepared(store, `SELECT ${COLUMNS} FROM entries WHERE ${range}`).all(first, last, most);
  return (rows as Row[])
    .sort((a, b) => b.id - a.id)
    .slice(0, most)
    .map(entryOf);
}

/** The ids of a span of time: `first` inclusive, `end` exclusive. */
export function idsOf({ from, to }: { from?: number | undefined; to?: number | undefined }): {
  first: number;
  end: number;
} {
  return {
    first: firstId(from ?? Number.NEGATIVE_INFINITY),
    end: to === undefined ? Number.MAX_SAFE_INTEGER : firstId(to),
  };
}

/** The oldest and the newest id; undefined while there is no entry. */
export function outermostIds(store: Store): { oldest: number; newest: number } | undefined {
  const oldest = prepared(store, 'SELECT min(id) FROM entries').pluck().get();
  const newest = prepared(store, 'SELECT max(id) FROM entries').pluck().get();
  return typeof oldest === 'number' && typeof newest === 'number' ? { oldest, newest } : undefined;
}

/** How many entries there are of these kinds. */
export function countEntries(store: Store, kinds: readonly EntryKind[] = KINDS): number {
  return countTerm(store, '', kinds).entries;
}
