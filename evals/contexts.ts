import { z } from 'zod';
import { detectEcho } from '../lib/deciding/echo.js';
import { everyday } from '../lib/deciding/everyday/everyday.js';
import { parseJudgement } from '../lib/deciding/judge-parse.js';
import { JUDGE_MODES, judgeByRules } from '../lib/deciding/judge-rules.js';
import { parsePlan } from '../lib/deciding/plan-parse.js';
import { planStep } from '../lib/deciding/plan-step.js';
import { ALWAYS_IN, withAlways } from '../lib/deciding/router.js';
import { type RoutableTool, routeByKeywords } from '../lib/deciding/router-keyword.js';
import { parseRouting } from '../lib/deciding/router-parse.js';
import { recognise } from '../lib/deciding/sentences/recognise.js';
import { recogniseAll } from '../lib/deciding/sentences/recognise-all.js';
import { soundsAlike } from '../lib/deciding/sounds-alike.js';
import { spokenLanguage } from '../lib/deciding/spoken-language.js';
import { isStop } from '../lib/deciding/stop-command.js';
import { findWakeWord } from '../lib/deciding/wake-words.js';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { commandSchema, houseSchema } from '../lib/home/types.js';
import { splitCompound } from '../lib/language/compound.js';
import { LANGUAGES } from '../lib/language/folders.js';
import { speechText } from '../lib/speaking/speech-text.js';
import { judgementSchema } from '../lib/turn/turn.js';
import { context, type EvalContext } from './context.js';
import { CONVERSATION_CONTEXTS } from './conversation-contexts.js';
import { DIARY_CONTEXTS } from './diary-contexts.js';
import { FACTS_CONTEXTS } from './facts-contexts.js';
import { GRAPH_CONTEXTS } from './graph-contexts.js';
import { GROUND_CONTEXTS } from './ground-contexts.js';
import { HOME_CONTEXTS } from './home-contexts.js';
import { INTERCOM_CONTEXT } from './intercom-contexts.js';
import { MEMORY_CONTEXTS } from './memory-contexts.js';
import { REPLYING_CONTEXTS } from './replying-contexts.js';
import { STORY_CONTEXT } from './story-context.js';

const milliseconds = z.number();
const aliases = z.array(z.string()).optional();
const language = z.string().optional();
const routableTool = z.object({ name: z.string(), description: z.string() });

/** What the words pick of the tools that are chosen among, and those that are always in. */
function picked(query: string, tools: readonly RoutableTool[]): string[] {
  const names = tools.map(({ name }) => name);
  return withAlways(
    routeByKeywords(
      query,
      tools.filter(({ name }) => !ALWAYS_IN.includes(name)),
    ),
    names,
  );
}

/** Every context that runs without a server, through the functions that the nodes call. */
export const CONTEXTS: readonly EvalContext[] = [
  context(
    'sentences',
    // the demo house stands in where no house is given
    z.object({ text: z.string(), language, area: z.string().optional(), house: houseSchema.optional() }),
    z.object({
      command: commandSchema.extend({ target: z.string().nullable() }).nullable(),
      /** All of them, where the sentence is more than one. */
      commands: z.array(commandSchema),
    }),
    ({ text, language, area, house = DEMO_HOUSE }) => {
      const command = recognise(text, { language, area, house });
      const [target, ...others] = command?.targets ?? [];
      return {
        command: command && { ...command, target: others.length === 0 ? (target ?? null) : null },
        commands: recogniseAll(text, { language, area, house }),
      };
    },
  ),
  context(
    'sounds-alike',
    z.object({ text: z.string(), language: z.string(), area: z.string().optional() }),
    z.object({ commands: z.array(commandSchema) }),
    (input) => ({ commands: soundsAlike(input.text, { ...input, house: DEMO_HOUSE }) }),
  ),
  context(
    'everyday',
    z.object({ text: z.string(), language: z.string() }),
    z.object({ kind: z.string().nullable() }),
    ({ text, language: tag }) => ({ kind: everyday(text, tag) ?? null }),
  ),
  context(
    'spoken-language',
    z.object({ text: z.string(), usual: z.string(), languages: z.array(z.string()).optional() }),
    z.object({ language: z.string() }),
    ({ text, usual, languages = LANGUAGES }) => ({ language: spokenLanguage(text, languages, usual) }),
  ),
  context(
    'wake-words',
    z.object({ text: z.string(), wake: z.string(), aliases, language }),
    z.object({ woken: z.boolean(), query: z.string() }),
    ({ text, ...options }) => findWakeWord(text, options),
  ),
  context(
    'stop-words',
    z.object({ text: z.string(), speaking: z.boolean(), language }),
    z.object({ stop: z.boolean() }),
    ({ text, ...options }) => ({ stop: isStop(text, options) }),
  ),
  context(
    'echo',
    z.object({
      heard: z.string(),
      spoken: z.string(),
      speaking: z.boolean(),
      sinceSpoken: milliseconds.optional(),
      heardFrom: milliseconds.optional(),
      heardTo: milliseconds.optional(),
      spokenFrom: milliseconds.optional(),
      spokenTo: milliseconds.optional(),
      wordsPerMinute: z.number().positive().optional(),
      answerWindow: z.union([z.boolean(), milliseconds]).optional(),
    }),
    z.object({ verdict: z.enum(['echo', 'speech', 'mixed']), text: z.string() }),
    detectEcho,
  ),
  context(
    'judge-rules',
    z.object({
      segments: z.array(z.object({ text: z.string(), from: milliseconds.optional(), to: milliseconds.optional() })),
      mode: z.enum(JUDGE_MODES),
      wake: z.object({ at: milliseconds.optional() }).optional(),
      spoken: z.object({ text: z.string(), from: milliseconds.optional(), to: milliseconds.optional() }).optional(),
      name: z.string(),
      aliases,
      language,
    }),
    z.union([judgementSchema, z.object({ undecided: z.literal(true) })]),
    (input) => judgeByRules(input) ?? { undecided: true as const },
  ),
  context(
    'judge-parse',
    z.object({ response: z.string(), name: z.string(), aliases }),
    judgementSchema.pick({ directed: true, query: true, stop: true, confidence: true }).nullable(),
    ({ response, ...options }) => parseJudgement(response, options),
  ),
  context(
    'speech-text',
    z.object({ text: z.string(), language }),
    z.object({ text: z.string() }),
    ({ text, language: tag }) => ({ text: speechText(text, tag ?? 'en') }),
  ),
  context(
    'router-keyword',
    z.object({ query: z.string(), tools: z.array(routableTool) }),
    z.object({ tools: z.array(z.string()) }),
    ({ query, tools }) => ({ tools: picked(query, tools) }),
  ),
  context(
    'router-parse',
    // every tool when the answer can't be used
    z.object({
      query: z.string().optional(),
      response: z.string(),
      tools: z.array(z.union([z.string(), routableTool])),
    }),
    z.object({ tools: z.array(z.string()) }),
    ({ response, tools }) => {
      const names = tools.map((tool) => (typeof tool === 'string' ? tool : tool.name));
      return { tools: withAlways(parseRouting(response, names) ?? names, names) };
    },
  ),
  context(
    'plan-parse',
    z.object({ response: z.string() }),
    z.object({ steps: z.array(z.string()) }),
    ({ response }) => ({ steps: parsePlan(response) }),
  ),
  context(
    'plan-step',
    // results are what a model would be given for a placeholder; without one nothing depends on them
    z.object({
      step: z.string(),
      tools: z.record(z.string(), z.array(z.string())),
      results: z.array(z.unknown()).optional(),
    }),
    z.object({
      kind: z.enum(['tool', 'memory', 'reply']),
      call: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }).nullable(),
      topic: z.string().optional(),
    }),
    ({ step, tools }) => planStep(step, tools),
  ),
  context(
    'compound',
    z.object({ text: z.string(), language }),
    z.object({ parts: z.array(z.string()) }),
    ({ text, language: tag }) => ({ parts: splitCompound(text, tag) }),
  ),
  ...CONVERSATION_CONTEXTS,
  ...DIARY_CONTEXTS,
  ...FACTS_CONTEXTS,
  ...GRAPH_CONTEXTS,
  ...GROUND_CONTEXTS,
  ...HOME_CONTEXTS,
  INTERCOM_CONTEXT,
  ...MEMORY_CONTEXTS,
  ...REPLYING_CONTEXTS,
  STORY_CONTEXT,
];
