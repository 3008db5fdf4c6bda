import { z } from 'zod';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { memoryAsked } from './asked.js';
import { rememberFact } from './graph/remember.js';
import { type MaintenanceRun, maintain } from './maintenance/tasks.js';
import { forget, forgetMatching, forgetSince, type PrivacyRun } from './privacy.js';
import { KINDS } from './tables/entry-kinds.js';

const MEMORY_ACTIONS = ['query', 'add', 'forget', 'maintain'] as const;
export type MemoryAction = (typeof MEMORY_ACTIONS)[number];

/** What a message wants done. @throws JarvisError bad-input */
export function memoryAction(wanted: unknown): MemoryAction {
  const action = MEMORY_ACTIONS.find((one) => one === wanted);
  if (action) return action;
  throw new JarvisError('bad-input', `This node needs one of these words in msg.action: ${MEMORY_ACTIONS.join(', ')}.`);
}

export interface RequestRun extends MaintenanceRun {
  site: string;
  turn: string;
}

/** A moment: milliseconds since the epoch, or as ISO 8601 writes it. */
const moment = z
  .union([z.number(), z.iso.datetime({ offset: true, local: true }), z.iso.date()])
  .transform((value, context) => {
    const at = typeof value === 'number' ? value : new Date(value.length === 10 ? `${value}T00:00` : value).getTime();
    if (Number.isFinite(at)) return at;
    context.addIssue('no moment');
    return z.NEVER;
  });
const words = z.string().trim().min(1).max(2_000);

const queries = z.object({
  text: words.optional(),
  keywords: z.array(z.string().max(100)).max(20).optional(),
  from: moment.optional(),
  to: moment.optional(),
  kinds: z.array(z.enum(KINDS)).optional(),
  limit: z.number().int().min(1).max(100).optional(),
});
const additions = z.union([z.object({ text: words }), z.object({ category: words, key: words, value: words })]);
const forgetting = z.union([
  z.object({ ids: z.array(z.number()).min(1).max(10_000) }),
  z.object({ since: moment }),
  z.object({ matching: words }),
]);
const tasks = z.object({ task: words });

/** Does what a message asks of the memory. @throws JarvisError bad-input, store-failed, model-…; AbortError. */
export async function memoryRequest(action: MemoryAction, payload: unknown, run: RequestRun): Promise<unknown> {
  switch (action) {
    case 'query':
      return await run.memory.entries.search(defined(read(queries, asText(payload, 'text'), 'query')));
    case 'add':
      return await add(read(additions, asText(payload, 'text'), 'add'), run);
    case 'forget':
      return await forgetAsked(payload, run);
    case 'maintain':
      return await maintain(read(tasks, asText(payload, 'task'), 'maintain').task, run);
  }
}

async function add(given: z.output<typeof additions>, { memory, turn }: RequestRun): Promise<unknown> {
  const at = clock.now();
  if ('value' in given) {
    return { outcome: await memory.facts.put({ ...given, at, source: 'flow', turns: [turn] }, 'added by a flow') };
  }
  const asked = memoryAsked(given.text, at);
  const text = asked?.intent === 'remember' ? asked.text : given.text;
  return (await rememberFact(memory, { text, turns: [turn], at })) ?? { outcome: 'invalid' };
}

/** Words are an order ("everything since yesterday") or what is to be found in all that goes. */
async function forgetAsked(payload: unknown, request: RequestRun): Promise<unknown> {
  const { memory, signal, onProgress } = request;
  const onErased = (done: number) => onProgress?.({ task: 'forget', done });
  const run: PrivacyRun = { memory, signal, onProgress: onErased };
  if (typeof payload !== 'string') {
    const given = read(forgetting, payload, 'forget');
    if ('ids' in given) return await forget(given, run);
    return await ('since' in given ? forgetSince(given.since, run) : forgetMatching(given.matching, run));
  }
  const now = clock.now();
  const asked = memoryAsked(payload, now) ?? memoryAsked(`forget ${payload}`, now);
  if (asked?.intent === 'forget-since') return await forgetSince(asked.from, run);
  if (asked?.intent === 'forget-all') return await forgetSince(0, run);
  return await forgetMatching(asked?.intent === 'forget' ? asked.what : payload, run);
}

function asText(payload: unknown, name: string): unknown {
  return typeof payload === 'string' ? { [name]: payload } : payload;
}

/** Without the properties that are undefined: an operation's arguments cross a thread. */
function defined<T extends object>(given: T): T {
  // The same object, shorter.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

const WANTED: Record<MemoryAction, string> = {
  query: 'words, or an object with text, from, to, kinds, limit',
  add: 'words, or an object with category, key, value',
  forget: 'words, or an object with ids, since, or matching',
  maintain: 'the name of a task',
};

function read<Output>(schema: z.ZodType<Output>, payload: unknown, action: MemoryAction): Output {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new JarvisError(
    'bad-input',
    `"${action}" needs ${WANTED[action]} in msg.payload (${z.prettifyError(parsed.error)}).`,
  );
}
