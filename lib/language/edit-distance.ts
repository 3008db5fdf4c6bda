/**
 * How many letters have to be put in, left out, exchanged for another or swapped with their neighbour to make one word of
 * the other (Damerau–Levenshtein, its optimal string alignment).
 * @param limit a small one, as every step more takes four times as long; in return most words are told apart at once
 * @returns 0 to `limit`, or `limit + 1` for whatever is further apart
 */
export function editDistance(one: string, other: string, limit: number): number {
  return distanceFrom(one, 0, other, 0, limit);
}

/** The distance of what comes after `i` letters of `a` and `j` of `b`. */
function distanceFrom(a: string, i: number, b: string, j: number, limit: number): number {
  if (Math.abs(a.length - i - (b.length - j)) > limit) return limit + 1;
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length || j === b.length) return a.length - i + b.length - j;
  if (limit === 0) return 1;
  const rest = (put: number, left: number) => distanceFrom(a, i + put, b, j + left, limit - 1);
  const least = Math.min(rest(1, 1), rest(1, 0), rest(0, 1));
  return 1 + (a[i] === b[j + 1] && a[i + 1] === b[j] ? Math.min(least, rest(2, 2)) : least);
}
