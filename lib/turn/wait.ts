import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import { type ErrorCode, JarvisError } from './errors.js';

/** Resolves after `ms` milliseconds; rejects at once with an AbortError when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return setTimeoutOf(ms, undefined, signal && { signal });
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
  const timer = setTimeout(tooSlow, ms);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    // Promise.resolve().then: a synchronous throw in `work` must end here too.
    return await Promise.race([cut, Promise.resolve().then(() => (inner.signal.aborted ? cut : work(inner.signal)))]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
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
