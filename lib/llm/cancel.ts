import { abortError } from '../turn/wait.js';
import { type Called, modelFailure } from './failures.js';

/** A controller, a new one where none is given, that aborts with `signal`; call `release` when the work is over. */
export function follow(
  signal: AbortSignal,
  controller = new AbortController(),
): { controller: AbortController; release(): void } {
  const onAbort = () => controller.abort(abortError(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { controller, release: () => signal.removeEventListener('abort', onAbort) };
}

/** The running calls of a model server: each ends with its own signal, and all of them with `close`. */
export function runningCalls(about: (model: string) => Called) {
  const running = new Set<AbortController>();
  /** A call's own signal; `end` closes its connection, which is what stops a model. */
  function begin(outer: AbortSignal) {
    const { controller, release } = follow(outer);
    running.add(controller);
    const end = () => {
      controller.abort();
      release();
      running.delete(controller);
    };
    return { signal: controller.signal, end };
  }
  return {
    begin,
    /** @throws JarvisError "model-…"; AbortError. */
    async call<T>(model: string, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const { signal, end } = begin(outer);
      try {
        return await work(signal);
      } catch (thrown) {
        throw outer.aborted ? abortError(outer) : modelFailure(thrown, about(model), false);
      } finally {
        end();
      }
    },
    close: () => {
      for (const controller of running) controller.abort();
    },
  };
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
