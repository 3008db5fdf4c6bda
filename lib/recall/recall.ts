import type { OpenModels } from '../deciding/open-models.js';
import { dayAt, isoOf } from '../language/when/calendar.js';
import { type Clock, dayTold } from '../language/when/when.js';
import type { Message } from '../llm/types.js';
import type { QueryVector, QueryVectors } from '../memory/embedding/query-vectors.js';
import { profileLine } from '../memory/graph/warm-profile.js';
import type { HotCache } from '../memory/hot-cache.js';
import type { Memory } from '../memory/memory.js';
import { reasonOf } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import { headOf } from '../turn/shorten.js';
import type { Trace } from '../turn/trace.js';
import type { Lookup, Recall } from '../turn/turn.js';
import { within } from '../turn/wait.js';
import { datedEntries } from './dated.js';
import { findTerms } from './find-terms.js';
import { shouldRecall } from './recall-gate.js';
import { type Found, searchMemory } from './search-memory.js';
import type { SearchTerms } from './search-terms.js';

export interface RecallRequest extends Clock {
  query: string;
  /** The dialogue of the last minutes, oldest first. */
  recent: readonly Message[];
  /** What the planner wants to know; with it the memory is searched in any case. */
  lookup?: Lookup | undefined;
  /** There is a plan: without `lookup` it needs no memory. */
  planned?: boolean | undefined;
  memory: Pick<Memory, 'entries'>;
  /** For questions that refer to something else; without them their own words have to do. */
  models?: OpenModels | undefined;
  /** The vector of a text; missing where there is no embedding model. */
  embed?: QueryVectors['of'] | undefined;
  /** What the prompt says of the people in any case: it isn't said twice. */
  about?: Promise<readonly string[]> | undefined;
  cache?: Pick<HotCache, 'through'> | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/** Characters of one memory, and of all: a fraction of the window, also where nothing shortens them. */
const LONGEST_LINE = 1_200;
const LONGEST_LINES = 6_000;
/** A reply doesn't wait longer for the vector of its question, or for the store, in milliseconds. */
const EMBED_MS = 300;
const SEARCH_MS = 3_000;
const LONGEST_SHOWN = 1_500;

/**
 * What the memory holds for a question: whether to look at all, what for, the search.
 * Whatever fails on the way, fewer memories come of it, never an error. Each step is a span of the trace.
 * @throws AbortError only.
 */
export async function recall(request: RecallRequest): Promise<Recall> {
  const { lookup, planned, recent, trace } = request;
  const nothing = (why: Recall['why']): Recall => {
    trace?.mark('recall-gate', { why });
    return { lines: [], why, entries: [] };
  };
  const query = redact(request.query);
  if (planned && !lookup) return nothing('not-planned');
  if (!shouldRecall(query, recent, lookup !== undefined, request.language)) return nothing('known-already');
  const { terms } = await findTerms({ ...request, query });
  if (terms.words.length === 0 && terms.from === undefined && terms.to === undefined) return nothing('nothing-asked');
  const all = await search(terms, request);
  if (all === undefined) return { lines: [], why: 'store-failed', entries: [] };
  const said = new Set(await request.about);
  const found = all.filter(({ kind, text }) => kind !== 'graph' || !said.has(profileLine(text)));
  const lines = linesOf(found, request.timeZone);
  request.signal.throwIfAborted();
  const entries = found.map(({ id, kind, at, matched, wordRank, vectorRank }) => ({
    id,
    kind,
    at,
    words: matched,
    ...(wordRank !== undefined && { wordRank }),
    ...(vectorRank !== undefined && { vectorRank }),
  }));
  return { lines, why: lines.length > 0 ? 'found' : 'nothing-found', entries };
}

async function search(terms: SearchTerms, request: RecallRequest): Promise<Found[] | undefined> {
  const { memory, signal, trace, timeZone, language } = request;
  const vector = await vectorOf(terms.text, request);
  const span = trace?.open('recall-search', { vector: vector?.model ?? 'none' });
  try {
    const limit = { ms: SEARCH_MS, what: 'The memory', signal };
    const told = dayTold(request.query, request);
    const [found, dated] = await within(limit, () =>
      Promise.all([
        searchMemory(memory, terms, { language, vector }),
        told ? datedEntries(memory, told.from, told.to) : [],
      ]),
    );
    const known = new Set(dated.map(({ id }) => id));
    found.splice(0, found.length, ...dated, ...found.filter(({ id }) => !known.has(id)));
    span?.end({ found: found.length, entries: shown(found, timeZone) });
    return found;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    span?.end({ error: reasonOf(thrown) });
    return undefined;
  }
}

async function vectorOf(
  text: string,
  { embed, language, signal, trace }: RecallRequest,
): Promise<QueryVector | undefined> {
  if (!embed) return undefined;
  const span = trace?.open('recall-embed');
  try {
    const limit = { ms: EMBED_MS, what: 'The embedding model', signal };
    const vector = await within(limit, (ending) => embed(text, ending, language));
    span?.end({ vector: vector !== undefined });
    return vector;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    // Words alone find most.
    span?.end({ error: reasonOf(thrown) });
    return undefined;
  }
}

/** "[2026-05-03] what was", newest first; the best ones, where all would be too long. */
function linesOf(found: readonly Found[], timeZone: string | undefined): string[] {
  let left = LONGEST_LINES;
  const lines: { at: number; line: string }[] = [];
  for (const { at, text } of found) {
    // Redacted when it was written; the rules may know more by now.
    const words = redact(text).replace(/\s+/g, ' ').trim();
    const cut = words.length > LONGEST_LINE ? `${headOf(words, LONGEST_LINE)}…` : words;
    const line = `[${isoOf(dayAt(at, timeZone))}] ${cut}`;
    if (cut === '' || line.length > left) continue;
    left -= line.length;
    lines.push({ at, line });
  }
  return lines.sort((a, b) => b.at - a.at).map(({ line }) => line);
}

/** What was recalled and why, for the trace: "123 note 2026-05-03 lasagne garlic w1 v4; …". */
function shown(found: readonly Found[], timeZone: string | undefined): string {
  const one = ({ id, kind, at, matched, wordRank, vectorRank }: Found) =>
    [
      id,
      kind,
      isoOf(dayAt(at, timeZone)),
      redact(matched.join(' ')),
      ...(wordRank === undefined ? [] : [`w${wordRank}`]),
      ...(vectorRank === undefined ? [] : [`v${vectorRank}`]),
    ].join(' ');
  return found.map(one).join('; ').slice(0, LONGEST_SHOWN);
}
