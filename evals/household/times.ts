import type { TimePhrases } from './types.js';

/** A time in words, and the days it means: known by construction, not by the rules that are to be tested. */
export interface SaidTime {
  text: string;
  /** Days since 1970-01-01; the last one included. */
  first: number;
  last: number;
}

const DAY_MS = 86_400_000;
export const dayOf = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
const partsOf = (day: number) => {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate(), weekday: date.getUTCDay() };
};
const firstOf = (year: number, month: number) => Date.UTC(year, month, 1) / DAY_MS;

/** When it is asked: a Saturday; the diary ends the day before. */
export const TODAY = dayOf('2026-11-21');
export const DAYS = 365;
const EASTER_SUNDAY = dayOf('2026-04-05');

/** Everything somebody may call a day on that Saturday, single days first. */
export function waysToSay(day: number, of: TimePhrases): { days: SaidTime[]; spans: SaidTime[] } {
  const { year, month, date, weekday } = partsOf(day);
  const [weekdays, months, numbers] = [of.weekdays, of.months, of.numbers].map((list) => list.split(';'));
  const name = months?.[month] ?? '';
  const ago = TODAY - day;
  const fill = (phrase: string, more: Record<string, string | number> = {}) => {
    const values: Record<string, string | number> = {
      weekday: weekdays?.[weekday] ?? '',
      month: name,
      year,
      day: date,
      dd: date,
      mm: month + 1,
      ...more,
    };
    return phrase.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  };
  const number = (n: number) => numbers?.[n - 2] ?? String(n);
  const days: SaidTime[] = [];
  const spans: SaidTime[] = [];
  const say = (into: SaidTime[], when: boolean, text: string, first: number, last: number) => {
    if (when) into.push({ text, first, last });
  };
  const one = (when: boolean, phrase: string, more?: Record<string, string | number>) =>
    say(days, when, fill(phrase, more), day, day);

  one(ago === 1, of.yesterday);
  one(ago === 2, of.dayBeforeYesterday);
  one(ago >= 3 && ago <= 9, of.daysAgo, { n: number(ago) });
  one(ago <= 7, of.lastWeekday);
  one(ago >= 6 && ago <= 12, of.weekdayLastWeek);
  one(true, of.date);
  one(true, of.numericDate);
  one(day >= EASTER_SUNDAY - 7 && day < EASTER_SUNDAY - 2, of.weekdayBeforeEaster);
  one(day === EASTER_SUNDAY + 1, of.easterMonday);
  one(day === dayOf('2025-12-24'), of.christmasEve);
  one(day === dayOf('2025-12-31'), of.newYearsEve);
  one(day === dayOf('2026-10-31'), of.halloween);

  const [monthBegins, monthEnds] = [firstOf(year, month), firstOf(year, month + 1) - 1];
  const span = (when: boolean, phrase: string, first: number, last: number, more?: Record<string, string | number>) =>
    say(spans, when, fill(phrase, more), first, last);
  span(ago >= 7 && ago <= 8, of.lastWeekend, TODAY - 7, TODAY - 6);
  for (let weeks = 2; weeks <= 8; weeks++) {
    const about = TODAY - 7 * weeks;
    span(Math.abs(day - about) <= 2, of.weeksAgo, about - 3, about + 3, { n: number(weeks) });
  }
  for (let back = 2; back <= 9; back++) {
    const about = Date.UTC(2026, 10 - back, 21) / DAY_MS;
    span(Math.abs(day - about) <= 10, of.monthsAgo, about - 15, about + 15, { n: number(back) });
  }
  span(month === 9, of.lastMonth, monthBegins, monthEnds);
  // November has two: the one that ends today is meant
  span(!(year === 2025 && month === 10), of.inMonth, monthBegins, monthEnds);
  span(true, of.inMonthOfYear, monthBegins, monthEnds);
  span(date <= 10 && ago < 350, of.earlyMonth, monthBegins, monthBegins + 9);
  span(date > 20 && ago < 350, of.lateMonth, monthBegins + 20, monthEnds);
  span(month < 9 && year === 2026, of.betweenMonths, monthBegins, firstOf(year, month + 2) - 1, {
    month2: months?.[month + 1] ?? '',
  });
  span(month >= 5 && month <= 7, of.summer, dayOf('2026-06-01'), dayOf('2026-08-31'));
  span(Math.abs(day - EASTER_SUNDAY) <= 1, of.easter, EASTER_SUNDAY - 2, EASTER_SUNDAY + 1);
  return { days, spans };
}
