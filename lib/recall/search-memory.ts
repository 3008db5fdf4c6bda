import type { QueryVector } from '../memory/embedding/query-vectors.js';
import type { Memory } from '../memory/memory.js';
import type { SearchTerms } from './search-terms.js';

export type Found = Awaited<ReturnType<Memory['entries']['search']>>[number];

/** Memories a reply is given. */
const MAX_FOUND = 10;
const DAY_MS = 86_400_000;
/** Of so few days everything may be meant, whatever its words: "what did we do on Tuesday?" A clock change has its hour. */
const FEW_DAYS_MS = 3.1 * DAY_MS;
/** Of a week where nothing has the words. */
const WEEK_MS = 7.1 * DAY_MS;

/**
 * Entries of the time that have the words or are near in meaning, the best first. A day or a weekend is filled up with
 * what else happened then, newest first, and so is a week of which nothing has the words: who names a day wants to know
 * of it, whatever words it was written in.
 * @throws JarvisError store-failed, library-missing.
 */
export async function searchMemory(
  { entries }: Pick<Memory, 'entries'>,
  { words, from, to }: Pick<SearchTerms, 'words' | 'from' | 'to'>,
  { language, vector }: { language: string; vector?: QueryVector | undefined },
): Promise<Found[]> {
  const time = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const found = await entries.search({
    keywords: words,
    language,
    vector,
    ...time,
    limit: MAX_FOUND,
  });
  const span = from === undefined || to === undefined ? Number.POSITIVE_INFINITY : to - from;
  const fills = words.length > 0 && span <= (found.length === 0 ? WEEK_MS : FEW_DAYS_MS);
  if (!fills || found.length >= MAX_FOUND) return found;
  const known = new Set(found.map(({ id }) => id));
  const others = await entries.search({ ...time, limit: 2 * MAX_FOUND });
  return [...found, ...others.filter(({ id }) => !known.has(id))].slice(0, MAX_FOUND);
}
