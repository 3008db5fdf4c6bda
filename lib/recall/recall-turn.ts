import type { OpenModels } from '../deciding/open-models.js';
import type { Dialogue } from '../memory/dialogue.js';
import { hotCache } from '../memory/hot-cache.js';
import type { Care } from '../memory/maintenance/care.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { type Trace, traced } from '../turn/trace.js';
import { isGuest, type Turn } from '../turn/turn.js';
import { aboutPeople } from './about.js';
import { recall } from './recall.js';

export interface RecallTurn {
  query: string;
  store: { memory: Memory; dialogue: Dialogue; care: Pick<Care, 'embed'> };
  models?: OpenModels | undefined;
  signal: AbortSignal;
  trace: Trace;
}

/** What a turn gets from the memory: what is remembered for its question, and what is known of the people; guests get nothing. @throws AbortError only. */
export async function recallTurn(
  turn: Turn,
  { query, store, models, signal, trace }: RecallTurn,
): Promise<Required<Pick<Turn, 'recall'>> & Pick<Turn, 'about'>> {
  if (isGuest(turn)) {
    const nothing = { recall: { lines: [], entries: [], why: 'guest' as const } };
    trace.decided(nothing);
    return nothing;
  }
  const { memory, dialogue, care } = store;
  const now = new Date(clock.now());
  const recent = await dialogue.messages(turn.site, now.getTime());
  const cache = hotCache(turn.site);
  const [found, about] = await traced(trace, 'recall', () => {
    const people = aboutPeople({ memory, cache, signal, trace });
    const asked = { query, language: turn.language, now, recent, lookup: turn.lookup };
    const planned = (turn.plan?.length ?? 0) > 0;
    const by = { memory, embed: care.embed, models, about: people, cache, signal, trace };
    return Promise.all([recall({ ...asked, planned, ...by }), people]);
  });
  const parts = { recall: found, ...(about.length > 0 && { about }) };
  trace.decided(parts);
  return parts;
}
