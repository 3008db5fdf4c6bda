import type { Models } from '../../llm/gateway.js';
import { JarvisError } from '../../turn/errors.js';
import type { Trace } from '../../turn/trace.js';
import type { Memory } from '../memory.js';
import { type KeptRolling, SILENCE_MS } from '../tables/rolling-summaries.js';
import { batchOf } from './batches.js';
import { sumUp } from './sum-up.js';

/** Turns that a summary is made after: the dialogue memory holds the newest ones word for word. */
const EVERY_TURNS = 8;

export interface ToRoll {
  memory: Memory;
  /** Asked for when a summary is due. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models>;
  site: string;
  /** Milliseconds since the epoch. */
  now: number;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/**
 * Goes on with the summary of a room's conversation once eight turns more were noted. Nothing is noted, and so no model
 * asked, where the room isn't remembered. Fails open: without the model the summary stays as it is, and the next call
 * tries again.
 * @returns true when there is a new one.
 * @throws JarvisError store-failed; AbortError.
 */
export async function rollSummary({ memory, models, site, now, signal, trace }: ToRoll): Promise<boolean> {
  const before = await memory.diary.rolling(site);
  if (!goesOn(before, now)) return false;
  const { upto: after, text } = before;
  const noted = await memory.diary.since({ site, after });
  if (new Set(noted.map(({ turn }) => turn)).size < EVERY_TURNS) return false;
  if (!(await memory.privacy.remembers(site, now))) return false;
  try {
    const asked = await models(signal);
    const batch = batchOf(noted, asked.numCtx, text);
    const upto = batch.at(-1)?.id ?? after;
    const answer = await sumUp({ models: asked, messages: batch, previous: text, signal, trace });
    if (!answer.ok) return false;
    const messages = noted.filter(({ id }) => id <= upto).length;
    return await memory.diary.roll(site, { at: now, upto, text: answer.summary }, { after, text, messages });
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof JarvisError) || thrown.code === 'store-failed') throw thrown;
    return false;
  }
}

/**
 * The summary of the conversation that goes on in a room, for the next prompt, also after a restart; empty when there is
 * none, when nobody has talked there for half an hour, or the room isn't remembered.
 * @throws JarvisError store-failed.
 */
export async function rollingSummary(memory: Memory, site: string, now: number): Promise<string> {
  const [kept, remembers] = await Promise.all([memory.diary.rolling(site), memory.privacy.remembers(site, now)]);
  return remembers && goesOn(kept, now) ? kept.text : '';
}

function goesOn(kept: KeptRolling | null, now: number): kept is KeptRolling {
  return kept !== null && Math.abs(now - (kept.last ?? kept.at)) < SILENCE_MS;
}
