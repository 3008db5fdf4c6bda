import { abortError } from '../turn/wait.js';

/** A controller that aborts with `signal`; call `release` when the work is over. */
export function follow(signal: AbortSignal): { controller: AbortController; release(): void } {
  const controller = new AbortController();
  const onAbort = () => controller.abort(abortError(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { controller, release: () => signal.removeEventListener('abort', onAbort) };
}

/** The values of `source`, ending with the signal's error as soon as it fires, even when `source` ignores it. */
export async function* until<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(abortError(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  stopped.catch(() => {});
  try {
    for (;;) {
      const next = iterator.next();
      // When the signal wins the race nobody else looks at what this one ends with.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, stopped]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: a source that ignores its signal would hold us up here.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
