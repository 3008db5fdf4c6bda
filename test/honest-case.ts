import { z } from 'zod';
import { words } from '../lib/language/fold.js';
import { factsOf } from '../lib/replying/facts.js';
import type { Grounds } from '../lib/replying/honesty.js';
import { readTold } from '../lib/replying/situation.js';

const result = z.object({
  tool: z.enum(['get_state', 'control_device', 'webSearch']),
  ok: z.boolean(),
  text: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
const unused = async () => ({ ok: true, text: '' });
const TOOLS = [
  { name: 'get_state', description: '', parameters: {}, tellsStates: true, run: unused },
  { name: 'control_device', description: '', parameters: {}, tellsStates: true, acts: true, run: unused },
  { name: 'webSearch', description: '', parameters: {}, run: unused },
];

/** A sentence of a reply. `acted`: an earlier reply of the dialogue has done something. */
export const HONEST = z.object({
  sentence: z.string(),
  results: z.array(result),
  query: z.string().default(''),
  language: z.string(),
  acted: z.boolean().default(false),
});

/** What the sentence of a case is held against. */
export function honestGrounds({ sentence, results, query, language, acted }: z.output<typeof HONEST>): Grounds {
  const outcomes = results.map(({ tool, ok, text, arguments: given }, index) => ({
    call: { id: String(index), name: tool, arguments: given },
    result: { ok, text },
  }));
  return {
    facts: factsOf(outcomes, TOOLS),
    query,
    language,
    earlier: { words: acted ? words(sentence) : [], hasCalled: acted },
    told: readTold([]),
  };
}
