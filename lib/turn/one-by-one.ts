import { type ErrorCode, JarvisError } from './errors.js';
import { abortError } from './wait.js';

/** Work that is done one after another. */
export interface OneByOne {
  /**
   * Does `work` when all that was added before it has ended.
   * @throws what `work` throws; JarvisError with the queue's code when it is full; AbortError when cancelled.
   */
  add<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * A queue for what a server does one of at a time.
 * @param options.most how many may wait beside the one that is done
 * @param options.what who is told of, e.g. "The speech server at tcp://…"
 */
export function oneByOne({ most, what, code }: { most: number; what: string; code: ErrorCode }): OneByOne {
  let size = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async add(signal, work) {
      if (size > most) throw new JarvisError(code, `${what} is too slow: ${most} messages wait for it already.`);
      size++;
      const done = last.then(() => {
        if (signal.aborted) throw abortError(signal);
        return work();
      });
      last = done.catch(() => {});
      try {
        return await done;
      } finally {
        size--;
      }
    },
  };
}
