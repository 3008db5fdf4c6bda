/** What satellites do wrong, each told once until it is right again, so that a log isn't flooded by a broken microphone. */
export interface Problems {
  report(site: string, kind: string, error: Error): void;
  /** It worked: the next failure is told again. */
  right(site: string, kind: string): void;
}

/** Most faults remembered; then all are forgotten and may be told once more. */
const MOST_OPEN = 1_000;

export function openProblems(tell: (site: string, error: Error) => void): Problems {
  const told = new Set<string>();
  return {
    report(site, kind, error) {
      const key = `${site}\n${kind}`;
      if (told.has(key)) return;
      if (told.size >= MOST_OPEN) told.clear();
      told.add(key);
      tell(site, error);
    },
    right(site, kind) {
      // Called for every frame: without an open fault nothing is built.
      if (told.size > 0) told.delete(`${site}\n${kind}`);
    },
  };
}
