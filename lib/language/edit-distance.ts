/**
 * How many letters have to be put in, left out, exchanged for another or swapped with their neighbour to make one word of
 * the other (Damerau–Levenshtein, its optimal string alignment).
 * @param limit a small one, as every step more takes four times as long; in return most words are told apart at once
 * @returns 0 to `limit`, or `limit + 1` for whatever is further apart
 */
export function editDistance(one: string, other: string, limit: number): number {
  return distanceFrom(one, 0, other, 0, limit, false);
}

/** The same between a word and what a text begins with, whatever follows there. */
export function distanceToBeginning(word: string, text: string, limit: number): number {
  return distanceFrom(word, 0, text, 0, limit, true);
}

/** The distance of what comes after `i` letters of `a` and `j` of `b`, of which the end may be left out where it is open. */
function distanceFrom(a: string, i: number, b: string, j: number, limit: number, isOpen: boolean): number {
  const missing = a.length - i - (b.length - j);
  if ((isOpen ? missing : Math.abs(missing)) > limit) return limit + 1;
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (isOpen && i === a.length) return 0;
  if (i === a.length || j === b.length) return a.length - i + b.length - j;
  if (limit === 0) return 1;
  const rest = (put: number, left: number) => distanceFrom(a, i + put, b, j + left, limit - 1, isOpen);
  const least = Math.min(rest(1, 1), rest(1, 0), rest(0, 1));
  return 1 + (a[i] === b[j + 1] && a[i + 1] === b[j] ? Math.min(least, rest(2, 2)) : least);
}
