import { z } from 'zod';
import { memoryAsked } from '../lib/memory/asked.js';
import { context, type EvalContext } from './context.js';

/** What is plainly asked of the memory, by rule. */
export const FACTS_CONTEXTS: readonly EvalContext[] = [
  context(
    'memory-asked',
    // `now` as ISO 8601, in the time of this machine where it names no zone; so is `from`
    z.object({ text: z.string(), now: z.string().default('2026-11-21T16:30') }),
    z.object({
      intent: z.enum([
        'remember',
        'forget',
        'forget-last',
        'forget-since',
        'forget-all',
        'take-back',
        'for-good',
        'known',
        'none',
      ]),
      text: z.string().optional(),
      from: z.string().optional(),
    }),
    ({ text, now }) => {
      const asked = memoryAsked(text, new Date(now).getTime());
      if (!asked) return { intent: 'none' as const };
      const { intent } = asked;
      if (intent === 'remember') return { intent, text: asked.text };
      if (intent === 'forget') return { intent, text: asked.what };
      return intent === 'forget-since' ? { intent, from: localMinute(asked.from) } : { intent };
    },
  ),
];

/** "2026-11-20T00:00". */
function localMinute(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
