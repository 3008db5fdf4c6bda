import { clock } from '../../turn/clock.js';
import { redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';
import { immediate, prepared, type Store } from '../statements.js';
import { remembers } from './remembers.js';
import { endRollingIfOver } from './rolling-summaries.js';

/** What was said and isn't summed up yet (`entry` is null), and for some time what is. */
export const SAID_SCHEMA = `
  CREATE TABLE said (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    turn TEXT NOT NULL,
    site TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    began INTEGER NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    entry INTEGER
  ) STRICT;
  CREATE INDEX said_pending ON said (id) WHERE entry IS NULL;
  CREATE INDEX said_turn ON said (turn);
  CREATE INDEX said_site ON said (site, id);
  CREATE INDEX said_at ON said (at);
`;

/** Who said something. */
export type Speaker = 'user' | 'assistant';

/** What was said in a turn; what isn't to be remembered isn't given. */
export interface Noted {
  turn: string;
  site: string;
  /** What the diary keeps apart: one entry a day for each. */
  source: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Only the words of the two speakers are kept: results of tools come back in the answer, if they mattered. */
  messages: readonly { role: string; content: string }[];
}

/** One message that was noted. */
export interface Said {
  /** In the order in which they were noted, whatever the clock did. */
  id: number;
  turn: string;
  site: string;
  source: string;
  at: number;
  /** When its turn began: a question before midnight and its answer after it are of one day. */
  began: number;
  role: Speaker;
  content: string;
}

/** Times that a safe id can be made of; a clock that is far off is taken as the nearest. */
const LATEST = 9_000_000_000_000;
/** Characters of one message. */
const MAX_MESSAGE = 4_000;
const MAX_PENDING = 1_000;

const INSERT = 'INSERT INTO said (turn, site, source, at, began, role, content) VALUES (?, ?, ?, ?, ?, ?, ?)';
const COLUMNS = 'id, turn, site, source, at, began, role, content';

/** Notes what was said, without secrets. @returns how many messages were kept. */
function note(store: Store, { turn, site, source, at, messages }: Noted): number {
  const time = Math.round(Math.min(Math.max(Number.isFinite(at) ? at : 0, 0), LATEST));
  const kept = messages.flatMap(({ role, content }) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const words = shorten(redact(content).trim(), MAX_MESSAGE);
    return words === '' ? [] : [{ role, words }];
  });
  return immediate(store, () => {
    const first = prepared(store, 'SELECT began FROM said WHERE turn = ? AND source = ? LIMIT 1');
    const began = first.pluck().get(turn, source) ?? time;
    if (kept.length > 0) endRollingIfOver(store, site, time);
    const insert = prepared(store, INSERT);
    for (const { role, words } of kept) insert.run(turn, site, source, time, began, role, words);
    return kept.length;
  });
}

/** Notes an exchange that is whole, in place of what was noted of it so far. @returns as `note`. */
function keep(store: Store, noted: Noted): number {
  return immediate(store, () => {
    const drop = prepared(store, 'DELETE FROM said WHERE turn = ? AND source = ? AND entry IS NULL');
    drop.run(noted.turn, noted.source);
    return note(store, noted);
  });
}

/**
 * Notes of an exchange what has been said so far: its question with the first sentence of the answer, then a sentence at a
 * time. Nothing of a room that is not remembered.
 */
function soFar(store: Store, noted: Noted): void {
  immediate(store, () => {
    if (!remembers(store, noted.site, clock.now())) return;
    const find = "SELECT id, content FROM said WHERE turn = ? AND source = ? AND role = 'assistant' AND entry IS NULL";
    const before = prepared(store, find).get(noted.turn, noted.source) as Pick<Said, 'id' | 'content'> | undefined;
    const sentence = noted.messages.at(-1)?.content ?? '';
    if (!before) return note(store, noted);
    const words = shorten(redact(`${before.content} ${sentence}`), MAX_MESSAGE);
    return prepared(store, 'UPDATE said SET content = ? WHERE id = ?').run(words, before.id);
  });
}

/** Messages that no summary contains yet, in the order they were noted. `after`: only later ones, the next page. */
function pending(
  store: Store,
  { source, after = 0, limit = 200 }: { source?: string | undefined; after?: number; limit?: number } = {},
): Said[] {
  const most = Math.min(Math.max(limit, 1), MAX_PENDING);
  const select = `SELECT ${COLUMNS} FROM said WHERE entry IS NULL AND id > ?`;
  const order = 'ORDER BY id LIMIT ?';
  const rows =
    source === undefined
      ? prepared(store, `${select} ${order}`).all(after, most)
      : prepared(store, `${select} AND source = ? ${order}`).all(after, source, most);
  return rows as Said[];
}

/** How many messages wait for a summary. */
function waiting(store: Store): number {
  return Number(prepared(store, 'SELECT count(*) FROM said WHERE entry IS NULL').pluck().get());
}

/** What was said in a room after a message, oldest first, summed up or not. */
function since(store: Store, { site, after, limit = 200 }: { site: string; after: number; limit?: number }): Said[] {
  const most = Math.min(Math.max(limit, 1), MAX_PENDING);
  const select = `SELECT ${COLUMNS} FROM said WHERE site = ? AND id > ? ORDER BY id LIMIT ?`;
  return prepared(store, select).all(site, after, most) as Said[];
}

/** The latest of what was said from a time on (ms), in the order it was noted, summed up or not. */
function spoken(store: Store, { from, limit }: { from: number; limit: number }): Said[] {
  const most = Math.min(Math.max(limit, 1), MAX_PENDING);
  const select = `SELECT ${COLUMNS} FROM said WHERE at >= ? ORDER BY id DESC LIMIT ?`;
  return (prepared(store, select).all(from, most) as Said[]).reverse();
}

/** What was said in some turns, in the order it was noted, summed up or not. */
function ofTurns(store: Store, turns: readonly string[]): Said[] {
  const select = `SELECT ${COLUMNS} FROM said WHERE turn IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`;
  return prepared(store, select).all(JSON.stringify(turns), MAX_PENDING) as Said[];
}

/**
 * Forgets what was said, summed up or not: in a span of time (ms; `to` excluded), in turns, in a room. The rolling
 * summaries of the rooms go too, because they may contain it.
 * @returns how many messages.
 */
function forget(
  store: Store,
  which: { from?: number | undefined; to?: number | undefined; turns?: readonly string[] | undefined; site?: string },
): number {
  const { from, to, turns, site } = which;
  const limits = [
    from !== undefined && 'at >= @from',
    to !== undefined && 'at < @to',
    turns !== undefined && 'turn IN (SELECT value FROM json_each(@turns))',
    site !== undefined && 'site = @site',
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return 0;
  const given = { from, to, site, turns: turns && JSON.stringify(turns) };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return immediate(store, () => {
    const where = limits.join(' AND ');
    store.prepare(`UPDATE rolling SET text = '' WHERE site IN (SELECT site FROM said WHERE ${where})`).run(named);
    return store.prepare(`DELETE FROM said WHERE ${where}`).run(named).changes;
  });
}

export const said = { note, keep, soFar, pending, waiting, since, spoken, ofTurns, forget } as const;
