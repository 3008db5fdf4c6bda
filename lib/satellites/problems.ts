import { tokenBucket } from '../turn/token-bucket.js';

/** What satellites do wrong, each told once until it is right again, so that a log isn't flooded by a broken microphone. */
export interface Problems {
  report(site: string, kind: string, error: Error): void;
  /** It worked: the next failure is told again. */
  right(site: string, kind: string): void;
}

/** Most faults remembered; then all are forgotten and may be told once more. */
const MAX_OPEN = 1_000;

/** What is told in a burst, and then a second: a log isn't flooded from a thousand sources either. */
const TOLD = { rate: 1, burst: 100 };

export function openProblems(tell: (site: string, error: Error) => void): Problems {
  const told = new Set<string>();
  const voice = tokenBucket(TOLD.rate, TOLD.burst);
  return {
    report(site, kind, error) {
      const key = `${site}\n${kind}`;
      if (told.has(key)) return;
      if (told.size >= MAX_OPEN) told.clear();
      told.add(key);
      if (voice.take()) tell(site, error);
    },
    right(site, kind) {
      // Called for every frame: without an open fault nothing is built.
      if (told.size > 0) told.delete(`${site}\n${kind}`);
    },
  };
}
