import { z } from 'zod';
import { dayAt, isoOf } from '../language/when/calendar.js';
import { dayTold } from '../language/when/when.js';
import type { Tool, ToolResult } from '../llm/types.js';
import { type MemoryAsked, memoryAsked, memoryAskedIn } from '../memory/asked.js';
import { shared, wordsOf } from '../memory/graph/line-words.js';
import { branchFor, rememberFact } from '../memory/graph/remember.js';
import { lastMeals } from '../memory/meals.js';
import type { Memory } from '../memory/memory.js';
import { forget } from '../memory/privacy.js';
import type { Entry } from '../memory/tables/entry-kinds.js';
import { copyForgotten, eraseForGood, noteAsked, takeBack } from '../memory/take-back.js';
import { datedEntries } from '../recall/dated.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { redact, tellsSecret } from '../turn/redaction.js';
import { shorten } from '../turn/shorten.js';
import { leftOut } from './left-out.js';
import { isThatMeal } from './meal-words.js';
import { mendable, NOT_KEPT, notForGuests } from './memory-guards.js';
import { type MemoryTold, rememberedTold, severalTold, toldOf } from './memory-told.js';

/** Names of the tools of the memory. */
export const MEMORY_TOOLS = { search: 'memory_search', remember: 'remember', forget: 'memory_forget' } as const;

/** Where the memory is. */
export interface MemoryToolSource {
  memory: Memory;
}

const MAX_FOUND = 8;
const MAX_TEXT = 300;
/** More at once is for a person. */
const MAX_FORGOTTEN = 3;
const MAX_NOTE = 1_000;

const ON_THE_PAGE = 'Not done: only a person may do that, on the memory page. Tell the user so.';
const FOR_A_DAY = 'For a day "take that back" brings it back.';
/** A model's own wish is none: neither what it has read nor what it was told by others asks for anything. */
const NOT_ASKED = {
  remember:
    'Not done: in this turn the user did not ask for it. It is done when the user says, for example, "remember that I like tea".',
  forget:
    'Not done: in this turn the user did not ask for it. It is done when the user says, for example, "forget that I like tea".',
} as const;
const FORGETTING: ReadonlySet<MemoryAsked['intent']> = new Set([
  'forget',
  'forget-last',
  'forget-since',
  'forget-all',
  'for-good',
]);
const SECRET = 'Not done: it is a secret or a personal number, and none is kept. Tell the user so.';

const day = z.preprocess(leftOut, z.string().max(40).optional());
const searchArguments = z.object({ query: z.string().trim().min(1).max(300), from: day, to: day });
/** Small models send one number instead of a list, and numbers as text. */
const idList = z.preprocess(
  (value) => (leftOut(value) === undefined || typeof value === 'object' ? leftOut(value) : [value]),
  z.array(z.coerce.number()).max(50).optional(),
);
const forgetArguments = z.object({ ids: idList });

/**
 * The tools of the memory, in an order that never changes. Made for one turn: the numbers that a search gives its finds
 * count only in that turn.
 */
export function memoryTools({ memory }: MemoryToolSource): Tool[] {
  const shown: number[] = [];
  return [searchTool(memory, shown), rememberTool(memory), forgetTool(memory, shown)].map(notForGuests);
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
      return await mendable(async () => {
        const { query, from, to } = searchArguments.parse(args);
        const span = { from: from ? startOf(from, 0) : undefined, to: to ? startOf(to, 1) : undefined };
        const found = await memory.entries.search({
          text: query,
          limit: MAX_FOUND,
          ...(span.from !== undefined && { from: span.from }),
          ...(span.to !== undefined && { to: span.to }),
        });
        if (span.from !== undefined && span.to !== undefined) {
          const known = new Set(found.map(({ id }) => id));
          const dated = await datedEntries(memory, dayAt(span.from), dayAt(span.to - 1) + 1);
          found.unshift(...dated.filter(({ id }) => !known.has(id)));
        }
        if (found.length === 0) return { ok: true, text: 'Nothing is known about that.' };
        const lines = found.map((entry) => `${shown.push(entry.id)} | ${lineOf(entry)}`);
        return { ok: true, text: lines.join('\n') };
      });
    },
  };
}

function rememberTool(memory: Memory): Tool {
  const once = onceATurn();
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
      const asked = memoryAsked(query, clock.now());
      if (asked?.intent === 'take-back') return { text: query };
      return asked?.intent === 'remember' ? { text: asked.text } : undefined;
    },
    /** What is kept are the person's words: a model's text is no more than the wish to keep them. */
    async run(_, { site, trace, said, language }) {
      return await once(async () => {
        const at = clock.now();
        const asked = said === undefined ? undefined : memoryAskedIn(said, at);
        const told = toldOf(language);
        if (asked?.intent === 'take-back') return await takenBack(memory, site, told);
        if (asked?.intent !== 'remember') return { ok: false, text: NOT_ASKED.remember };
        if (!(await memory.privacy.remembers(site, at))) return { ok: false, text: NOT_KEPT, told: told.notKept };
        const text = asked.text.slice(0, MAX_NOTE);
        if (tellsSecret(redact(text))) return { ok: false, text: SECRET, told: told.secret, ends: true };
        const kept = await rememberFact(memory, {
          text: dated(text, language, at),
          turns: trace ? [trace.id] : [],
          at,
        });
        if (!kept) return { ok: false, text: 'Not done: there is nothing in it to remember.' };
        if (kept.outcome !== 'known') await noteAsked(memory, site, kept.line);
        const done = `Remembered: ${redact(text)}`;
        const remembered = rememberedTold(redact(text), language);
        if (kept.outcome !== 'replaced') return { ok: true, text: done, told: remembered };
        const before = redact(cut(kept.before));
        const replaced = `${done}. It takes the place of: ${before}. ${FOR_A_DAY}`;
        return { ok: true, text: replaced, told: remembered, taken: [before] };
      });
    },
  };
}

/** "2026-11-23: bin day": what is told with a day is kept with its date; a wish is none. */
function dated(text: string, language: string, at: number): string {
  const told = branchFor(text) === 'DIRECTIVES' ? undefined : dayTold(text, { now: new Date(at), language });
  return told && told.rest !== '' ? `${told.days}: ${told.rest}` : text;
}

async function takenBack(memory: Memory, site: string, told: MemoryTold): Promise<ToolResult> {
  if (await takeBack(memory, { site })) {
    return { ok: true, text: 'Taken back: the memory is as it was before.', told: told.takenBack };
  }
  return {
    ok: false,
    text: 'Not done: nothing was remembered or forgotten here in the last day that could be taken back.',
    told: told.nothingToTakeBack,
  };
}

function forgetTool(memory: Memory, shown: readonly number[]): Tool {
  const once = onceATurn();
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
      const asked = memoryAsked(query, clock.now());
      if (asked?.intent === 'for-good') return {};
      return asked?.intent === 'forget' ? { what: asked.what } : undefined;
    },
    async run(args, { site, signal, trace, said, language }) {
      return await once(async () => {
        const asked = said === undefined ? undefined : memoryAskedIn(said, clock.now());
        if (!asked || !FORGETTING.has(asked.intent)) return { ok: false, text: NOT_ASKED.forget };
        // Who asks for something to be forgotten has just said it.
        trace?.forgetWords();
        const told = toldOf(language);
        if (asked.intent === 'for-good') return await erasedForGood(memory, site, told);
        const { ids: numbers = [] } = forgetArguments.parse(args);
        if (asked.intent !== 'forget' || numbers.length > MAX_FORGOTTEN) {
          return { ok: false, text: ON_THE_PAGE, told: told.onThePage };
        }
        const { what, about = false } = asked;
        const ids = numbers.flatMap((number) => shown[number - 1] ?? []);
        if (ids.length < numbers.length) {
          return {
            ok: false,
            text: `Not done: call ${MEMORY_TOOLS.search} first, and give the numbers of what it found.`,
          };
        }
        const isMeal = isThatMeal(what);
        const saying = isMeal ? await lastMeals(memory, clock.now()) : await sayingOf(memory, what, about);
        const picked = await memory.entries.get(ids);
        const meant = picked.length > 0 ? picked : saying;
        const refused = refusal(meant, about && picked.length > 0) ?? (await notNamed(memory, picked, saying, what));
        if (refused) {
          const several = meant.length > 1 ? meant : saying;
          const why = several.length > 1 ? severalTold(saidOf(several), language) : told.notFound;
          return { ok: false, text: refused, told: refused === ON_THE_PAGE ? told.onThePage : why };
        }
        const copied = await copyForgotten(memory, site, meant);
        // "That meal" names no other.
        const words = isMeal ? [] : [what];
        const { related } = await forget({ ids: meant.map(({ id }) => id), words }, { memory, signal });
        copied();
        const left = await memory.entries.get(related);
        const more =
          left.length > 0
            ? ` The diary of ${left.map(dayOf).join(', ')} may tell of it too; it can be erased on the memory page.`
            : '';
        const taken = saidOf(meant);
        // What was taken is told in any case.
        return { ok: true, text: `Forgotten: ${taken.join('; ')}.${more} ${FOR_A_DAY}`, told: '', taken };
      });
    },
  };
}

async function erasedForGood(memory: Memory, site: string, told: MemoryTold): Promise<ToolResult> {
  if (await eraseForGood(memory, { site })) return { ok: true, text: 'Erased for good.', told: told.erased };
  const nothing = 'Nothing is left of what was forgotten here: there is nothing more to erase.';
  return { ok: false, text: nothing, told: told.nothingToErase };
}

/** A model calls as often as it likes: what acts is done once in a turn, whatever was refused before. */
function onceATurn(): (work: () => Promise<ToolResult>) => Promise<ToolResult> {
  let state: 'free' | 'busy' | 'done' = 'free';
  return async (work) => {
    if (state !== 'free') return { ok: false, text: 'Not done: that is done once in a turn at the most.' };
    state = 'busy';
    try {
      const result = await mendable(work);
      state = result.ok ? 'done' : 'free';
      return result;
    } catch (thrown) {
      // Nobody knows how far it has come.
      state = 'done';
      throw thrown;
    }
  };
}

/**
 * Why a model's choice is not what the person named: every word of theirs that carries meaning has to be in it. What
 * somebody wrote on the page is only meant in its own words.
 */
async function notNamed(
  memory: Memory,
  picked: readonly Entry[],
  saying: readonly Entry[],
  what: string,
): Promise<string | undefined> {
  const named = wordsOf(what).content;
  const lines = await memory.graph.lines(picked.flatMap(({ kind, key }) => (kind === 'graph' ? Number(key) : [])));
  const own = new Set(lines.flatMap(({ id, origin }) => (origin === 'corrected' ? String(id) : [])));
  const isNamed = ({ id, kind, key, source, text }: Entry) => {
    if (saying.some((one) => one.id === id)) return true;
    if (source === 'page' || (kind === 'graph' && own.has(key ?? ''))) return false;
    return named.size > 0 && shared(named, wordsOf(text).content) === named.size;
  };
  const other = picked.find((entry) => !isNamed(entry));
  return (
    other &&
    `Not done: the user named "${redact(cut(what))}", which this is not:\n${lineOf(other)}\nAsk the user to say in its own words what is to be forgotten.`
  );
}

/** Things that are remembered, as a person may hear them. */
const saidOf = (entries: readonly Entry[]) => entries.map(({ text }) => redact(cut(text)));

/** Why nothing is erased; undefined when it may be. @param several more than one thing was named */
function refusal(meant: readonly Entry[], several: boolean): string | undefined {
  const [first] = meant;
  if (!first)
    return `Not done: nothing is remembered in these words. Find it with ${MEMORY_TOOLS.search} and give its number.`;
  // A day's diary holds much else.
  if (meant.some(({ kind }) => kind === 'diary')) return ON_THE_PAGE;
  if (meant.length === 1 || several) return undefined;
  return `Not done: several things say so. Ask the user which one is meant, and to say it in its own words:\n${meant.map(lineOf).join('\n')}`;
}

/**
 * Entries that hold the words as they are, or all that carry meaning where anything about them is meant; the diary only
 * where nothing else does.
 */
async function sayingOf(memory: Memory, what: string, about: boolean): Promise<Entry[]> {
  const wanted = plain(what);
  if (wanted.length < 3) return [];
  const found = await memory.entries.search({ text: what, limit: 20 });
  const exact = found.filter(({ text }) => ` ${plain(text)} `.includes(` ${wanted} `));
  const named = wordsOf(what).content;
  const isAbout = ({ text }: Entry) => named.size > 0 && shared(named, wordsOf(text).content) === named.size;
  const holding = about && exact.length === 0 ? found.filter(isAbout) : exact;
  const same = holding.filter(({ text }) => plain(text) === wanted);
  const some = same.length > 0 ? same : holding;
  const single = some.filter(({ kind }) => kind !== 'diary');
  return (single.length > 0 ? single : some).slice(0, MAX_FOUND);
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

const dayOf = ({ at }: Entry) => isoOf(dayAt(at));

function cut(text: string): string {
  return shorten(text.replace(/\s+/g, ' ').trim(), MAX_TEXT);
}

/** Midnight of a day, some days later; a moment as it is. @throws JarvisError bad-input */
function startOf(text: string, later: number): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = year ? new Date(Number(year), Number(month) - 1, Number(date) + later).getTime() : Date.parse(text);
  if (Number.isNaN(at)) throw new JarvisError('bad-input', 'A day is written as YYYY-MM-DD.');
  return at;
}
