import { z } from 'zod';
import { houseSchema } from '../../lib/home/types.js';
import { messageOutput } from '../context.js';

const milliseconds = z.number().nonnegative();
const site = z.string().optional();
const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });
/** What the scripted model says: words, calls, or an object that is its answer as JSON. */
const answerSchema = z.union([
  z.string(),
  z.strictObject({ calls: z.array(callSchema), text: z.string().optional() }),
  z.record(z.string(), z.unknown()),
]);
export type ModelAnswer = z.output<typeof answerSchema>;

/** In their order, or by the context that asks. */
export const modelAnswers = z.union([z.array(answerSchema), z.record(z.string(), z.array(answerSchema))]);

const eventSchema = z.discriminatedUnion('do', [
  z.object({ at: milliseconds, site, do: z.literal('wake'), score: z.number().min(0).max(1).optional() }),
  z.object({
    at: milliseconds,
    site,
    do: z.literal('hear'),
    text: z.string(),
    to: milliseconds,
    confidence: z.number().min(0).max(1).optional(),
    from: z.enum(['person', 'tv']).default('person'),
    speaker: z.string().optional(),
  }),
  z.object({ at: milliseconds, site, do: z.literal('type'), text: z.string() }),
  z.object({ at: milliseconds, site, do: z.literal('tap'), confirm: z.boolean() }),
  z.object({ at: milliseconds, site, do: z.literal('stop') }),
  z.object({ at: milliseconds, site, do: z.literal('announce'), text: z.string() }),
  z.object({ at: milliseconds, site, do: z.literal('tool'), name: z.string(), result: z.unknown() }),
  z.object({ at: milliseconds, site, do: z.literal('state'), entity: z.string(), state: z.string() }),
]);
export type StoryEvent = z.output<typeof eventSchema>;

export const storyInput = z.object({
  /** The house's usual language; "en" when not given. */
  language: z.string().optional(),
  /** Area of the one room, where `rooms` says nothing. */
  area: z.string().optional(),
  rooms: z
    .record(z.string(), z.object({ area: z.string().optional(), languages: z.array(z.string()).optional() }))
    .optional(),
  /** The demo house when not given. */
  house: houseSchema.optional(),
  /** Name of the wake word model; "hey_jarvis" when not given. */
  wake: z.string().optional(),
  /** ISO 8601 with its zone: when the story begins. */
  now: z.string().optional(),
  events: z.array(eventSchema),
  model: modelAnswers.optional(),
});
export type Story = z.output<typeof storyInput>;

const commandOutput = z.object({
  action: z.string(),
  targets: z.array(z.string()),
  value: z.union([z.number(), z.string()]).optional(),
});
export type CarriedOut = z.output<typeof commandOutput>;

const turnOutput = z.object({
  at: z.number(),
  site: z.string(),
  directed: z.boolean(),
  why: z.string().optional(),
  query: z.string().optional(),
  language: z.string(),
  /** What was done in the house. */
  commands: z.array(commandOutput),
  /** The first of them; else the question about the house that a rule answered. */
  command: commandOutput.optional(),
  /** A yes is waited for. */
  asks: z.boolean(),
  calls: z.array(callSchema.extend({ ok: z.boolean() })).optional(),
  reply: z.string().optional(),
  /** What was heard of it. */
  spoken: z.string().optional(),
  cut: z.boolean(),
  /** Afterwards the room listens without the wake word. */
  listensOn: z.boolean(),
});
export type StoryTurn = z.output<typeof turnOutput>;

const dated = z.object({ text: z.string(), date: z.string().optional() });
export const storyOutput = z.object({
  turns: z.array(turnOutput),
  /** Last state of what changed. */
  house: z.record(z.string(), z.string()),
  dialogue: z.array(messageOutput),
  notes: z.array(dated),
  memory: z.array(dated.extend({ kind: z.string() })),
  modelCalls: z.number(),
});
export type StoryOutput = z.input<typeof storyOutput>;
