import { immediate, type Store } from '../statements.js';
import { entriesById, putEntry } from './entry-rows.js';
import { recordChange } from './history.js';

/** A person's correction of a diary entry or a note. */
export interface Correction {
  id: number;
  /** The text that was read; another one means that somebody was faster. */
  previous: string;
  text: string;
  /** As they were when not given. */
  topics?: readonly string[] | undefined;
}

/** Longest text of an entry that a person writes, in characters. */
export const MAX_ENTRY = 8_000;

/**
 * Puts an entry right; the history has what it was. Facts and lines of the graph are put right in their own tables.
 * @returns its id, which may be another one; null when there is none of that id, kind or text, or nothing is left of it
 */
export function correctEntry(store: Store, { id, previous, text, topics }: Correction): number | null {
  return immediate(store, () => {
    const [before] = entriesById(store, [id]);
    const words = text.trim().slice(0, MAX_ENTRY);
    if (!before || before.text !== previous || words === '') return null;
    if (before.kind !== 'diary' && before.kind !== 'note') return null;
    const written = putEntry(store, { ...before, text: words, topics: topics ?? before.topics }, id);
    const [after] = entriesById(store, [written]);
    recordChange(store, {
      table: 'entries',
      row: String(written),
      before: before.text,
      after: after?.text ?? null,
      state: before,
      why: 'corrected',
      turns: before.turns,
    });
    return written;
  });
}
