/** A list that is read in pages, newest first. */
export interface Pages<T> {
  rows: readonly T[];
  /** There may be older ones. */
  more: boolean;
}

/** The most that one request gives. */
const MOST = 100;

/**
 * The newest `count` rows or some more, in as many requests as that takes: a list is loaded anew as long as it was shown.
 * @param read rows older than the one of the id `before`, at most `limit`
 */
export async function readPages<T extends { id: number }>(
  count: number,
  read: (page: { before: number | undefined; limit: number }) => Promise<readonly T[]>,
  before?: number,
): Promise<Pages<T>> {
  const rows: T[] = [];
  for (;;) {
    const limit = Math.min(MOST, count - rows.length);
    const page = await read({ before: rows.at(-1)?.id ?? before, limit });
    rows.push(...page);
    if (page.length < limit) return { rows, more: false };
    if (rows.length >= count) return { rows, more: true };
  }
}
