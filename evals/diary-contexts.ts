import { z } from 'zod';
import { parseDiary } from '../lib/memory/diary/parse.js';
import { context, type EvalContext } from './context.js';

/** What the diary does without a model. */
export const DIARY_CONTEXTS: readonly EvalContext[] = [
  context(
    'diary-parse',
    z.object({ response: z.string() }),
    z.object({ summary: z.string(), topics: z.array(z.string()) }),
    ({ response }) => parseDiary(response),
  ),
];
