export const KINDS = ['diary', 'note', 'fact', 'graph'] as const;
export type EntryKind = (typeof KINDS)[number];

/** Something that can be recalled. */
export interface Entry {
  /** Ordered by time: the milliseconds of `at`, times 1000, and a counter. Another one when `at` changes. */
  id: number;
  kind: EntryKind;
  /** Unique per kind: "2026-11-21/kitchen" of the diary, "node/line" of the graph. */
  key: string | null;
  /** When what it is about was, in milliseconds since the epoch. */
  at: number;
  source: string;
  site: string | null;
  text: string;
  topics: string[];
  /** Ids of the turns it came from. */
  turns: string[];
}

/** An entry to be written; one of the same kind and key is replaced. */
export interface NewEntry {
  kind: EntryKind;
  key?: string | null | undefined;
  at: number;
  source: string;
  site?: string | null | undefined;
  text: string;
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
