import { z } from 'zod';
import { conditionSchema } from '../home/condition.js';
import { commandSchema } from '../home/types.js';

/** Letters of what is said of a timer. */
export const MAX_WORDS = 300;
/** JavaScript's latest date. */
const MAX_DATE = 8.64e15;
const words = z.string().max(MAX_WORDS);

/** A time of day that comes again; the wall clock's, whatever summer time does. */
const dailySchema = z.object({
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
  /** On which weekdays, 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
});
export type Daily = z.infer<typeof dailySchema>;

export const timerSchema = z.object({
  id: z.string().min(1).max(64),
  /** `timer` runs for a length, `alarm` and `reminder` ring at a time, `command` does something and says nothing. */
  kind: z.enum(['timer', 'alarm', 'reminder', 'command']),
  /** Where it was set and rings. */
  site: z.string().min(1).max(64),
  area: words.optional(),
  /** BCP 47 tag of who set it. */
  language: z.string().min(1).max(35),
  /** "pizza" */
  name: words.optional(),
  /** What a reminder reminds of, or how a command was said. */
  about: words.optional(),
  /** Milliseconds since the epoch. */
  due: z.number().min(0).max(MAX_DATE),
  /** Milliseconds that it was set for, where it was set for a length. */
  length: z.number().positive().optional(),
  /** Milliseconds left while it is paused. */
  paused: z.number().nonnegative().optional(),
  /** It began to ring: a restart rings it once more, and not again. */
  tried: z.literal(true).optional(),
  every: dailySchema.optional(),
  commands: z.array(commandSchema).max(10).optional(),
  /** What of the house it waits for, and how that was said; `due` is when it has waited in vain. */
  awaits: z.object({ condition: conditionSchema, said: words }).optional(),
  /** What came true of that, as it is told. */
  happened: words.optional(),
  /** It came true while nobody looked: nobody knows when. */
  missed: z.literal(true).optional(),
});
export type Timer = z.infer<typeof timerSchema>;
