import type { z } from 'zod';
import type { entryRow } from './row-schemas.js';

export const KINDS = ['diary', 'note', 'fact', 'graph'] as const;
export type EntryKind = (typeof KINDS)[number];

export type Entry = z.infer<typeof entryRow>;

/** An entry to be written; one of the same kind and key is replaced. */
export interface NewEntry extends Pick<Entry, 'kind' | 'at' | 'source' | 'text'> {
  key?: string | null | undefined;
  site?: string | null | undefined;
  topics?: readonly string[] | undefined;
  turns?: readonly string[] | undefined;
}

/** Ids of one millisecond. */
const IDS = 1000;
/** The latest time that an id can hold, in the year 2255; the earliest is as long before 1970. */
const LATEST = Math.floor(Number.MAX_SAFE_INTEGER / IDS) - 1;

/** The first id of a time, in milliseconds since the epoch; a time that isn't one counts as the nearest that is. */
export function firstId(at: number): number {
  if (Number.isNaN(at)) return 0;
  return Math.min(Math.max(Math.floor(at), -LATEST), LATEST) * IDS;
}

/** The time of an id, in milliseconds since the epoch. */
export function timeOf(id: number): number {
  return Math.floor(id / IDS);
}
