import type { Backup } from '../../lib/memory/backups.js';
import type { Found } from '../../lib/memory/search/search.js';
import type { Entry } from '../../lib/memory/tables/entry-kinds.js';
import type { PutFact } from '../../lib/memory/tables/facts.js';
import type { Sizes } from '../../lib/memory/tables/overview.js';
import type { Retention } from '../../lib/memory/tables/retention.js';
import type { ErrorCode } from '../../lib/turn/errors.js';
import type { TraceRecord } from '../../lib/turn/trace.js';

/** Why a route refuses what was asked of it. */
export type Refusal =
  /** It is no longer as the page showed it. */
  | 'changed'
  | 'gone'
  | 'empty'
  | 'root'
  | 'circle'
  | 'duplicate'
  | 'incomplete-fact'
  | 'short-phrase'
  | 'no-export'
  | 'undo-unknown'
  /** What it stood in is gone. */
  | 'undo-nowhere'
  | 'busy'
  | 'no-store'
  | 'other-store';

/** What every failure is answered with, beside a message in English. */
export type ProblemCode = ErrorCode | Refusal;

/** How the memory is. */
export interface Status extends Sizes {
  file: string;
  /** Id of the store that is shown, and all there are. */
  store: string;
  stores: { id: string; name: string }[];
  retention: Retention;
  /** Satellites, rooms of the last conversations, and those of which nothing is kept. */
  rooms: RoomMemory[];
}

/** Whether what is said in a room is kept. */
export interface RoomMemory {
  site: string;
  /** Where it stands; null while nobody has said so. */
  area: string | null;
  remembered: boolean;
}

/** What was typed, with its typos put right; null where there are none. */
export interface Respelled {
  text: string | null;
}

/** What would be forgotten. */
export interface Preview {
  count: number;
  /** There may be more than that. */
  more: boolean;
  /** The newest of them. */
  entries: Entry[];
}

/** What became of a fact; "known": one of that name is there, which a new one doesn't replace unasked. */
export type FactPut = { done: Exclude<PutFact, 'invalid'> } | { done: 'known'; entry: Entry };

/** A turn in a list. */
export interface TurnRow {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  site: string;
  /** Name of the room it stood in, where that was known. */
  area: string | null;
  source: TraceRecord['source'];
  heard: string;
  reply: string;
  error: string;
  /** How many entries were recalled for it. */
  recalled: number;
}

/** A turn with what of the memory was used in it, and what was learned from it. */
export interface TurnDetails extends Omit<TurnRow, 'recalled'> {
  /** False when its trace is no longer kept. */
  known: boolean;
  /** Those that are still there, with what they were found by. */
  recalled: (Entry & Pick<Found, 'matched' | 'wordRank' | 'vectorRank'>)[];
  /** How many of them have been forgotten since. */
  gone: number;
  learned: Entry[];
}

/** The copies of the store, newest first, and whether it needs one. */
export interface Backups {
  damaged: boolean;
  list: Backup[];
}

/** How a task that was started on the page ended. */
export type Ended =
  | { task: string; outcome: 'done'; result: Record<string, number> }
  | { task: string; outcome: 'cancelled' }
  | { task: string; outcome: 'failed'; code: ProblemCode; message: string };

export interface MaintenanceState {
  tasks: readonly { name: string; what: string }[];
  /** What runs at the moment, also where something else has started it; that can't be cancelled here. */
  running: { task: string; done: number; total?: number | undefined; cancellable: boolean } | null;
  last: Ended | null;
}

/**
 * What a person does to the graph. `previous` is what was read of it: the name, the text, what it hangs on, or the stamp of
 * the node's lines. Another one means that somebody was faster.
 */
export type GraphEdit =
  | { action: 'add-node'; parent: number; name: string }
  | { action: 'rename-node'; id: number; previous: string; name: string }
  | { action: 'move-node'; id: number; previous: number; parent: number }
  | { action: 'remove-node'; id: number; previous: string }
  | { action: 'add-line'; node: number; text: string }
  | { action: 'edit-line'; id: number; previous: string; text: string }
  | { action: 'move-line'; id: number; previous: number; node: number }
  | { action: 'remove-line'; id: number; previous: string };
