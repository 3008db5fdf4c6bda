import { prepared, type Store } from '../statements.js';
import type { EntryKind } from './entry-kinds.js';
import { countEntries } from './entry-rows.js';
import { currentModel } from './vectors.js';

/** How much there is. */
export interface Sizes {
  entries: Record<EntryKind, number>;
  /** Messages that wait for the diary. */
  waiting: number;
  /** Of the file, without the log beside it. */
  bytes: number;
  /** The model of the vectors and how many entries have one; null before the first. */
  vectors: { model: string; done: number } | null;
}

/** What the memory holds, in numbers that are kept anyway: it takes no longer with a million entries. */
export const overview = {
  sizes(store: Store): Sizes {
    const of = (kind: EntryKind) => countEntries(store, [kind]);
    const model = currentModel(store);
    return {
      entries: { diary: of('diary'), note: of('note'), fact: of('fact'), graph: of('graph') },
      waiting: Number(prepared(store, 'SELECT count(*) FROM said WHERE entry IS NULL').pluck().get()),
      bytes: Number(store.pragma('page_count', { simple: true })) * Number(store.pragma('page_size', { simple: true })),
      vectors: model ? { model: model.name, done: model.done } : null,
    };
  },
} as const;
