import { dayAt, isoOf } from '../language/when/calendar.js';
import { warmProfile } from '../memory/graph/warm-profile.js';
import type { HotCache } from '../memory/hot-cache.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { reasonOf } from '../turn/errors.js';
import type { Trace } from '../turn/trace.js';
import { within } from '../turn/wait.js';

export interface ToKnow {
  memory: Memory;
  cache?: Pick<HotCache, 'through'> | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/** A reply doesn't wait longer for it, in milliseconds. */
const PROFILE_MS = 1_000;

/**
 * What every prompt says of the people: read once a conversation, and again when it changes. Nothing when the store
 * fails, which is not kept.
 * @throws AbortError only.
 */
export async function aboutPeople({ memory, cache, signal, trace }: ToKnow): Promise<string[]> {
  const work = async () => {
    const span = trace?.open('recall-profile');
    try {
      const limit = { ms: PROFILE_MS, what: 'The memory', signal };
      const lines = await within(limit, () => warmProfile(memory));
      span?.end({ lines: lines.length });
      return lines.join('\n');
    } catch (thrown) {
      span?.end({ error: reasonOf(thrown) });
      if (signal.aborted) throw thrown;
      return undefined;
    }
  };
  const text = await (cache ? cache.through('profile', `${memory.file} ${isoOf(dayAt(clock.now()))}`, work) : work());
  return text ? text.split('\n') : [];
}
