import { z } from 'zod';
import { GRAPH_BRANCHES } from '../../llm/context-schemas.js';
import { KINDS } from './entry-kinds.js';

/** A row as it is now, or as it was. */
export interface RowState {
  text: string;
  /** What else it holds; undefined when the change noted nothing. */
  state?: unknown;
}

/** What the history holds of a row besides its text, by what the row is of: nothing else is put back or taken in. */
const ids = z.number().int();
const turns = z.array(z.string());

export const lineState = z.strictObject({
  id: ids,
  node: ids,
  text: z.string(),
  at: z.number(),
  turns,
  origin: z.enum(['learned', 'said', 'corrected']),
  times: z.number(),
});

const nodeState = z.strictObject({
  id: ids,
  parent: ids.nullable(),
  branch: z.enum(GRAPH_BRANCHES),
  name: z.string(),
  at: z.number(),
});

/** A node with its subtree; without nodes: all lines of one. */
export const treeState = z.strictObject({ nodes: z.array(nodeState), lines: z.array(lineState) });

/** Where a node hung. */
export const placeState = z.strictObject({ node: ids.nullable() });

export const entryState = z.strictObject({
  id: ids,
  kind: z.enum(KINDS),
  key: z.string().nullable(),
  at: z.number(),
  source: z.string(),
  site: z.string().nullable(),
  text: z.string(),
  topics: z.array(z.string()),
  turns,
});

export const factState = z.strictObject({ source: z.string(), turns, at: z.number() });

const anyState = z.union([lineState, treeState, placeState, entryState, factState]);

/** Whether a text is a state that the history may hold, as JSON. */
export function isRowState(text: string): boolean {
  try {
    return anyState.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
