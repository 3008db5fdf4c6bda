import { clock, type Timer } from '../../turn/clock.js';
import { abortError } from '../../turn/wait.js';

/** Waits of one speech or session that end together. */
export interface Waits {
  /**
   * Resolves after `ms` milliseconds, or when all are let go; `ms` is asked for again when `retime` is called.
   * @throws AbortError when the signal fires; what `end` is given
   */
  until(ms: () => number | undefined, signal: AbortSignal): Promise<void>;
  retime(): void;
  /** Ends all, and those that would begin. @param error without one they resolve */
  end(error?: Error): void;
}

export function openWaits(): Waits {
  const waiting = new Set<{ retime(): void; end(error?: Error): void }>();
  let over: { error?: Error | undefined } | undefined;
  return {
    until: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortError(signal));
        if (over) return over.error ? reject(over.error) : resolve();
        let timer: Timer | undefined;
        const end = (error?: Error) => {
          timer?.cancel();
          signal.removeEventListener('abort', aborted);
          waiting.delete(wait);
          if (error) reject(error);
          else resolve();
        };
        const aborted = () => end(abortError(signal));
        const retime = () => {
          timer?.cancel();
          const left = ms();
          timer = left === undefined ? undefined : clock.after(Math.max(0, left), end);
        };
        const wait = { retime, end };
        waiting.add(wait);
        signal.addEventListener('abort', aborted, { once: true });
        retime();
      }),
    retime() {
      for (const wait of waiting) wait.retime();
    },
    end(error) {
      over = { error };
      for (const wait of [...waiting]) wait.end(error);
    },
  };
}
