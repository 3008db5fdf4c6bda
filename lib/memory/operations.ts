import type { Store } from './statements.js';
import { dialogue } from './tables/dialogue.js';
import { diary } from './tables/diary.js';
import { entries } from './tables/entries.js';
import { correctEntry } from './tables/entry-correct.js';
import { facts } from './tables/facts.js';
import { graph } from './tables/graph.js';
import { history } from './tables/history.js';
import { overview } from './tables/overview.js';
import { portable } from './tables/portable.js';
import { privacy } from './tables/privacy.js';
import { traces } from './tables/traces.js';
import { undo } from './tables/undo.js';

/**
 * Everything that can be asked of the memory, by subject. Each is a plain function over the open store, short enough not
 * to hold up the next one; what takes long is done in pieces by its caller. What writes takes the file for itself before it
 * reads (`immediate`): it waits for another program that writes, where it would fail in its middle otherwise. Arguments and results are plain JSON, so
 * that they cross the thread, and another store (PostgreSQL) can answer them too. Nothing outside `lib/memory` sees SQL.
 */
export const operations = {
  dialogue,
  traces,
  entries: { ...entries, correct: correctEntry },
  diary,
  graph,
  facts,
  history: { ...history, undo },
  privacy,
  overview,
  portable,
} as const;

type Operations = typeof operations;
type Asked<Operation> = Operation extends (store: Store, ...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Result>
  : never;

/** The operations as their callers see them. Each rejects with JarvisError store-failed or library-missing. */
export type Tables = {
  readonly [T in keyof Operations]: { readonly [O in keyof Operations[T]]: Asked<Operations[T][O]> };
};
