import { foldLine } from './line-words.js';

/**
 * The lines that aren't among the stored ones word for word and no double of each other, in their order; empty ones are left
 * out. See `foldLine` for what doesn't count as a difference.
 */
export function withoutDuplicates(stored: readonly string[], candidates: readonly string[]): string[] {
  const known = new Set(stored.map(foldLine));
  return candidates.filter((line) => {
    const folded = foldLine(line);
    if (folded === '' || known.has(folded)) return false;
    known.add(folded);
    return true;
  });
}
