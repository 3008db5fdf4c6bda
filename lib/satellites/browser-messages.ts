import { z } from 'zod';
import { ACTIONS } from '../home/types.js';
import { readJson } from '../turn/foreign.js';
import { BROWSER_PREFIX } from './site-names.js';
import { isSiteId } from './sites.js';

const language = z.string().min(1).max(35);
const area = z.string().max(200).nullable();

/** What the page may send as text; its sound comes as binary frames. */
export const pageMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    site: z
      .string()
      .refine((id) => isSiteId(id) && id.startsWith(BROWSER_PREFIX), `must begin with "${BROWSER_PREFIX}"`),
    language: language.nullish(),
    area: area.optional(),
  }),
  z.object({ type: z.literal('text'), text: z.string().trim().min(1).max(10_000) }),
  z.object({ type: z.literal('listen') }),
  z.object({ type: z.literal('hush') }),
  z.object({ type: z.literal('area'), area }),
  z.object({ type: z.literal('language'), language }),
  z.object({
    type: z.literal('command'),
    action: z.enum(ACTIONS),
    target: z.string().max(300).nullish(),
    value: z.union([z.number(), z.string().max(300)]).nullish(),
  }),
  z.object({ type: z.literal('confirm'), id: z.string().max(200), yes: z.boolean() }),
  z.object({ type: z.literal('end-timer'), id: z.string().min(1).max(64) }),
  z.object({ type: z.literal('played'), id: z.string().max(200) }),
]);

export type PageMessage = z.infer<typeof pageMessage>;

/** A text frame as a message. @throws Error that says what is wrong with it. */
export function readPageMessage(frame: string): PageMessage {
  let value: unknown;
  try {
    value = readJson(frame);
  } catch {
    throw new Error('This message is not JSON.');
  }
  const parsed = pageMessage.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`This message is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown'}.`);
}
