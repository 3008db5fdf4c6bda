import { immediate, type Store } from '../statements.js';
import { firstId } from './entry-kinds.js';
import { entriesById } from './entry-rows.js';
import { eraseEntries } from './erase.js';

/** What is kept for a number of days of its own. "said": words that are in the diary; "history": what an undo needs. */
export const RETENTION_KINDS = ['diary', 'note', 'fact', 'graph', 'said', 'trace', 'dialogue', 'history'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
/** Days; 0 is for ever. */
export type Retention = Record<RetentionKind, number>;

/** Kinds that are rows of a table of their own, not entries. */
const OLD: Record<Exclude<RetentionKind, 'diary' | 'note' | 'fact' | 'graph'>, [table: string, key: string]> = {
  said: ['said', 'id'],
  trace: ['turns', 'rowid'],
  dialogue: ['dialogue', 'id'],
  history: ['history', 'id'],
};

/**
 * Erases what is older than `before` (ms since the epoch) of one kind.
 * @returns how many; less than `most` when nothing is left.
 */
export function expire(store: Store, kind: RetentionKind, before: number, most: number): number {
  const limit = Math.min(500, Math.max(1, Math.round(most)));
  return immediate(store, () => {
    if (kind === 'said' || kind === 'trace' || kind === 'dialogue' || kind === 'history') {
      const [table, key] = OLD[kind];
      const summed = kind === 'said' ? 'AND entry IS NOT NULL' : '';
      if (kind === 'said') store.prepare("UPDATE rolling SET text = '' WHERE at < ?").run(before);
      return store
        .prepare(
          `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE at < ? ${summed} ORDER BY at LIMIT ?)`,
        )
        .run(before, limit).changes;
    }
    const ids = store
      .prepare<unknown[], number>('SELECT id FROM entries WHERE kind = ? AND id < ? ORDER BY id LIMIT ?')
      .pluck()
      .all(kind, firstId(before), limit);
    const old = entriesById(store, ids);
    eraseEntries(store, old);
    return old.length;
  });
}
