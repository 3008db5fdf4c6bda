import { abortError } from '../turn/wait.js';

/** Sounds that are being played somewhere, until the satellite says that it is done. */
export interface Playbacks {
  /**
   * Resolves with `finish(id)`, or after `limitMs` milliseconds: a satellite that says nothing must be done by then.
   * `onAbort` runs first when the signal fires. @throws what `failAll` is given; AbortError.
   */
  begin(id: string, limitMs: number, signal: AbortSignal, onAbort: () => void): Promise<void>;
  has(id: string): boolean;
  finish(id: string): void;
  failAll(error: Error): void;
}

export function openPlaybacks(): Playbacks {
  const playing = new Map<string, (error?: Error) => void>();
  return {
    begin: (id, limitMs, signal, onAbort) =>
      new Promise<void>((resolve, reject) => {
        const settle = (error?: Error) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', aborted);
          playing.delete(id);
          if (error) reject(error);
          else resolve();
        };
        const aborted = () => {
          onAbort();
          settle(abortError(signal));
        };
        const timer = setTimeout(settle, limitMs);
        signal.addEventListener('abort', aborted, { once: true });
        playing.set(id, settle);
      }),
    has: (id) => playing.has(id),
    finish: (id) => playing.get(id)?.(),
    failAll(error) {
      for (const settle of [...playing.values()]) settle(error);
    },
  };
}
