import { z } from 'zod';
import { GRAPH_BRANCHES } from '../../llm/context-schemas.js';
import { KINDS } from './entry-kinds.js';

/** Milliseconds since the epoch that an id can be made of. */
export const at = z.number().int().min(0).max(9_000_000_000_000);
export const id = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const name = z.string().min(1).max(500);
export const label = z.string().max(500);
/** As long as a line of an import may be. */
export const text = z.string();
/** Ids of the turns that something came from. */
export const turns = z.array(z.string().max(200)).max(1_000);

/** Something that can be recalled. */
export const entryRow = z.object({
  /** Ordered by time: the milliseconds of `at`, times 1000, and a counter. Another one when `at` changes. */
  id,
  kind: z.enum(KINDS),
  /** Unique per kind: "2026-11-21/kitchen" of the diary, "node/line" of the graph. */
  key: label.nullable(),
  /** When what it is about was. */
  at,
  source: label,
  site: label.nullable(),
  text,
  topics: z.array(text).max(50),
  turns,
});

export const nodeRow = z.object({
  id,
  /** null for the three roots. */
  parent: id.nullable(),
  branch: z.enum(GRAPH_BRANCHES),
  name,
  /** When it was made. */
  at,
});

export const lineRow = z.object({
  id,
  node: id,
  text,
  /** When it was said. */
  at,
  turns,
  /** How it came to be: taken from a conversation, told to be remembered, or put right by a person on the page. */
  origin: z.enum(['learned', 'said', 'corrected']),
  /** How often it has been said. */
  times: z.number().int().min(1).max(1_000_000),
});

/** A row as it is now, or as it was. */
export interface RowState {
  text: string;
  /** What else it holds; undefined when the change noted nothing. */
  state?: unknown;
}

/*
 * What the history holds of a row besides its text, by what the row is of: nothing else is put back or taken in.
 */
export const lineState = lineRow.strict();
/** A node with its subtree; without nodes: all lines of one. */
export const treeState = z.strictObject({ nodes: z.array(nodeRow.strict()), lines: z.array(lineState) });
/** Where a node hung. */
export const placeState = z.strictObject({ node: id.nullable() });
export const entryState = entryRow.strict();
export const factState = z.strictObject({ source: label, turns, at });

const anyState = z.union([lineState, treeState, placeState, entryState, factState]);

/** Whether a text is a state that the history may hold, as JSON. */
export function isRowState(state: string): boolean {
  try {
    return anyState.safeParse(JSON.parse(state)).success;
  } catch {
    return false;
  }
}
