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

/** Does each piece of work when those before it have ended, well or not. What waits is for the caller to bound. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = before.then(work);
    before = own.catch(() => {});
    return own;
  };
}

/**
 * A queue for what a server does one of at a time.
 * @param options.most how many may wait beside the one that is done
 * @param options.what who is told of, e.g. "The speech server at tcp://…"
 */
export function oneByOne({ most, what, code }: { most: number; what: string; code: ErrorCode }): OneByOne {
  let size = 0;
  const next = inTurn();
  return {
    async add(signal, work) {
      if (size > most) throw new JarvisError(code, `${what} is too slow: ${most} messages wait for it already.`);
      size++;
      try {
        return await next(async () => {
          if (signal.aborted) throw abortError(signal);
          return await work();
        });
      } finally {
        size--;
      }
    },
  };
}
