import { splitCompound } from '../language/compound.js';
import type { CombinedPlan } from '../llm/context-schemas.js';
import { MAX_PLAN_STEPS, MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import { contexts } from '../llm/contexts.js';
import { ask, askWords } from '../llm/gateway.js';
import type { Trace } from '../turn/trace.js';
import type { Lookup, Turn } from '../turn/turn.js';
import { type OpenModels, withModels } from './open-models.js';
import { parsePlan } from './plan-parse.js';
import { isReplyOnly, memoryTopic, planStep, REPLY_STEP, toolsInPlan } from './plan-step.js';
import { type PlannerSituation, plannerMessages } from './planner-prompt.js';
import { ALWAYS_IN, withAlways } from './router.js';
import { parametersOf } from './tool-lines.js';

/**
 * `separate`: a call of its own after the router's; `combined`: one call answers tools, plan, memory topic, keywords and
 * times; `auto`: combined for requests of three steps or more, no plan for others; `off`: no plan.
 */
export const PLANNER_MODES = ['auto', 'separate', 'combined', 'off'] as const;
export type PlannerMode = (typeof PLANNER_MODES)[number];

export interface PlanRequest extends PlannerSituation {
  mode: PlannerMode;
  /** Of the turn's profile: false for no plan, true for a plan for short requests too. */
  planning?: boolean | undefined;
  models: OpenModels;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /** Milliseconds instead of the context's own. */
  budgetMs?: number | undefined;
}

export interface Planned {
  /** At most five; the last one replies. Empty when there is no plan: everything goes on as without a planner. */
  steps: string[];
  /** The tools that the combined call picked. */
  tools?: string[];
  /** What to look for in earlier conversations; missing when nothing is. */
  lookup?: Lookup;
}

const NO_PLAN: Planned = { steps: [] };
/** Two parts are answered as well without a plan: the agent is told what is still open. */
const MIN_STEPS = 3;
const DAY = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Plans what a query needs. No plan for queries under four characters, when the model fails, takes longer than its
 * budget or writes something else.
 * @throws AbortError; nothing else.
 */
export async function planTurn(request: PlanRequest): Promise<Planned> {
  const { mode, signal } = request;
  if (!asksForPlan(request)) return NO_PLAN;
  try {
    return mode === 'separate' ? await separate(request) : await combined(request);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return NO_PLAN;
  }
}

/** Whether a model is asked for a plan at all. */
export function asksForPlan({
  mode,
  planning,
  query,
  language,
}: Pick<PlanRequest, 'mode' | 'planning' | 'query' | 'language'>): boolean {
  if (mode === 'off' || planning === false || [...query.trim()].length < contexts.planner.limits.fewestCharacters)
    return false;
  return mode !== 'auto' || planning || partsOf(query, language) >= MIN_STEPS;
}

function partsOf(query: string, language: string | undefined): number {
  const [, rest] = splitCompound(query, language);
  return rest === undefined ? 1 : 1 + partsOf(rest, language);
}

async function separate(request: PlanRequest): Promise<Planned> {
  const { models, tools, signal, trace, budgetMs = contexts.planner.budgetMs } = request;
  const messages = plannerMessages(request, 'separate');
  const answer = await withModels(models, budgetMs, signal, (opened, leftMs) =>
    askWords(opened, { ...contexts.planner, budgetMs: leftMs }, { messages, signal, trace }),
  );
  const steps = usableSteps(parsePlan(answer), tools);
  const topic = memoryTopic(steps);
  return { steps, ...(topic !== undefined && { lookup: { topic } }) };
}

async function combined(request: PlanRequest): Promise<Planned> {
  const { models, tools, signal, trace, budgetMs = contexts.plannerCombined.budgetMs } = request;
  const messages = plannerMessages(request, 'combined');
  const answer = await withModels(models, budgetMs, signal, (opened, leftMs) =>
    ask(opened, { ...contexts.plannerCombined, budgetMs: leftMs }, { messages, signal, trace }),
  );
  return readCombined(answer, tools);
}

/** The combined answer, with what it leaves out in one place taken from the other. */
export function readCombined(answer: CombinedPlan, tools: PlanRequest['tools']): Planned {
  const memory = answer.memory.trim();
  const written = parsePlan(JSON.stringify(answer.plan));
  const steps = usableSteps(
    memory !== '' && written.length > 0 && memoryTopic(written) === undefined
      ? [`searchMemory topic='${memory.replaceAll("'", '’')}'`, ...written]
      : written,
    tools,
  );
  if (steps.length === 0) return NO_PLAN;
  const names = tools.map(({ name }) => name);
  const picked = [...answer.tools.filter((name) => names.includes(name)), ...toolsInPlan(steps, names)];
  const topic = memoryTopic(steps);
  const [from, to] = [answer.from.trim(), answer.to.trim()];
  const keywords = answer.keywords.map((word) => word.trim()).filter((word) => word !== '');
  const lookup = topic !== undefined && {
    topic: memory || topic,
    ...(keywords.length > 0 && { keywords }),
    ...(DAY.test(from) && { from }),
    ...(DAY.test(to) && { to }),
  };
  return { steps, tools: [...new Set(picked)].slice(0, MAX_ROUTED_TOOLS), ...(lookup && { lookup }) };
}

/**
 * The steps that somebody can carry out: the memory first and once, tools of the catalogue, the reply last. Empty when
 * the model has answered instead of planning.
 */
export function usableSteps(steps: readonly string[], tools: PlanRequest['tools']): string[] {
  const known = Object.fromEntries(tools.map((tool) => [tool.name, parametersOf(tool)]));
  const read = steps.map((step) => ({ step, ...planStep(step, known) }));
  const memory = read.filter(({ kind }) => kind === 'memory').slice(0, 1);
  const called = read.filter(({ kind, tool }) => kind === 'tool' && tool !== undefined);
  const told = read.filter(({ kind }) => kind === 'reply').map(({ step }) => step);
  const doing = [...memory, ...called].map(({ step }) => step).slice(0, MAX_PLAN_STEPS - 1);
  if (doing.length === 0)
    return told.length > 0 && isReplyOnly(told) && told.length === steps.length ? [REPLY_STEP] : [];
  return [...doing, REPLY_STEP];
}

/**
 * The turn with its plan. A plan that only answers leaves no tools but those that are always in; tools that the plan
 * names are added to what the router left.
 * @param catalogue Names of the tools the planner has seen.
 */
export function withPlan(turn: Turn, { steps, tools, lookup }: Planned, catalogue: readonly string[]): Turn {
  if (steps.length === 0) return turn;
  const planned = { ...turn, plan: steps, ...(lookup && { lookup }) };
  if (isReplyOnly(steps)) return { ...planned, tools: ALWAYS_IN.filter((name) => catalogue.includes(name)) };
  const named = toolsInPlan(steps, catalogue);
  if (tools) return { ...planned, tools: withAlways([...tools, ...named], catalogue) };
  return turn.tools ? { ...planned, tools: [...new Set([...turn.tools, ...named])] } : planned;
}
