import { type ErrorCode, JarvisError } from './errors.js';

/** Resolves after `ms` milliseconds; rejects at once with an AbortError when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortError(signal as AbortSignal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Limits of one wait. */
export interface Limit {
  /** Milliseconds before the wait fails with `code`. */
  ms: number;
  /** What the person is told was too slow, e.g. "The speech server at tcp://…". */
  what: string;
  code?: ErrorCode;
  /** Cancels the wait with an AbortError. */
  signal?: AbortSignal;
}

/**
 * Runs `work` with a signal that fires when the limit passes or the outer signal does, and settles no later than that,
 * even when `work` ignores its signal.
 * @throws JarvisError with `limit.code` ("timeout" when not given) after `limit.ms`; AbortError when cancelled from outside.
 */
export async function within<T>(limit: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const inner = new AbortController();
  return await new Promise<T>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      limit.signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = () =>
      settle(() => {
        const error = abortError(limit.signal as AbortSignal);
        inner.abort(error);
        reject(error);
      });
    const timer = setTimeout(
      () =>
        settle(() => {
          const error = new JarvisError(
            limit.code ?? 'timeout',
            `${limit.what} did not answer within ${limit.ms / 1000} s.`,
          );
          inner.abort(error);
          reject(error);
        }),
      limit.ms,
    );
    if (limit.signal?.aborted) return onAbort();
    limit.signal?.addEventListener('abort', onAbort, { once: true });
    // Promise.resolve().then: a synchronous throw in `work` must end here too.
    Promise.resolve()
      .then(() => work(inner.signal))
      .then(
        (value) => settle(() => resolve(value)),
        (thrown) => settle(() => reject(thrown)),
      );
  });
}

/** The AbortError a cancelled wait rejects with; keeps the signal's reason as its cause. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  const error = new Error('This turn was cancelled.', { cause: reason });
  error.name = 'AbortError';
  return error;
}

/** Waits between attempts to reconnect: doubling from `first` to `most` milliseconds, with 20 % jitter. */
export function backoff(attempt: number, first = 500, most = 15_000): number {
  const wait = Math.min(most, first * 2 ** Math.min(attempt, 20));
  return wait * (0.8 + Math.random() * 0.4);
}
