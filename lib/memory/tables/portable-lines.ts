import { z } from 'zod';
import { HISTORY_SUBJECTS } from './history.js';
import { at, entryRow, isRowState, label, lineRow, name, nodeRow, text, turns } from './row-schemas.js';

/**
 * One line of an export, by its type, in the order of an export: what others hang on comes first. Its names are the columns
 * of its table. Ids are those of the memory it came from: they tie lines to each other.
 */
export const portableLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('retention'), kind: name, days: z.number().int().min(0).max(36_500) }),
  z.object({ type: z.literal('unremembered'), site: name, until: at.nullable() }),
  entryRow.extend({ type: z.literal('entry'), kind: z.enum(['diary', 'note']) }),
  z.object({ type: z.literal('fact'), category: name, key: name, value: text, at, source: label, turns }),
  /** A wording that is not to be learnt again, as a key. */
  z.object({ type: z.literal('retired'), key: z.string().max(100) }),
  nodeRow.extend({ type: z.literal('node') }),
  lineRow.extend({ type: z.literal('line') }),
  /** What a conversation was last looked at for facts. */
  z.object({ type: z.literal('session'), session: name, at }),
  /** What was said and waits for the diary. */
  z.object({
    type: z.literal('said'),
    turn: name,
    site: label,
    source: label,
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
    why: label,
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
