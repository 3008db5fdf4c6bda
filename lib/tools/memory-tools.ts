import { z } from 'zod';
import type { Tool, ToolResult } from '../llm/types.js';
import { memoryAsked } from '../memory/asked.js';
import { rememberFact } from '../memory/graph/remember.js';
import type { Memory } from '../memory/memory.js';
import { forget, type PrivacyRun } from '../memory/privacy.js';
import type { Entry } from '../memory/tables/entries.js';
import { JarvisError } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import { shorten } from '../turn/shorten.js';

/** Names of the tools of the memory. */
export const MEMORY_TOOLS = { search: 'memory_search', remember: 'remember', forget: 'memory_forget' } as const;

/** The memory, and what an erase clears besides it. */
export type MemoryToolSource = Pick<PrivacyRun, 'memory' | 'clearSite' | 'forgetTraces'>;

const MOST_FOUND = 8;
const LONGEST_TEXT = 300;
/** More at once is for a person. */
const MOST_FORGOTTEN = 3;
const LONGEST_NOTE = 1_000;

const ON_THE_PAGE = 'Not done: only a person may do that, on the memory page. Tell the user so.';
const NOT_KEPT = 'Not done: what is said in this room is not remembered. Tell the user so.';

const day = z.preprocess(
  (value) => (value === null || value === '' ? undefined : value),
  z.string().max(40).optional(),
);
const searchArguments = z.object({ query: z.string().trim().min(1).max(300), from: day, to: day });
const rememberArguments = z.object({ text: z.string().trim().min(1).max(LONGEST_NOTE) });
/** Small models send one number instead of a list, and numbers as text. */
const idList = z.preprocess(
  (value) => (value === null || value === '' ? undefined : typeof value === 'object' ? value : [value]),
  z.array(z.coerce.number()).max(50).optional(),
);
const forgetArguments = z.object({ what: day.pipe(z.string().trim().max(300).optional()), ids: idList });

/**
 * The tools of the memory, in an order that never changes. Made for one turn: the numbers that a search gives its finds
 * count only in that turn.
 */
export function memoryTools(source: MemoryToolSource): Tool[] {
  const { memory } = source;
  const shown: number[] = [];
  return [searchTool(memory, shown), rememberTool(memory), forgetTool(source, shown)];
}

function searchTool(memory: Memory, shown: number[]): Tool {
  return {
    name: MEMORY_TOOLS.search,
    description: 'Searches what was said and learnt on earlier days.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to look for.' },
        from: { type: 'string', description: 'First day, YYYY-MM-DD.' },
        to: { type: 'string', description: 'Last day, YYYY-MM-DD.' },
      },
      required: ['query'],
    },
    async run(args) {
      return await guarded(async () => {
        const { query, from, to } = searchArguments.parse(args);
        const span = { from: from && startOf(from, 0), to: to && startOf(to, 1) };
        const found = await memory.entries.search({
          text: query,
          limit: MOST_FOUND,
          ...(span.from && { from: span.from }),
          ...(span.to && { to: span.to }),
        });
        if (found.length === 0) return { ok: true, text: 'Nothing is known about that.' };
        const lines = found.map((entry) => `${shown.push(entry.id)} | ${lineOf(entry)}`);
        return { ok: true, text: lines.join('\n') };
      });
    },
  };
}

function rememberTool(memory: Memory): Tool {
  return {
    name: MEMORY_TOOLS.remember,
    description: 'Keeps something for later days. Only when the user asks you to remember it.',
    acts: true,
    parameters: {
      type: 'object',
      properties: { text: { type: 'string', description: 'One plain sentence about the user, in their words.' } },
      required: ['text'],
    },
    ahead(query) {
      const asked = memoryAsked(query, Date.now());
      return asked?.intent === 'remember' ? { text: asked.text } : undefined;
    },
    async run(args, { site, trace }) {
      return await guarded(async () => {
        const { text } = rememberArguments.parse(args);
        const at = Date.now();
        if (!(await memory.privacy.remembers(site, at))) return { ok: false, text: NOT_KEPT };
        const kept = await rememberFact(memory, { text, turns: trace ? [trace.id] : [], at });
        if (!kept) return { ok: false, text: 'Not done: there is nothing in it to remember.' };
        const instead = kept.outcome === 'replaced' ? ` It takes the place of: ${redact(kept.before)}` : '';
        return { ok: true, text: `Remembered: ${redact(text)}${instead}` };
      });
    },
  };
}

function forgetTool(source: MemoryToolSource, shown: readonly number[]): Tool {
  const { memory } = source;
  return {
    name: MEMORY_TOOLS.forget,
    description: 'Erases one thing that is remembered. Only when the user asks you to forget it.',
    acts: true,
    parameters: {
      type: 'object',
      properties: {
        what: { type: 'string', description: 'The words as they are remembered.' },
        ids: { type: 'array', items: { type: 'number' }, description: 'Numbers that memory_search has just given.' },
      },
    },
    ahead(query) {
      const asked = memoryAsked(query, Date.now());
      return asked?.intent === 'forget' ? { what: asked.what } : undefined;
    },
    async run(args, { signal, trace }) {
      // Who asks for something to be forgotten has just said it.
      trace?.forgetWords();
      return await guarded(async () => {
        const { what, ids: numbers = [] } = forgetArguments.parse(args);
        if (isBulk(what, numbers.length)) return { ok: false, text: ON_THE_PAGE };
        const ids = numbers.flatMap((number) => shown[number - 1] ?? []);
        if (ids.length < numbers.length) {
          return {
            ok: false,
            text: `Not done: call ${MEMORY_TOOLS.search} first, and give the numbers of what it found.`,
          };
        }
        const meant = ids.length > 0 ? await memory.entries.get(ids) : await saying(memory, what ?? '');
        const refused = refusal(meant, ids.length > 0);
        if (refused) return { ok: false, text: refused };
        const { related } = await forget({ ids: meant.map(({ id }) => id) }, { ...source, signal });
        const left = await memory.entries.get(related);
        const more =
          left.length > 0
            ? ` The diary of ${left.map(dayOf).join(', ')} may tell of it too; it can be erased on the memory page.`
            : '';
        return { ok: true, text: `Forgotten: ${meant.map(({ text }) => redact(cut(text))).join('; ')}.${more}` };
      });
    },
  };
}

/** "everything", "all since yesterday", many ids: nothing a model may decide. */
function isBulk(what: string | undefined, ids: number): boolean {
  if (ids > MOST_FORGOTTEN) return true;
  if (ids > 0 || what === undefined) return false;
  const orders = [what, `forget ${what}`, `vergiss ${what}`, `oublie ${what}`, `olvida ${what}`, `dimentica ${what}`];
  return orders.some((order) => {
    const intent = memoryAsked(order, Date.now())?.intent;
    return intent === 'forget-all' || intent === 'forget-since';
  });
}

/** Why nothing is erased; undefined when it may be. */
function refusal(meant: readonly Entry[], byId: boolean): string | undefined {
  const [first] = meant;
  if (!first)
    return `Not done: nothing is remembered in these words. Find it with ${MEMORY_TOOLS.search} and give its number.`;
  // A day's diary holds much else.
  if (meant.some(({ kind }) => kind === 'diary')) return ON_THE_PAGE;
  if (meant.length === 1 || byId) return undefined;
  return `Not done: several things say so. Ask the user which one is meant:\n${meant.map(lineOf).join('\n')}`;
}

/** Entries that hold the words as they are; the diary only where nothing else does. */
async function saying(memory: Memory, what: string): Promise<Entry[]> {
  const wanted = plain(what);
  if (wanted.length < 3) return [];
  const found = await memory.entries.search({ text: what, limit: 20 });
  const exact = found.filter(({ text }) => ` ${plain(text)} `.includes(` ${wanted} `));
  const same = exact.filter(({ text }) => plain(text) === wanted);
  const some = same.length > 0 ? same : exact;
  const single = some.filter(({ kind }) => kind !== 'diary');
  return (single.length > 0 ? single : some).slice(0, MOST_FOUND);
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** "2026-11-20 | diary | Dinner was lasagne." */
function lineOf(entry: Entry): string {
  return `${dayOf(entry)} | ${entry.kind} | ${redact(cut(entry.text))}`;
}

function dayOf({ at }: Entry): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function cut(text: string): string {
  return shorten(text.replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
}

/** Midnight of a day, some days later; a moment as it is. @throws JarvisError bad-input */
function startOf(text: string, later: number): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = year ? new Date(Number(year), Number(month) - 1, Number(date) + later).getTime() : Date.parse(text);
  if (Number.isNaN(at)) throw new JarvisError('bad-input', 'A day is written as YYYY-MM-DD.');
  return at;
}

/** What went wrong, in words the model can mend. */
async function guarded(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof z.ZodError) {
      const { path: at, message } = thrown.issues[0] ?? { path: [], message: '' };
      return { ok: false, text: `Not done: ${at.join('.')}: ${message}` };
    }
    if (thrown instanceof JarvisError) return { ok: false, text: `Not done: ${thrown.message}` };
    throw thrown;
  }
}
