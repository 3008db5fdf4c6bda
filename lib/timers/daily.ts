import { dateOf, dayAt, momentOf } from '../language/when/calendar.js';
import type { Daily } from './types.js';

const WEEK = 7;
const MINUTES = 60;

/** The first moment after another at which the wall shows that time on one of the days. @param timeZone IANA name; the machine's when not given */
export function nextOf({ hour, minute, days }: Daily, after: number, timeZone?: string): number {
  const today = dayAt(after, timeZone);
  for (let day = today; day <= today + WEEK; day++) {
    const at = momentOf(day, timeZone, hour + minute / MINUTES);
    if (at > after && days.includes(dateOf(day).weekday)) return at;
  }
  throw new RangeError('A time of day comes again within a week.');
}
