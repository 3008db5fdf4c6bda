import { z } from 'zod';
import type { ModelContext, SchemaContext } from './types.js';

/** What the judge's model answers. Strings are bounded: a grammar without a bound may never end. */
export const judgeAnswerSchema = z.object({
  directed: z.boolean(),
  stop: z.boolean(),
  query: z.string().max(300),
  confidence: z.number().min(0).max(1),
  reasoning: z.string().max(160),
});
export type JudgeAnswer = z.infer<typeof judgeAnswerSchema>;

const judge: SchemaContext<JudgeAnswer> = {
  name: 'judge',
  purpose: 'Decides whether what was heard is meant for us, what is asked, and whether it means stop.',
  tier: 'small',
  temperature: 0,
  think: false,
  maxTokens: 220,
  budgetMs: 15_000,
  retries: 2,
  schema: judgeAnswerSchema,
  failOpen: 'The wake word found in the text decides.',
  fastPath: 'Rules answer clear cases: wake word and a sentence after it, "stop", an exact echo.',
};

const reply: ModelContext<string> = {
  name: 'reply',
  purpose: 'One turn of the agentic loop: answers the person or calls tools.',
  tier: 'chat',
  temperature: 0.4,
  think: false,
  maxTokens: 512,
  budgetMs: 45_000,
  retries: 2,
  failOpen: 'What a tool has done is said in its own words; without that the room hears what went wrong.',
  fastPath: 'A local command answers without it.',
};

const warmUp: ModelContext<string> = {
  name: 'warm-up',
  purpose: 'Loads the model and evaluates the unchanging head of the reply prompt while the person still speaks.',
  tier: 'chat',
  temperature: 0,
  think: false,
  maxTokens: 1,
  budgetMs: 60_000,
  retries: 0,
  failOpen: 'The reply waits for the model itself.',
};

/** Every context a model is called in. Names, limits and documentation all come from here. */
export const contexts = { judge, reply, warmUp } as const;

/** The rows of the table, in order. */
export const MODEL_CONTEXTS: readonly ModelContext[] = Object.values(contexts);
