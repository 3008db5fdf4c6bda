import { z } from 'zod';
import { contexts } from '../lib/llm/contexts.js';
import { ask } from '../lib/llm/gateway.js';
import { factsIn } from '../lib/memory/facts/extract.js';
import { extractMessages } from '../lib/memory/facts/prompts.js';
import { messageSchema } from './context.js';
import { type ModelEvalContext, modelContext } from './model-context.js';

const known = z.object({ category: z.string(), key: z.string(), value: z.string() });

/** What a model does for the facts. */
export const FACTS_MODEL_EVALS: readonly ModelEvalContext[] = [
  modelContext(
    'facts',
    z.object({ messages: z.array(messageSchema), known: z.array(known).default([]) }),
    // `text` has a line for each fact: category / key: value
    z.object({ facts: z.array(known), text: z.string() }),
    async ({ messages, known: before }, { models, ...asked }) => {
      const facts = before.map((fact) => ({ ...fact, at: 0, source: 'evals', turns: [] }));
      const answer = await ask(models, contexts.facts, { messages: extractMessages(messages, facts), ...asked });
      const found = factsIn(answer, { at: 0, turns: [] }).map(({ category, key, value }) => ({ category, key, value }));
      return {
        facts: found,
        text: found.map(({ category, key, value }) => `${category} / ${key}: ${value}`).join('\n'),
      };
    },
  ),
];
