import type { Models } from '../../llm/gateway.js';
import { isAbort, JarvisError } from '../../turn/errors.js';
import type { Trace } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Said } from '../tables/said.js';
import { batchOf } from './batches.js';
import { dayOf, noonOf, timeOf } from './days.js';
import { type Rejection, sumUp } from './sum-up.js';

export interface ToSummarise {
  memory: Memory;
  models: Models;
  /** Milliseconds since the epoch. */
  now: number;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /** IANA name of the house's time zone; the machine's own when not given. */
  timeZone?: string | undefined;
  /** Told after every entry that was written. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

export interface Summarised {
  /** Keys of the entries that were written, "2026-11-21/kitchen". */
  entries: string[];
  /** Messages that are summed up now, and those that still wait. */
  messages: number;
  left: number;
  /** Why not all was summed up: the model gave up, or what it wrote is no summary. The rest is tried the next time. */
  problem?: JarvisError;
}

/** Answers that can't be used, for each entry and in all, before the rest is left for the next time. */
const MAX_REFUSED = 6;
const MAX_REFUSED_IN_ALL = 12;
/** Messages that are looked at together. */
const PAGE = 200;

/** One day of one source in this run. */
interface Group {
  day: string;
  source: string;
  refused: number;
  /** How many turns a call reads; fewer after an answer that can't be used. */
  most: number;
  hint?: Rejection | undefined;
  /** Why something of it still waits. */
  why?: Rejection | undefined;
}

/**
 * Sums up what was said and isn't in the diary yet: for each local day and source one entry, going on from the one that
 * is there, in as many calls as the conversation needs, from its beginning. A message is marked by the very write that
 * puts its summary into the diary; after a failure, an abort or a crash the others are summed up the next time.
 * A model that fails isn't thrown but told in the result.
 * @throws JarvisError store-failed; AbortError.
 */
export async function summarise(request: ToSummarise): Promise<Summarised> {
  const { memory, now, timeZone, signal, onProgress } = request;
  const total = await memory.diary.waiting();
  const groups = new Map<string, Group>();
  const entries = new Set<string>();
  const left = new Set<number>();
  let messages = 0;
  let refused = 0;
  let problem: JarvisError | undefined;
  let after = 0;

  const groupOf = (one: Said): Group => {
    const day = dayOf(one.began, now, timeZone);
    const key = `${day}/${one.source}`;
    const group = groups.get(key) ?? { day, source: one.source, refused: 0, most: PAGE };
    groups.set(key, group);
    return group;
  };
  const isOpen = (one: Said) => !left.has(one.id) && groupOf(one).refused < MAX_REFUSED;

  while (refused < MAX_REFUSED_IN_ALL) {
    if (signal.aborted) throw abortError(signal);
    const page = await memory.diary.pending({ after, limit: PAGE });
    const first = page.find(isOpen);
    const last = page.at(-1);
    if (!last) break;
    if (!first) {
      after = last.id;
      continue;
    }
    const group = groupOf(first);
    const mine = page.filter((one) => isOpen(one) && groupOf(one) === group);
    const outcome = await summariseBatch(request, group, mine);
    if (outcome.saved > 0) {
      messages += outcome.saved;
      entries.add(`${group.day}/${group.source}`);
      onProgress?.({ done: messages, total: Math.max(total, messages) });
      Object.assign(group, { most: PAGE, hint: undefined, ...(left.size === 0 && { why: undefined }) });
      continue;
    }
    problem = outcome.problem ?? problem;
    group.why = outcome.why ?? group.why;
    if (outcome.stop) break;
    refused++;
    group.refused++;
    if (outcome.again || (outcome.why && !group.hint)) {
      group.hint = outcome.why;
      continue;
    }
    const turns = new Set(outcome.tried.map(({ turn }) => turn)).size;
    group.most = Math.max(1, Math.floor(turns / 4));
    // A turn that can't be summed up even alone doesn't keep the ones after it out of the diary.
    if (turns === 1) {
      for (const { id } of outcome.tried) left.add(id);
      group.hint = undefined;
    }
  }
  const waiting = await memory.diary.waiting();
  const why = [...groups.values()].find((group) => group.why)?.why;
  if (why && waiting > 0) problem ??= noSummary(why, waiting);
  return { entries: [...entries], messages, left: waiting, ...(problem && { problem }) };
}

const WRONG: Record<Rejection, string> = {
  empty: 'says nothing',
  excuse: 'is an excuse',
  shrunk: 'leaves out most of the earlier one',
  long: 'is too long',
  unfounded: 'tells of nothing that was said',
};

function noSummary(why: Rejection, waiting: number): JarvisError {
  return new JarvisError(
    'model-failed',
    `What the model wrote for the diary ${WRONG[why]}, so it is not kept. What was said (${waiting} messages) waits, and is summed up the next time.`,
  );
}

interface Outcome {
  saved: number;
  tried: readonly Said[];
  why?: Rejection | undefined;
  problem?: JarvisError;
  /** The summary was right, but what it was made of has changed meanwhile. */
  again?: boolean;
  /** The next call would fail as well. */
  stop?: boolean;
}

async function summariseBatch(request: ToSummarise, group: Group, messages: readonly Said[]): Promise<Outcome> {
  const { memory, models, timeZone, signal, trace } = request;
  const { day, source, hint } = group;
  const entry = await memory.diary.entry(`${day}/${source}`);
  const written = entry?.text ?? '';
  const own = entry ? await memory.diary.ownText(entry.id) : null;
  // What a person wrote isn't given to a model: its summary goes on behind it.
  const kept = own === null ? '' : written.startsWith(own) ? own : written;
  const previous = written.slice(kept.length).trim();
  const batch = batchOf(messages, models.numCtx, previous, group.most);
  try {
    const lines = batch.map(({ role, content, at }) => ({ role, content, time: timeOf(at, timeZone) }));
    const answer = await sumUp({ models, messages: lines, previous, hint, signal, trace });
    if (!answer.ok) return { saved: 0, tried: batch, why: answer.why };
    const summary = `${kept} ${answer.summary}`.trim();
    if (signal.aborted) throw abortError(signal);
    const saved = await memory.diary.save({
      day,
      source,
      at: noonOf(day, timeZone),
      summary,
      // Topics of the morning aren't forgotten in the evening.
      topics: answer.topics.length > 0 ? answer.topics : (entry?.topics ?? []),
      messages: batch.map(({ id }) => id),
      previous: entry?.text ?? null,
    });
    return { saved: saved === null ? 0 : batch.length, tried: batch, again: saved === null };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (!(thrown instanceof JarvisError) || isAbort(thrown) || thrown.code === 'store-failed') throw thrown;
    const stop = thrown.code !== 'model-failed' && thrown.code !== 'timeout';
    return { saved: 0, tried: batch, problem: thrown, stop };
  }
}
