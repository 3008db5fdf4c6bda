import { dayAt, isoOf, momentOf } from '../../language/when/calendar.js';

const DAY_MS = 86_400_000;
/** Before it nobody can have said anything to this assistant: a clock without a battery begins in 1970. */
const EARLIEST = Date.UTC(2020, 0, 1);

/**
 * The local day of a moment, "2026-11-21". A time that a wrong clock gave, more than a day ahead of now or before 2020,
 * counts as today: what was said is kept under a day on which it can be found.
 * @param at Milliseconds since the epoch, like `now`.
 * @param timeZone IANA name; the machine's own when not given.
 */
export function dayOf(at: number, now: number, timeZone?: string): string {
  return isoOf(dayAt(at > now + DAY_MS || at < EARLIEST ? now : at, timeZone));
}

/** Noon of a local day in milliseconds since the epoch: every span of time that names the day contains it. */
export function noonOf(day: string, timeZone?: string): number {
  return momentOf(Date.parse(day) / DAY_MS, timeZone, 12);
}

/** "14:05" of a moment. */
export function timeOf(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(at);
}
