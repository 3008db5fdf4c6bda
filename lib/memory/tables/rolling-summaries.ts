import { redact } from '../../turn/redaction.js';
import { immediate, prepared, type Store } from '../statements.js';

export const ROLLING_SCHEMA = `
  CREATE TABLE rolling (
    site TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
`;

/** This much silence in a room, in milliseconds, ends its conversation. */
export const SILENCE_MS = 30 * 60_000;

/** The summary of a room's conversation, and the last message it contains. */
export interface Rolling {
  /** Milliseconds since the epoch when it was written. */
  at: number;
  upto: number;
  text: string;
}

/** What is kept of a room. */
export interface KeptRolling extends Rolling {
  /** Milliseconds since the epoch when something was last said there; null when nothing of it is left. */
  last: number | null;
}

const LAST = 'SELECT at FROM said WHERE site = ? ORDER BY id DESC LIMIT 1';
const PUT = 'INSERT OR REPLACE INTO rolling (site, at, upto, text) VALUES (?, ?, ?, ?)';

function rolling(store: Store, site: string): KeptRolling | null {
  const select = `SELECT at, upto, text, (${LAST}) AS last FROM rolling WHERE site = ?`;
  const row = prepared(store, select).get(site, site);
  return row === undefined ? null : (row as KeptRolling);
}

/** What a rolling summary was made of. */
export interface RolledFrom {
  /** The last message and the text of the one before; 0 and empty when there was none. */
  after: number;
  text: string;
  /** How many messages it adds. */
  messages: number;
}

/** Keeps a room's rolling summary. @returns false when what it was made of is no longer there. */
function roll(store: Store, site: string, { at, upto, text }: Rolling, from: RolledFrom): boolean {
  return immediate(store, () => {
    const before = rolling(store, site);
    if ((before?.upto ?? 0) !== from.after || (before?.text ?? '') !== from.text) return false;
    const count = prepared(store, 'SELECT count(*) FROM said WHERE site = ? AND id > ? AND id <= ?').pluck();
    if (count.get(site, from.after, upto) !== from.messages) return false;
    prepared(store, PUT).run(site, Math.round(at), upto, redact(text));
    return true;
  });
}

/** Ends a room's conversation: its rolling summary goes, and the next one begins after what was said so far. */
export function endRolling(store: Store, site: string): void {
  const last = prepared(store, 'SELECT coalesce(max(id), 0) FROM said WHERE site = ?').pluck().get(site);
  prepared(store, PUT).run(site, 0, Math.max(Number(last), rolling(store, site)?.upto ?? 0), '');
}

/** Ends the conversation before something is noted that is said after a long silence, or first. @param at ms. */
export function endRollingIfOver(store: Store, site: string, at: number): void {
  const last = prepared(store, LAST).pluck().get(site);
  if (typeof last !== 'number' || Math.abs(at - last) >= SILENCE_MS) endRolling(store, site);
}

export const rollingSummaries = { rolling, roll } as const;
