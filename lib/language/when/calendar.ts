/** Days since 1970-01-01 on the calendar, whatever the zone. */
export type Day = number;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface CalendarDate {
  year: number;
  /** 1 to 12. */
  month: number;
  date: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** The day of a date; one that overflows its month (31 June) is a day of the next. @param month 1 to 12 */
export function dayOf(year: number, month: number, date = 1): Day {
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

export function dateOf(day: Day): CalendarDate {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() };
}

/** "2026-11-21" */
export function isoOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Weeks begin on Monday. */
export function mondayOf(day: Day): Day {
  return day - ((dateOf(day).weekday + 6) % 7);
}

/** The same date some months away; the 31st becomes the last day of a shorter month. */
export function monthsAway(day: Day, months: number): Day {
  const { year, month, date } = dateOf(day);
  const lastDate = dateOf(dayOf(year, month + months + 1) - 1).date;
  return dayOf(year, month + months, Math.min(date, lastDate));
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const n = h + l - 7 * m;
  const month = Math.floor((n + 90) / 25);
  return dayOf(year, month, (n + 33 * month + 19) % 32);
}

/** The day it is at a moment. @param timeZone IANA name; the machine's when missing or unknown */
export function dayAt(ms: number, timeZone?: string): Day {
  return Math.floor(wallClock(ms, timeZone) / DAY_MS);
}

/** The first moment of a day, or of an hour of it (which may be 24 or more, and 7.5 for half past seven), in milliseconds since the epoch. */
export function momentOf(day: Day, timeZone?: string, hour = 0): number {
  const wanted = day * DAY_MS + Math.round(hour * HOUR_MS);
  const before = wanted - (wallClock(wanted - DAY_MS, timeZone) - (wanted - DAY_MS));
  const after = wanted - (wallClock(wanted + DAY_MS, timeZone) - (wanted + DAY_MS));
  const there = [before, after].filter((ms) => wallClock(ms, timeZone) === wanted);
  // An hour that the clocks leave out begins when they are put forward.
  return there.length > 0 ? Math.min(...there) : before;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock on the wall shows, as if it were UTC. */
function wallClock(ms: number, timeZone = ''): number {
  const shown = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = newClock(timeZone) ?? newClock('');
  if (!clock) throw new RangeError('This machine has no clock.');
  clocks.set(timeZone, clock);
  return clock;
}

function newClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      ...(timeZone && { timeZone }),
    });
  } catch {
    return undefined;
  }
}
