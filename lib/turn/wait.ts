import { clock } from './clock.js';
import { type ErrorCode, JarvisError } from './errors.js';

/** Resolves after `ms` milliseconds; rejects at once with an AbortError when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const aborted = () => {
      timer.cancel();
      reject(abortError(signal as AbortSignal));
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    });
    signal?.addEventListener('abort', aborted, { once: true });
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
  const { ms, what, code = 'timeout', signal } = limit;
  const inner = new AbortController();
  const cut = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason), { once: true });
  });
  const cancel = () => inner.abort(abortError(signal as AbortSignal));
  const tooSlow = () => inner.abort(new JarvisError(code, `${what} did not answer within ${ms / 1000} s.`));
  const timer = clock.limit(ms, tooSlow);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    // Promise.resolve().then: a synchronous throw in `work` must end here too.
    return await Promise.race([cut, Promise.resolve().then(() => (inner.signal.aborted ? cut : work(inner.signal)))]);
  } finally {
    timer.cancel();
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * What a wait rejects with that its signal has ended: the failure that was the reason, such as a lost connection; else an
 * AbortError, which says why where that was said, and keeps the reason as its cause.
 */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof JarvisError || (reason instanceof Error && reason.name === 'AbortError')) return reason;
  const why = typeof reason === 'string' ? ` (${reason})` : '';
  const error = new Error(`This turn was cancelled${why}.`, { cause: reason });
  error.name = 'AbortError';
  return error;
}

/** Waits between attempts to reconnect: doubling from `first` to `most` milliseconds, with 20 % jitter. */
export function backoff(attempt: number, first = 500, most = 15_000): number {
  const wait = Math.min(most, first * 2 ** Math.min(attempt, 20));
  return wait * (0.8 + Math.random() * 0.4);
}
