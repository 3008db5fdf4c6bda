import { abortError } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Entry } from '../tables/entry-kinds.js';

export interface DiaryProgress {
  done: number;
  total: number;
}

interface Walk {
  memory: Memory;
  /** Under this name the place is kept, so that the next run goes on there. */
  name: string;
  signal: AbortSignal;
  onProgress?: ((progress: DiaryProgress) => void) | undefined;
}

const PAGE = 50;

/**
 * Does something with every entry of the diary, the newest first. What is cancelled, cut off or thrown out of goes on
 * with the entry it had come to.
 * @throws AbortError; JarvisError store-failed; whatever `work` throws.
 */
export async function walkDiary(
  { memory, name, signal, onProgress }: Walk,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const mark = `diary:${name}`;
  // Entries with a smaller id are still to be done.
  const place = (await memory.graph.mark(mark))?.split('/').map(Number);
  let [before = Number.MAX_SAFE_INTEGER, done = 0] = place ?? [];
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
      await memory.graph.setMark(mark, `${before}/${done}`);
      onProgress?.({ done: Math.min(done, total), total });
    }
  }
  await memory.graph.setMark(mark, null);
}
