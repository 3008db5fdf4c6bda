import { clock } from '../turn/clock.js';
import { abortError } from '../turn/wait.js';

/** Sounds that are being played somewhere, until the satellite says that it is done. */
export interface Playbacks {
  /**
   * Resolves with true on `finish(id)`, with false after `limitMs` milliseconds: a satellite that says nothing must be
   * done by then. `onAbort` runs first when the signal fires. @throws what `failAll` is given; AbortError.
   */
  begin(id: string, limitMs: number, signal: AbortSignal, onAbort: () => void): Promise<boolean>;
  has(id: string): boolean;
  finish(id: string): void;
  failAll(error: Error): void;
}

export function openPlaybacks(): Playbacks {
  const playing = new Map<string, (end: boolean | Error) => void>();
  return {
    begin: (id, limitMs, signal, onAbort) =>
      new Promise<boolean>((resolve, reject) => {
        const settle = (end: boolean | Error) => {
          timer.cancel();
          signal.removeEventListener('abort', aborted);
          playing.delete(id);
          if (typeof end === 'boolean') resolve(end);
          else reject(end);
        };
        const aborted = () => {
          onAbort();
          settle(abortError(signal));
        };
        const timer = clock.limit(limitMs, () => settle(false));
        signal.addEventListener('abort', aborted, { once: true });
        playing.set(id, settle);
      }),
    has: (id) => playing.has(id),
    finish: (id) => playing.get(id)?.(true),
    failAll(error) {
      for (const settle of [...playing.values()]) settle(error);
    },
  };
}
