import type { Models } from '../../llm/gateway.js';
import type { Trace } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import { summarise } from '../diary/summarise.js';
import { extractFacts } from '../facts/extract.js';
import { learn } from '../graph/learn.js';
import type { Memory } from '../memory.js';
import { applyRetention } from '../privacy.js';
import { sessionsOf } from './sessions.js';

export interface MaintenanceRequest {
  memory: Memory;
  /** Asked for when there is something for them. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models>;
  /** Milliseconds since the epoch. */
  now: number;
  signal: AbortSignal;
  trace?: Trace | undefined;
  timeZone?: string | undefined;
  onStep?: ((step: MaintenanceStep) => void) | undefined;
}

/** What is done after a conversation, in this order. */
const STEPS = ['retention', 'diary', 'graph', 'facts'] as const;
export type MaintenanceStep = (typeof STEPS)[number];
export const MAINTENANCE_STEPS = STEPS.length;

export interface MaintenanceDone {
  /** Messages that the diary now contains, and those that still wait. */
  messages: number;
  left: number;
  /** Lines that the graph has learned or rewritten. */
  learned: number;
  facts: number;
  /** Days and conversations that the model could not learn from: tried again after the next conversation. */
  failed: number;
}

const DAY_MS = 86_400_000;
/** Diary entries that may not have been learned from yet: what ended a run before that is made good this long. */
const LOOK_BACK_DAYS = 14;
const MAX_ENTRIES = 100;
/** What was said is kept for the facts and the turns they came from. */
const SESSIONS_DAYS = 2;
const MAX_SAID = 1_000;
const NOTHING: MaintenanceDone = { messages: 0, left: 0, learned: 0, facts: 0, failed: 0 };

/**
 * What the memory does when nobody talks: lets go of what is older than the owner wants (by a clock that has run evenly
 * for a day), sums up what was said, learns
 * from the summaries, takes facts out of the conversations that are over. Each step marks what it has done: a run that
 * is cut off is gone on with by the next one.
 * @throws AbortError; JarvisError store-failed, model-….
 */
export async function runMaintenance(request: MaintenanceRequest): Promise<MaintenanceDone> {
  const { memory, now, signal, trace, timeZone, onStep = () => {} } = request;
  onStep('retention');
  const isEven = await memory.privacy.lookAtClock(now);
  if (isEven) await applyRetention(now, { memory, signal });
  const [newest] = await memory.backups.list();
  // A backup a day; a clock that leaps makes none. What hinders it is told by the memory.
  if (!newest || (isEven && Math.abs(now - newest.at) >= DAY_MS)) await memory.backups.make().catch(() => {});
  onStep('diary');
  const spoken = await memory.diary.spoken({ from: now - SESSIONS_DAYS * DAY_MS, limit: MAX_SAID });
  if (spoken.length === 0 && (await memory.diary.waiting()) === 0) return NOTHING;
  const models = await request.models(signal);
  const { messages, left, problem } = await summarise({ memory, models, now, signal, trace, timeZone });
  onStep('graph');
  const from = now - LOOK_BACK_DAYS * DAY_MS;
  let learned = 0;
  let failed = 0;
  for (const entry of (await memory.entries.list({ kinds: ['diary'], from, limit: MAX_ENTRIES })).reverse()) {
    if (signal.aborted) throw abortError(signal);
    const result = await learn({ memory, models, entry, signal, trace });
    learned += result.added + result.rewritten;
    // A model that fails now fails the next time too.
    if (result.outcome === 'failed') {
      failed++;
      break;
    }
  }
  onStep('facts');
  const facts = await extractFacts(sessionsOf(spoken), { memory, models, signal, trace, now });
  // The rest may do without what this model could not write.
  if (problem) throw problem;
  return { messages, left, learned, facts: facts.added + facts.changed, failed: failed + facts.failed };
}
