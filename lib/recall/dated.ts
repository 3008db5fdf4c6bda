import { type Day, isoOf } from '../language/when/calendar.js';
import { datedLine } from '../memory/graph/dated.js';
import type { Memory } from '../memory/memory.js';
import type { Found } from './search-memory.js';

const MAX_DAYS = 7;
const MAX_FOUND = 10;

/**
 * What was told of these days, whenever that was: "2026-11-23: bin day". Looked for by their dates, of a week at most.
 * @param to Not included.
 * @throws JarvisError store-failed.
 */
export async function datedEntries({ entries }: Pick<Memory, 'entries'>, from: Day, to: Day): Promise<Found[]> {
  const days = Array.from({ length: Math.min(MAX_DAYS, to - from) }, (_, index) => isoOf(from + index));
  const [first = '', last = first] = [days[0], days.at(-1)];
  const found = await Promise.all(days.map((day) => entries.search({ text: day, kinds: ['graph'], limit: MAX_FOUND })));
  const isOfThem = ({ text }: Found) => {
    const on = datedLine(text);
    return on !== undefined && on.from <= last && on.to >= first;
  };
  return [...new Map(found.flat().map((entry) => [entry.id, entry])).values()].filter(isOfThem);
}
