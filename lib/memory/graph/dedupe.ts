import { foldLine } from './line-words.js';

/** Whether a fact is already there word for word, see `foldLine` for what doesn't count as a difference. */
export function isDuplicate(stored: readonly string[], candidate: string): boolean {
  const folded = foldLine(candidate);
  return stored.some((line) => foldLine(line) === folded);
}

/** The lines that aren't among the stored ones and no double of each other, in their order; empty ones are left out. */
export function withoutDuplicates(stored: readonly string[], candidates: readonly string[]): string[] {
  const known = new Set(stored.map(foldLine));
  return candidates.filter((line) => {
    const folded = foldLine(line);
    if (folded === '' || known.has(folded)) return false;
    known.add(folded);
    return true;
  });
}
