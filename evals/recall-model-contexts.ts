import { z } from 'zod';
import { dayAt, isoOf } from '../lib/language/when/calendar.js';
import type { Message } from '../lib/llm/types.js';
import { findTerms } from '../lib/recall/find-terms.js';
import { digestMemories } from '../lib/recall/memory-digest.js';
import { type ModelEvalContext, modelContext } from './model-context.js';

const entry = z.union([
  z.string(),
  z
    .object({ text: z.string(), date: z.string().optional() })
    .transform(({ text, date }) => (date ? `[${date}] ${text}` : text)),
]);
/** Milliseconds since the epoch, or ISO 8601. */
const moment = z.union([z.number(), z.string()]).transform((value) => new Date(value));

/** What a model does for a look into the memory, with its fast paths. */
export const RECALL_MODEL_EVALS: readonly ModelEvalContext[] = [
  modelContext(
    'enrichment',
    // `hint` is what was said before; the days that come out are those where the clock is UTC's
    z.object({ query: z.string(), now: moment, hint: z.string().optional(), language: z.string().default('en') }),
    z.object({
      keywords: z.array(z.string()),
      from: z.string().optional(),
      to: z.string().optional(),
      questions: z.array(z.string()),
    }),
    async ({ query, now, hint, language }, { models, ...asked }) => {
      const recent: Message[] = hint === undefined ? [] : [{ role: 'user', content: hint }];
      const clock = { now, language, timeZone: 'UTC' };
      const { terms, questions } = await findTerms({ query, recent, ...clock, models: async () => models, ...asked });
      return {
        keywords: terms.words,
        ...(terms.from !== undefined && { from: isoOf(dayAt(terms.from, 'UTC')) }),
        ...(terms.to !== undefined && { to: isoOf(dayAt(terms.to - 1, 'UTC')) }),
        questions,
      };
    },
  ),
  modelContext(
    'memory-digest',
    // entries newest first
    z.object({ query: z.string(), entries: z.array(entry) }),
    z.object({ text: z.string() }),
    async ({ query, entries }, run) => ({ text: (await digestMemories(entries, { query, ...run })).join('\n') }),
  ),
];
