import { z } from 'zod';
import { judge, judgeByModel } from '../lib/deciding/judge.js';
import { JUDGE_MODES } from '../lib/deciding/judge-rules.js';
import { planTurn } from '../lib/deciding/planner.js';
import { routeTools } from '../lib/deciding/router.js';
import type { Tool } from '../lib/llm/types.js';
import { reply } from '../lib/replying/loop.js';
import { digestOfLoop } from '../lib/replying/max-turn-digest.js';
import { plannedCalls } from '../lib/replying/planned-calls.js';
import { digestResult } from '../lib/replying/tool-digest.js';
import { judgementSchema } from '../lib/turn/turn.js';
import { messageSchema } from './context.js';
import { DIARY_MODEL_EVALS } from './diary-model-contexts.js';
import { FACTS_MODEL_EVALS } from './facts-model-contexts.js';
import { GRAPH_MODEL_EVALS } from './graph-model-contexts.js';
import { modelContext as context, type ModelEvalContext } from './model-context.js';
import { RECALL_MODEL_EVALS } from './recall-model-contexts.js';

const language = z.string().default('en');
const times = { from: z.number().optional(), to: z.number().optional() };
const record = z.record(z.string(), z.unknown());
const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: record.default({ type: 'object', properties: {} }),
  acts: z.boolean().optional(),
});
const callSchema = z.object({ name: z.string(), arguments: record });
const resultSchema = z.union([
  z.string().transform((text) => ({ ok: true, text })),
  z.object({ ok: z.boolean(), text: z.string() }),
]);
const outcomeSchema = z.object({ tool: z.string(), arguments: record.default({}), result: resultSchema });

/** A tool that gives what the case says. */
function toolOf(
  { acts, ...spec }: z.output<typeof toolSchema>,
  results: Record<string, { ok: boolean; text: string }>,
): Tool {
  const result = results[spec.name] ?? { ok: false, text: 'This tool has nothing to say.' };
  return { ...spec, ...(acts !== undefined && { acts }), run: async () => result };
}

/** Every context that asks a model, through the functions that the nodes call, with their budgets and fail-open rules. */
export const MODEL_EVALS: readonly ModelEvalContext[] = [
  context(
    'judge',
    z.object({
      segments: z.array(z.object({ text: z.string(), ...times })),
      mode: z.enum(JUDGE_MODES),
      wake: z.object({ at: z.number().optional() }).optional(),
      spoken: z.object({ text: z.string(), ...times }).optional(),
      name: z.string().default('Jarvis'),
      aliases: z.array(z.string()).optional(),
      language: z.string().optional(),
    }),
    judgementSchema,
    (input, { models, ...asked }) => judge(input, (messages) => judgeByModel(models, input, { messages, ...asked })),
  ),
  context(
    'router',
    z.object({ query: z.string(), tools: z.array(toolSchema), hint: z.string().optional() }),
    z.object({ tools: z.array(z.string()) }),
    async ({ query, tools, hint }, { models, ...asked }) =>
      await routeTools({ query, tools, hint, strategy: 'llm', models: async () => models, ...asked }),
  ),
  context(
    'planner',
    z.object({
      query: z.string(),
      tools: z.array(toolSchema),
      dialogue: z.array(messageSchema).optional(),
      language,
      /** One call for tools, plan and memory instead of the planner's own. */
      combined: z.boolean().default(false),
    }),
    z.object({ steps: z.array(z.string()) }),
    async ({ combined, ...situation }, { models, ...asked }) =>
      await planTurn({
        ...situation,
        mode: combined ? 'combined' : 'separate',
        now: new Date(),
        models: async () => models,
        ...asked,
      }),
  ),
  context(
    'step-resolver',
    z.object({ step: z.string(), tools: z.array(toolSchema), results: z.array(outcomeSchema).default([]) }),
    z.object({ call: callSchema.nullable() }),
    async ({ step, tools, results }, run) => {
      const planned = plannedCalls({ ...run, query: '', plan: [step], tools: tools.map((tool) => toolOf(tool, {})) });
      const [call] = await planned.next(outcomesOf(results));
      return { call: call ?? null };
    },
  ),
  context(
    'tool-digest',
    z.object({ query: z.string(), tool: z.string(), text: z.string() }),
    z.object({ text: z.string() }),
    async ({ query, tool, text }, run) => ({ text: await digestResult(tool, text, { query, ...run }) }),
  ),
  context(
    'max-turn-digest',
    z.object({ query: z.string(), language, results: z.array(outcomeSchema) }),
    z.object({ text: z.string() }),
    async ({ query, language: tag, results }, { models, ...asked }) => ({
      text: ((await digestOfLoop(models, query, tag, outcomesOf(results), asked)) ?? []).join(' '),
    }),
  ),
  context(
    'reply',
    z.object({
      query: z.string(),
      messages: z.array(messageSchema).default([]),
      tools: z.array(toolSchema).default([]),
      /** What each tool gives. */
      results: z.record(z.string(), resultSchema).default({}),
      language,
      devices: z.array(z.string()).optional(),
      area: z.string().optional(),
    }),
    z.object({ text: z.string(), calls: z.array(callSchema.extend({ ok: z.boolean() })) }),
    async ({ query, messages, tools, results, language: tag, devices, area }, run) => {
      const events = reply({
        ...run,
        query,
        messages,
        site: 'evals',
        character: { name: 'Jarvis' },
        moment: { language: tag, now: new Date(), devices, area },
        tools: tools.map((tool) => toolOf(tool, results)),
      });
      for await (const event of events) if (event.type === 'end') return { text: event.text, calls: event.calls };
      return { text: '', calls: [] };
    },
  ),
  ...DIARY_MODEL_EVALS,
  ...FACTS_MODEL_EVALS,
  ...GRAPH_MODEL_EVALS,
  ...RECALL_MODEL_EVALS,
];

function outcomesOf(results: readonly z.output<typeof outcomeSchema>[]) {
  return results.map(({ tool, arguments: given, result }, index) => ({
    call: { id: String(index), name: tool, arguments: given },
    result,
  }));
}
