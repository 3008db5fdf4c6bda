import { z } from 'zod';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { houseSchema } from '../lib/home/types.js';
import { memoryAsked } from '../lib/memory/asked.js';
import { digestBatches, digestText } from '../lib/recall/digest-gate.js';
import { carryOver } from '../lib/replying/carry-over.js';
import { contradiction } from '../lib/replying/honesty.js';
import { saidBack } from '../lib/replying/said-back.js';
import { statesAsked } from '../lib/tools/state-asked.js';
import { HONEST, honestGrounds } from '../test/honest-case.js';
import { context, type EvalContext, messageSchema } from './context.js';

const toolName = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const entry = z.union([
  z.string(),
  z
    .object({ text: z.string(), date: z.string().optional() })
    .transform(({ text, date }) => (date ? `[${date}] ${text}` : text)),
]);
/** What decides within a reply: which tools come back, what is shortened, what may be claimed. */
export const REPLYING_CONTEXTS: readonly EvalContext[] = [
  context(
    'carry-over',
    z.object({ recent: z.array(messageSchema), tools: z.array(toolName) }),
    z.object({ tools: z.array(z.string()) }),
    ({ recent, tools }) => ({ tools: carryOver(recent, tools) }),
  ),
  context(
    'state-asked',
    // the devices whose state is read before the model is asked; none where that isn't certain
    z.object({
      query: z.string(),
      language: z.string().default('en'),
      area: z.string().optional(),
      house: houseSchema.optional(),
    }),
    z.object({ entities: z.array(z.string()) }),
    ({ query, language, area, house = DEMO_HOUSE }) => ({ entities: statesAsked(house, query, language, area) }),
  ),
  context(
    'said-back',
    // `told` are a person's own sentences ("remember that …"); what is said back, null where the memory isn't asked
    z.object({ query: z.string(), language: z.string(), told: z.array(z.string()) }),
    z.object({ text: z.string().nullable(), whole: z.boolean() }),
    ({ query, language, told }) => {
      const now = new Date(0);
      const about = told.map((said) => {
        const asked = memoryAsked(said, now.getTime());
        return asked?.intent === 'remember' ? `- ${asked.text}` : '';
      });
      return saidBack({ query, language, now, found: [], about }) ?? { text: null, whole: false };
    },
  ),
  context(
    'digest-gate',
    // `response` is what the model answers to each call; without it the calls fail
    z.object({
      kind: z.enum(['memory', 'tool']),
      entries: z.array(entry).optional(),
      text: z.string().optional(),
      response: z.string().optional(),
    }),
    z.object({ calls: z.number(), text: z.string() }),
    ({ kind, entries, text, response }) => {
      const pieces = entries ?? [text ?? ''];
      const batches = digestBatches(kind, pieces);
      return {
        calls: batches.length,
        text: digestText(
          kind,
          pieces,
          batches.map(() => response),
        ),
      };
    },
  ),
  context('honest-reply', HONEST, z.object({ contradicts: z.boolean(), why: z.string().optional() }), (input) => {
    const why = contradiction(input.sentence, honestGrounds(input));
    return { contradicts: why !== undefined, ...(why !== undefined && { why }) };
  }),
];
