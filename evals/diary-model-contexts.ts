import { z } from 'zod';
import { sumUp } from '../lib/memory/diary/sum-up.js';
import { messageSchema } from './context.js';
import { type ModelEvalContext, modelContext } from './model-context.js';

/** What a model makes of a conversation, as the diary would keep it. */
export const DIARY_MODEL_EVALS: readonly ModelEvalContext[] = [
  modelContext(
    'diary',
    z.object({ messages: z.array(messageSchema), previous: z.string().optional() }),
    // empty where the answer is refused: the messages would wait for the next time
    z.object({ summary: z.string(), topics: z.array(z.string()) }),
    async ({ messages, previous }, run) => {
      const said = messages.filter(({ role, content }) => (role === 'user' || role === 'assistant') && content !== '');
      const answer = await sumUp({ ...run, messages: said, previous });
      return answer.ok ? answer : { summary: '', topics: [] };
    },
  ),
];
