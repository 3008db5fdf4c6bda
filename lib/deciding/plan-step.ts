import { stem, words } from '../language/fold.js';
import { patternOfAll } from '../language/word-lists.js';
import { concreteArguments } from './plan-arguments.js';

/** What a planned step is: a tool's call, a look into the memory, or words for the person. */
export interface PlanStep {
  kind: 'tool' | 'memory' | 'reply';
  /** The call where the step says all of it; null when a model has to find arguments, or there is no call. */
  call: { name: string; arguments: Record<string, unknown> } | null;
  /** The tool that is meant, where it is certain. */
  tool?: string;
  /** Only the tool is named: a call without arguments, where it needs none. */
  bare?: true;
  /** What the memory is to be searched for. */
  topic?: string;
}

/** The planner's step that ends every plan. */
export const REPLY_STEP = 'Reply to the user.';
/** The planner's word for a look into earlier conversations. */
export const MEMORY_STEP = 'searchMemory';

const MAX_LETTERS = 2000;
const of = (entry: string) => patternOfAll('plans', entry);
const MEMORY = new RegExp(`^(?:${of('searchMemory')})(?![\\p{L}\\p{N}_])`, 'iu');
/** Verbs before a tool's name. */
const LEAD = new RegExp(
  `^(?:(?:${of('first')})[,:]?\\s+)*(?:(?:${of('use')})\\s+)?(?:(?:${of('the')})\\s+)?(?:(?:${of('toolWord')})\\s+)?[\`"'*[(]*`,
  'iu',
);
const REPLY = new RegExp(`^(?:(?:${of('beforeReply')})[,:]?\\s+)*(?:${of('reply')})`, 'iu');

/**
 * Reads one step of a plan. A concrete step (a known tool, values without placeholders, parameters the tool has) gives a
 * call, with no model.
 * @param tools The tools that may be called, each with the names of its parameters.
 */
export function planStep(step: string, tools: Readonly<Record<string, readonly string[]>>): PlanStep {
  const text = step.slice(0, MAX_LETTERS).trim();
  const memory = MEMORY.exec(text);
  if (memory) return memoryStep(text.slice(memory[0].length));
  const start = LEAD.exec(text)?.[0].length ?? 0;
  for (const from of start > 0 ? [0, start] : [0]) {
    const tool = toolAt(text.slice(from), tools);
    if (!tool) continue;
    const given = concreteArguments(tool.rest, tools[tool.name] ?? []);
    const isBare = /^[\s().:;]*$/.test(tool.rest);
    const call = given ? { name: tool.name, arguments: given } : null;
    return { kind: 'tool', tool: tool.name, call, ...(isBare && { bare: true }) };
  }
  if (REPLY.test(text)) return { kind: 'reply', call: null };
  if (/^[\p{L}_][\p{L}\p{N}_.:-]*\s*(?:\(|\{|\s[\w.-]+\s*=)/u.test(text)) return { kind: 'tool', call: null };
  const meant = toolMeant(text, Object.keys(tools));
  return meant === undefined ? { kind: 'reply', call: null } : { kind: 'tool', call: null, tool: meant };
}

/** A plan that only answers: no memory, no tools are needed. */
export function isReplyOnly(steps: readonly string[]): boolean {
  return steps.length > 0 && steps.every((step) => REPLY.test(step.trim()) && !MEMORY.test(step.trim()));
}

/** What the plan looks for in earlier conversations; undefined when it doesn't. */
export function memoryTopic(steps: readonly string[]): string | undefined {
  for (const step of steps) {
    const { kind, topic } = planStep(step, {});
    if (kind === 'memory') return topic ?? '';
  }
  return undefined;
}

/** The known tools that a plan names, in its order. */
export function toolsInPlan(steps: readonly string[], tools: readonly string[]): string[] {
  const known = Object.fromEntries(tools.map((name) => [name, []]));
  const named = steps.map((step) => planStep(step, known).tool).filter((tool) => tool !== undefined);
  return [...new Set(named)];
}

function memoryStep(rest: string): PlanStep {
  const given = concreteArguments(rest, ['topic', 'query']);
  const said =
    given?.['topic'] ?? given?.['query'] ?? rest.replace(/^[\s:([{]*(?:topic\s*[=:]\s*|for\s+|about\s+)?/i, '');
  const topic = String(said)
    .replace(/^["'“‘`]+|["'”’`)\].]+$/g, '')
    .trim();
  return { kind: 'memory', call: null, ...(topic !== '' && { topic }) };
}

/** The tool whose name the text begins with. */
function toolAt(
  text: string,
  tools: Readonly<Record<string, readonly string[]>>,
): { name: string; rest: string } | undefined {
  const folded = text.toLowerCase();
  const name = Object.keys(tools)
    .filter((known) => known !== '' && folded.startsWith(known.toLowerCase()))
    .filter((known) => !/^[\p{L}\p{N}_]/u.test(text.slice(known.length)))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return undefined;
  // "stop the music" is a sentence; "stop" is the tool
  const rest = text.slice(name.length).replace(/^[`"'*\])]+/, '');
  if (/^[a-z]+$/.test(name) && /^\s+\p{L}/u.test(rest) && !/^\s+[\w.-]+\s*[=:]/.test(rest) && !/<[^<>]+>/.test(rest)) {
    return undefined;
  }
  return { name, rest };
}

/** The tool that a step in prose speaks of: by its name, or by all but one of the words its name is made of. */
function toolMeant(text: string, tools: readonly string[]): string | undefined {
  const said = new Set(words(text).map(stem));
  let best: { name: string; share: number } | undefined;
  for (const name of tools) {
    if (!/^[a-z]+$/.test(name) && text.toLowerCase().includes(name.toLowerCase())) return name;
    const parts = words(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.:-]/g, ' '));
    const telling = parts.filter((part) => !['get', 'set', 'tool', 'the', 'control', 'run', 'do'].includes(part));
    const hits = telling.filter((part) => said.has(stem(part))).length;
    const share = telling.length === 0 ? 0 : hits / telling.length;
    if (share > (best?.share ?? 0.49)) best = { name, share };
  }
  return best?.name;
}
