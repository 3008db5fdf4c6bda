import { abortError } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Entry } from '../tables/entry-kinds.js';

export interface DiaryProgress {
  done: number;
  total: number;
}

/** Where a work has got to: entries with a smaller id are still to be done. */
interface Place {
  before: number;
  done: number;
}

interface Walk {
  memory: Memory;
  /** Under this name the place is kept, so that the next run goes on there. */
  name: string;
  signal: AbortSignal;
  onProgress?: ((progress: DiaryProgress) => void) | undefined;
}

const PAGE = 50;
const START: Place = { before: Number.MAX_SAFE_INTEGER, done: 0 };

/**
 * Does something with every entry of the diary, the newest first. What is cancelled, cut off or thrown out of goes on
 * with the entry it had come to.
 * @throws AbortError; JarvisError store-failed; whatever `work` throws.
 */
export async function walkDiary(
  { memory, name, signal, onProgress }: Walk,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  let { before, done } = placeOf(await memory.diary.workOf(name));
  const total = Math.max(done, await memory.diary.size());
  onProgress?.({ done, total });
  for (;;) {
    const page = await memory.entries.list({ kinds: ['diary'], before, limit: PAGE });
    if (page.length === 0) break;
    for (const entry of page) {
      if (signal.aborted) throw abortError(signal);
      await work(entry);
      before = entry.id;
      done++;
      await memory.diary.keepWork(name, JSON.stringify({ before, done }));
      onProgress?.({ done: Math.min(done, total), total });
    }
  }
  await memory.diary.keepWork(name, null);
}

function placeOf(state: string | null): Place {
  try {
    const read: Partial<Place> = JSON.parse(state ?? '{}');
    return { before: Number(read.before ?? START.before), done: Number(read.done ?? START.done) };
  } catch {
    return START;
  }
}
