import { tokenBucket } from '../turn/token-bucket.js';

/** What satellites do wrong, each told once until it is right again, so that a log isn't flooded by a broken microphone. */
export interface Problems {
  report(site: string, kind: string, error: Error): void;
  /** It worked: the next failure is told again. */
  right(site: string, kind: string): void;
  /** What is still wrong at a site, the newest last. */
  of(site: string): readonly Problem[];
}

export interface Problem {
  kind: string;
  message: string;
}

/** Most faults remembered; then all are forgotten and may be told once more. */
const MAX_OPEN = 1_000;

/** What is told in a burst, and then a second: a log isn't flooded from a thousand sources either. */
const TOLD = { rate: 1, burst: 100 };

export function openProblems(tell: (site: string, error: Error) => void): Problems {
  const open = new Map<string, Map<string, string>>();
  let count = 0;
  const voice = tokenBucket(TOLD.rate, TOLD.burst);
  return {
    report(site, kind, error) {
      if (open.get(site)?.has(kind)) return;
      if (count >= MAX_OPEN) {
        open.clear();
        count = 0;
      }
      count++;
      const ofSite = open.get(site) ?? new Map<string, string>();
      open.set(site, ofSite.set(kind, error.message));
      if (voice.take()) tell(site, error);
    },
    right(site, kind) {
      // Called for every frame: nearly always nothing is wrong.
      const ofSite = open.get(site);
      if (!ofSite?.delete(kind)) return;
      count--;
      if (ofSite.size === 0) open.delete(site);
    },
    of: (site) => [...(open.get(site) ?? [])].map(([kind, message]) => ({ kind, message })),
  };
}
