import { immediate, type Store } from '../statements.js';
import { dropEntries, entriesById, entryByKey, putEntry } from './entry-rows.js';
import { readFact, restoreFact } from './facts.js';
import { branchOf, readGraph, writeGraph } from './graph-restore.js';
import type { Branch } from './graph-rows.js';
import { changeOf, firstOf, type HistorySubject, markUndone, recordChange } from './history.js';
import { entryState, type RowState } from './row-states.js';

export type Undone =
  /** `change` is the undo's own place in the history: undoing that does it again. */
  | { undone: true; change: number; changed: Branch[] }
  /** No such change; changed again since (see `force`); or what it stood in is gone. */
  | { undone: false; reason: 'unknown' | 'changed-since' | 'gone' };

/**
 * How the rows of a table are read and put back; `write` makes the row what it was (undefined: nothing), false if it can't.
 * `removes`: what somebody had removed came back, and is to be removed again.
 */
interface Restorable {
  read(store: Store, row: string): RowState | undefined;
  write(store: Store, row: string, was: RowState | undefined, removes: boolean): boolean;
}

const TABLES: Readonly<Record<HistorySubject, Restorable>> = {
  graph: { read: readGraph, write: writeGraph },
  facts: {
    read: readFact,
    write(store, row, was) {
      restoreFact(store, row, was?.text ?? null, was?.state);
      return true;
    },
  },
  entries: {
    read(store, row) {
      const [entry] = entriesById(store, [Number(row)]);
      return entry && { text: entry.text, state: entry };
    },
    write(store, row, was) {
      const [now] = entriesById(store, [Number(row)]);
      if (!was) return dropEntries(store, [Number(row)]) >= 0;
      const entry = entryState.safeParse(was.state).data ?? now;
      if (!entry) return false;
      if (!now && entry.key !== null && entryByKey(store, entry.kind, entry.key)) return false;
      putEntry(store, { ...entry, text: was.text }, now?.id);
      return true;
    },
  },
};

/**
 * Takes a change back: its row becomes what it was before. That is a change itself, and can be taken back. When the row
 * no longer is what the change made of it, nothing happens, unless it is forced: then what came later is lost from the row,
 * and stands in the history.
 */
export function undo(store: Store, id: number, force = false): Undone {
  return immediate(store, (): Undone => {
    const change = changeOf(store, id);
    if (!change) return { undone: false, reason: 'unknown' };
    const { subject, row, before, after, turns } = change;
    const table = TABLES[subject];
    const now = table.read(store, row);
    if (!force && (now?.text ?? null) !== after) return { undone: false, reason: 'changed-since' };
    const touched = new Set<Branch>();
    const note = () => {
      const branch = subject === 'graph' ? branchOf(store, row) : undefined;
      if (branch) touched.add(branch);
    };
    note();
    const state: unknown = change.state === null ? undefined : JSON.parse(change.state);
    const removes = firstOf(store, id)?.after === null;
    if (!table.write(store, row, before === null ? undefined : { text: before, state }, removes)) {
      return { undone: false, reason: 'gone' };
    }
    note();
    const made = recordChange(store, {
      table: subject,
      row,
      before: now?.text ?? null,
      after: before,
      state: now?.state,
      why: 'undo',
      turns: JSON.parse(turns),
    });
    markUndone(store, id, made);
    return { undone: true, change: made, changed: [...touched] };
  });
}
