import { clock } from '../../turn/clock.js';
import { redact } from '../../turn/redaction.js';
import type { Store } from '../statements.js';

/** The tables of this subject; see MIGRATIONS in ../store.ts. */
export const SCHEMA = `
  CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    subject TEXT NOT NULL,
    row TEXT NOT NULL,
    before TEXT,
    after TEXT,
    state TEXT,
    why TEXT NOT NULL,
    turns TEXT NOT NULL,
    undone_by INTEGER
  ) STRICT;
  CREATE INDEX history_row ON history (subject, row, id);
  CREATE INDEX history_at ON history (at);
  CREATE INDEX history_state ON history (subject) WHERE state IS NOT NULL;
`;

export const HISTORY_SUBJECTS = ['entries', 'graph', 'facts'] as const;
export type HistorySubject = (typeof HISTORY_SUBJECTS)[number];

/** A rewrite of a text somebody may want back. */
export interface Change {
  table: HistorySubject;
  /** What was changed: the id of an entry, "category/key" of a fact, "node:7" or "line:7" of the graph. */
  row: string;
  /** The text before and after; null where there was, or is, none. */
  before: string | null;
  after: string | null;
  /** What else the row held before, as plain JSON: what an undo needs when the row is gone. */
  state?: unknown;
  /** In a few words: "merge", "corrected", "undo". */
  why: string;
  turns?: readonly string[] | undefined;
}

/** A change as it is shown. */
export interface HistoryEntry extends Omit<Change, 'state' | 'turns'> {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  turns: string[];
  /** The change that took it back. */
  undoneBy: number | null;
}

export interface HistoryRow {
  id: number;
  at: number;
  subject: HistorySubject;
  row: string;
  before: string | null;
  after: string | null;
  state: string | null;
  why: string;
  turns: string;
  undone_by: number | null;
}

const INSERT =
  'INSERT INTO history (at, subject, row, before, after, state, why, turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
const MAX_LISTED = 200;

/** Notes a change; called in the transaction that makes it. Returns its id. */
export function recordChange(store: Store, change: Change): number {
  const { table, row, before, after, state, why, turns = [] } = change;
  const { lastInsertRowid } = store.prepare(INSERT).run(
    clock.now(),
    table,
    row,
    before === null ? null : redact(before),
    after === null ? null : redact(after),
    // Taken from a row that was redacted when it was written.
    state === undefined ? null : JSON.stringify(state),
    redact(why),
    JSON.stringify(turns),
  );
  return Number(lastInsertRowid);
}

/** One change with what an undo needs; undefined when there is none of that id. */
export function changeOf(store: Store, id: number): HistoryRow | undefined {
  return store.prepare<[number], HistoryRow>('SELECT * FROM history WHERE id = ?').get(id);
}

/** What an undo goes back to, over all the undos in between: the change that somebody made first. */
export function firstOf(store: Store, id: number): HistoryRow | undefined {
  const back =
    'WITH RECURSIVE back (id) AS (VALUES (?) UNION SELECT h.id FROM history h JOIN back b ON h.undone_by = b.id)';
  return store
    .prepare<[number], HistoryRow>(`${back} SELECT * FROM history JOIN back USING (id) ORDER BY id LIMIT 1`)
    .get(id);
}

/** Notes which change took this one back. */
export function markUndone(store: Store, id: number, by: number): void {
  store.prepare('UPDATE history SET undone_by = ? WHERE id = ?').run(by, id);
}

/** Forgets the history of rows that are erased: a text that is gone must not live on here. To be called in a transaction. */
export function dropHistory(store: Store, table: HistorySubject, rows: readonly string[]): void {
  const drop = store.prepare('DELETE FROM history WHERE subject = ? AND row = ?');
  for (const row of rows) drop.run(table, row);
}

/** Forgets what was changed since a moment (ms since the epoch). */
export function dropHistorySince(store: Store, from: number): void {
  store.prepare('DELETE FROM history WHERE at >= ?').run(from);
}

interface Listed {
  table?: HistorySubject | undefined;
  row?: string | undefined;
  /** Only changes with a smaller id: the next page. */
  before?: number | undefined;
  limit?: number | undefined;
}

/** The changes, newest first. */
function list(store: Store, { table, row, before, limit = 50 }: Listed = {}): HistoryEntry[] {
  const wanted: [string, string | number | undefined][] = [
    ['subject = ?', table],
    ['row = ?', row],
    ['id < ?', before],
  ];
  const given = wanted.filter(([, value]) => value !== undefined);
  const where = given.length > 0 ? `WHERE ${given.map(([condition]) => condition).join(' AND ')}` : '';
  const values = given.map(([, value]) => value);
  const rows = store
    .prepare<unknown[], HistoryRow>(`SELECT * FROM history ${where} ORDER BY id DESC LIMIT ?`)
    .all(...values, Math.min(Math.max(limit, 1), MAX_LISTED));
  return rows.map(({ subject, state: _, turns, undone_by, ...kept }) => ({
    ...kept,
    table: subject,
    turns: JSON.parse(turns),
    undoneBy: undone_by,
  }));
}

/** What was rewritten. How a change is taken back stands in `undo.ts`, which knows all the tables. */
export const history = { list };
