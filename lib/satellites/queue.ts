import { JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';

/** Most playbacks waiting at one site. */
const MAX_WAITING = 50;

/** One playback at a time at each site, in the order they were asked for. */
export interface PlayQueue {
  /** Runs `work` when its turn has come. @throws JarvisError satellite-unreachable when too many wait; AbortError at once while it waits. */
  run(site: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
}

/** A queue for each site; a site without work takes no memory. */
export function playQueue(): PlayQueue {
  const bySite = new Map<string, (() => void)[]>();

  const next = (site: string) => {
    const first = bySite.get(site)?.shift();
    if (first) first();
    else bySite.delete(site);
  };

  return {
    run: (site, signal, work) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(abortError(signal));
        const start = () => {
          signal.removeEventListener('abort', onAbort);
          work()
            .then(resolve, reject)
            .finally(() => next(site));
        };
        const onAbort = () => {
          const waiting = bySite.get(site);
          const at = waiting?.indexOf(start) ?? -1;
          if (at >= 0) waiting?.splice(at, 1);
          reject(abortError(signal));
        };
        const waiting = bySite.get(site);
        if (!waiting) {
          bySite.set(site, []);
          return start();
        }
        if (waiting.length >= MAX_WAITING) {
          return reject(
            new JarvisError(
              'satellite-unreachable',
              `Too much is waiting to be played at "${site}" (${MAX_WAITING} sounds): this one was dropped.`,
            ),
          );
        }
        waiting.push(start);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
