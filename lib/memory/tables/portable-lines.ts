import { z } from 'zod';
import { GRAPH_BRANCHES } from '../../llm/context-schemas.js';
import { HISTORY_SUBJECTS } from './history.js';
import { isRowState } from './row-states.js';

/** Milliseconds since the epoch that an id can be made of. */
const at = z.number().int().min(0).max(9_000_000_000_000);
const id = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(500);
/** As long as a line of an import may be. */
const text = z.string();
const turns = z.array(z.string().max(200)).max(1_000);

/**
 * One line of an export, by its type, in the order of an export: what others hang on comes first. Its names are the columns
 * of its table. Ids are those of the memory it came from: they tie lines to each other.
 */
export const portableLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('retention'), kind: name, days: z.number().int().min(0).max(36_500) }),
  z.object({ type: z.literal('unremembered'), site: name, until: at.nullable() }),
  z.object({
    type: z.literal('entry'),
    id,
    kind: z.enum(['diary', 'note']),
    key: z.string().max(500).nullable(),
    at,
    source: z.string().max(500),
    site: z.string().max(500).nullable(),
    text,
    topics: z.array(text).max(50),
    turns,
  }),
  z.object({ type: z.literal('fact'), category: name, key: name, value: text, at, source: z.string().max(500), turns }),
  /** A wording that is not to be learnt again, as a key. */
  z.object({ type: z.literal('retired'), key: z.string().max(100) }),
  z.object({ type: z.literal('node'), id, parent: id.nullable(), branch: z.enum(GRAPH_BRANCHES), name, at }),
  z.object({
    type: z.literal('line'),
    id,
    node: id,
    text,
    at,
    turns,
    origin: z.enum(['learned', 'said', 'corrected']),
    times: z.number().int().min(1).max(1_000_000),
  }),
  /** What a conversation was last looked at for facts. */
  z.object({ type: z.literal('session'), session: name, at }),
  /** What was said and waits for the diary. */
  z.object({
    type: z.literal('said'),
    turn: name,
    site: z.string().max(500),
    source: z.string().max(500),
    at,
    began: at,
    role: z.enum(['user', 'assistant']),
    content: text,
  }),
  z.object({
    type: z.literal('change'),
    at,
    subject: z.enum(HISTORY_SUBJECTS),
    row: name,
    before: text.nullable(),
    after: text.nullable(),
    state: z.string().refine(isRowState, 'no state of a row').nullable(),
    why: z.string().max(500),
    turns,
  }),
  z.object({ type: z.literal('trace'), id: name, at, record: z.record(z.string(), z.unknown()) }),
]);
export type PortableLine = z.infer<typeof portableLine>;
export type PortableType = PortableLine['type'];

export const PORTABLE_TYPES: readonly PortableType[] = portableLine.options.map(({ shape }) => shape.type.value);

/** The names in a line of a type, without that of the type. */
export function portableNames(type: PortableType): string[] {
  const line = portableLine.options.find(({ shape }) => shape.type.value === type);
  return Object.keys(line?.shape ?? {}).filter((name) => name !== 'type');
}
