import { z } from 'zod';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { entityIndex } from '../lib/home/entity-index.js';
import { houseSchema } from '../lib/home/types.js';
import { filterTranscript } from '../lib/listening/gates.js';
import { modelSize } from '../lib/llm/size.js';
import type { Message } from '../lib/llm/types.js';
import {
  capped,
  DIALOGUE_LIMITS,
  type DialogueLimits,
  dropOldCalls,
  type Exchange,
  windowOf,
} from '../lib/memory/window.js';
import { shouldRecall } from '../lib/recall/recall-gate.js';
import { checkReply } from '../lib/replying/malformed.js';
import { duplicateGuard } from '../lib/replying/run-tools.js';
import { readCalls } from '../lib/replying/tool-calls.js';
import { redact } from '../lib/turn/redaction.js';
import { context, type EvalContext, messageOutput, messageSchema } from './context.js';

const share = z.number().min(0).max(1).optional();
const callArguments = z.record(z.string(), z.unknown());
const count = z.number().int().nonnegative().optional();

/** What holds before and around every model call: hearing, memory, the shapes of answers, the house's names. */
export const GROUND_CONTEXTS: readonly EvalContext[] = [
  context('redaction', z.object({ text: z.string() }), z.object({ text: z.string() }), ({ text }) => ({
    text: redact(text),
  })),
  context(
    'transcript-filter',
    z.object({
      text: z.string(),
      language: z.string(),
      noSpeech: share,
      confidence: share,
      duration: z.number().nonnegative().optional(),
      level: z.number().optional(),
    }),
    z.object({ keep: z.boolean(), reason: z.string().optional() }),
    filterTranscript,
  ),
  context(
    'recall-gate',
    z.object({ query: z.string(), recent: z.array(messageSchema), planned: z.boolean().optional() }),
    z.object({ recall: z.boolean() }),
    ({ query, recent, planned }) => ({ recall: shouldRecall(query, recent, planned) }),
  ),
  context(
    'dialogue-window',
    z.object({
      /** `at` in milliseconds; a message without it was said now. */
      messages: z.array(z.intersection(messageSchema, z.object({ at: z.number().optional() }))),
      now: z.number(),
      limits: z
        .object({ minutes: z.number(), toolTurns: count, characters: count, exchanges: count, promptCharacters: count })
        .partial()
        .optional(),
    }),
    z.object({ messages: z.array(messageOutput) }),
    ({ messages, now, limits: { minutes = 5, ...limits } = {} }) => ({
      messages: dialogueWindow(
        messages.map((message) => ({ ...message, at: message.at ?? now })),
        now,
        minutes,
        Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
      ),
    }),
  ),
  context(
    'tool-call-parse',
    z.object({ content: z.string(), tools: z.array(z.string()) }),
    z.object({ calls: z.array(z.object({ name: z.string(), arguments: callArguments })), content: z.string() }),
    ({ content: answer, tools }) => {
      const { calls, content } = readCalls(answer, tools);
      return { calls, content };
    },
  ),
  context(
    'malformed-reply',
    z.object({ content: z.string() }),
    z.object({ malformed: z.boolean(), spoken: z.string().optional() }),
    ({ content }) => checkReply(content),
  ),
  context(
    'duplicate-call',
    z.object({ calls: z.array(z.tuple([z.string(), callArguments])) }),
    z.object({ outcomes: z.array(z.enum(['run', 'duplicate'])) }),
    ({ calls }) => {
      const isDuplicate = duplicateGuard();
      return { outcomes: calls.map(([name, given]) => (isDuplicate(name, given) ? 'duplicate' : 'run')) };
    },
  ),
  context(
    'model-size',
    z.object({ model: z.string(), parameters: z.union([z.number(), z.string()]).optional() }),
    z.object({ size: z.enum(['small', 'large']) }),
    ({ model, parameters }) => ({ size: modelSize(model, parameters) }),
  ),
  context(
    'entity-index',
    // the demo house stands in where no house is given
    z.object({ query: z.string(), house: houseSchema.optional(), area: z.string().optional(), limit: count }),
    z.object({ entities: z.array(z.string()) }),
    ({ query, house = DEMO_HOUSE, area, limit }) => ({
      entities: entityIndex(house)
        .find(query, { area, ...(limit !== undefined && { limit }) })
        .map(({ entity }) => entity.id),
    }),
  ),
];

/**
 * The window of a conversation given as single messages with times: what is kept of each exchange (it begins with the
 * person's words), and what goes into a prompt.
 * @param now Milliseconds since the epoch.
 * @param minutes That count as the same conversation.
 */
function dialogueWindow(
  messages: readonly (Message & { at: number })[],
  now: number,
  minutes: number,
  limits: Partial<DialogueLimits> = {},
): Message[] {
  const all = { ...DIALOGUE_LIMITS, ...limits };
  const exchanges: Exchange[] = [];
  for (const { at, ...message } of messages) {
    const current = exchanges.at(-1);
    // Without native tools, results are the user's words too.
    if (current && (message.role !== 'user' || message.tool_name !== undefined)) {
      current.messages.push(message);
      current.at = at;
    } else exchanges.push({ site: '', at, messages: [message] });
  }
  const kept = exchanges
    .map((exchange) => ({ ...exchange, messages: capped(exchange.messages, all) }))
    .filter(({ messages: some }) => some.length > 0)
    .slice(-all.exchanges);
  dropOldCalls(kept, all);
  return windowOf(kept, now - minutes * 60_000, all);
}
