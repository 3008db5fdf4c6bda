import { type Day, dateOf, dayOf, mondayOf, monthsAway } from './calendar.js';
import { holidayIn } from './holidays.js';
import type { Meaning, Part, Season, Slots, Span, Unit } from './types.js';

/** Hours of a part of a day; the night ends on the next. */
const HOURS: Record<Part, readonly [number, number]> = {
  morning: [4, 12],
  noon: [11, 15],
  afternoon: [12, 19],
  evening: [17, 24],
  night: [20, 29],
};
/** The first month of a season, as weather services count them in the north. */
const FIRST_MONTH: Record<Season, number> = { spring: 3, summer: 6, autumn: 9, winter: 12 };
/** "Three weeks ago" is rarely meant to the day: so many days before and after it count, too. */
const AROUND: Record<Unit, number> = { hour: 0, day: 0, week: 3, weekend: 0, month: 15, year: 0 };
/** Many days are a number of weeks: "quinze jours" are two of them. So many months half years. */
const DAYS_OF_WEEK = 7;
const MONTHS_OF_HALF_YEAR = 6;

type Rule = (slots: Slots, today: Day) => Meaning | null;
function rules<Name extends string>(named: Record<Name, Rule>): Record<Name, Rule> {
  return named;
}

/** What a pattern means on a day; null for words that say no past time, though they hold some ("next Sunday"). */
export const RULES = rules({
  none: () => null,
  tomorrow: () => null,
  dayAfterTomorrow: () => null,
  nextWeekday: () => null,
  nextUnit: () => null,
  inUnits: () => null,
  today: (_, today) => ({ span: days(today), isDay: true }),
  yesterday: (_, today) => ({ span: days(today - 1), isDay: true }),
  dayBeforeYesterday: (_, today) => ({ span: days(today - 2), isDay: true }),
  thisUnit: ({ unit = 'day' }, today) => ({ span: { ...unitAway(unit, 0, today), to: today + 1 } }),
  lastUnit: ({ unit = 'day' }, today) => ({ span: unitAway(unit, -1, today) }),
  lastButOne: ({ unit = 'day' }, today) => ({ span: unitAway(unit, -2, today) }),
  lastUnits: ({ n = 1, unit = 'day' }, today) => ({ span: { from: moved(today, -n, unit), to: today + 1 } }),
  ago: ({ n = 1, unit = 'day' }, today) => ({ span: around(n, unit, today), back: { n, unit } }),
  fortnightAgo: (_, today) => ({ span: around(2, 'week', today), back: { n: 2, unit: 'week' } }),
  halfYearAgo: (_, today) => ({ span: around(6, 'month', today), back: { n: 6, unit: 'month' } }),
  yearAndHalfAgo: (_, today) => ({ span: around(18, 'month', today), back: { n: 18, unit: 'month' } }),
  fewAgo: ({ unit = 'day' }, today) => ({
    span: { from: moved(today, -7, unit), to: moved(today, -1, unit) },
  }),
  weekday: (slots, today) => lastWeekday(slots, today, 0),
  lastWeekday: (slots, today) => lastWeekday(slots, today, 0),
  weekdayBeforeLast: (slots, today) => lastWeekday(slots, today, 7),
  weekdayPart: ({ part = 'evening', ...slots }, today) => ({
    span: partOf(lastWeekday(slots, today, 0).span, part),
  }),
  month: ({ month = 1, year }, today) => yearly((of) => monthIn(month, of), year, today),
  bareMonth: ({ month = 1, year }, today) => ({ ...yearly((of) => monthIn(month, of), year, today), weak: true }),
  lastMonthNamed: ({ month = 1 }, today) => ended((year) => monthIn(month, year), today),
  monthStart: ({ month = 1, year }, today) => yearly((of) => thirdOf(month, of, 0), year, today),
  monthMiddle: ({ month = 1, year }, today) => yearly((of) => thirdOf(month, of, 1), year, today),
  monthEnd: ({ month = 1, year }, today) => yearly((of) => thirdOf(month, of, 2), year, today),
  season: ({ season = 'summer', year }, today) => yearly((of) => seasonIn(season, of), year, today),
  lastSeason: ({ season = 'summer' }, today) => ended((year) => seasonIn(season, year), today),
  date: date,
  dates: ({ day = 1, day2 = 1, month = 1, year }, today) =>
    isDate(day, month) && isDate(day2, month) && day <= day2
      ? yearly((of) => ({ from: dayOf(of, month, day), to: dayOf(of, month, day2) + 1 }), year, today)
      : null,
  dayOfMonth: ({ day = 1 }, today) => {
    const { year, month, date: now } = dateOf(today);
    const found = dayOf(year, day > now ? month - 1 : month, day);
    return dateOf(found).date === day ? { span: days(found), dayOfMonth: day } : null;
  },
  dayAndMonth: date,
  monthAndDay: date,
  iso: date,
  year: ({ year = 2000 }) => ({ span: yearSpan(year) }),
  bareYear: ({ year = 2000 }) => ({ span: yearSpan(year), weak: true }),
  holiday: ({ holiday = 'easter', year }, today) => yearly((of) => holidayIn(holiday, of), year, today),
  thisPart: ({ part = 'evening' }, today) => ({ span: partOf(days(today), part) }),
  lastNight: (_, today) => ({ span: partOf(days(today - 1), 'night', 18) }),
  nightBeforeLast: (_, today) => ({ span: partOf(days(today - 2), 'night', 18) }),
  part: ({ part = 'evening' }, today) => ({ span: partOf(days(today), part), part, weak: true }),
  amount: ({ n = 1, unit = 'day' }, today) => ({ span: days(today), amount: { n, unit }, weak: true }),
});

/** What the patterns of a language may mean. */
export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** A part of the first day of a span. @param begin hour, where it begins earlier than usual */
export function partOf({ from }: Span, part: Part, begin = HOURS[part][0]): Span {
  return { from, to: from + 1, hours: [begin, HOURS[part][1]] };
}

/** A weekday, or an amount of time, before (-1) or after (1) something. */
export function beside({ weekday, amount }: Meaning, { from, to, anchor }: Span, side: -1 | 1): Span | undefined {
  const day = anchor ?? (side < 0 ? from : to - 1);
  if (weekday !== undefined) {
    const far = side * (weekday - dateOf(day).weekday);
    return days(day + side * (far > 0 ? far : far + 7));
  }
  if (!amount) return undefined;
  const { n, unit } = amount;
  if (unit === 'weekend') return unitAway('weekend', side, day);
  // "the week before Christmas" is the seven days, "two weeks before Christmas" is about that day
  if (n === 1 && unit !== 'day') {
    return side < 0 ? { from: moved(day, -1, unit), to: day } : { from: day + 1, to: moved(day, 1, unit) + 1 };
  }
  return around(-side * n, unit, day);
}

/** "Three weeks ago", counted from a day: "a year ago today" is that date. */
export function backFrom({ n, unit }: { n: number; unit: Unit }, { from }: Span): Span {
  return days(moved(from, -n, unit));
}

/** Days from one to another, the last one included. */
export function days(from: Day, last = from): Span {
  return { from, to: last + 1 };
}

/** The calendar year of a span that is one. */
export function yearOf({ from, to }: Span): number | undefined {
  const { year, month, date: first } = dateOf(from);
  const whole = to === dayOf(year + 1, 1) || to < dayOf(year + 1, 1);
  return month === 1 && first === 1 && whole && to - from > 31 ? year : undefined;
}

/** Said on the same date, the one a year ago: of the other one says "today". */
function date({ day = 1, month = 1, year }: Slots, today: Day): Meaning | null {
  if (!isDate(day, month)) return null;
  // the 29th of February is in the last leap year
  const inYear = (of: number) => days(dayOf(of, month, day));
  const there = (of: number) => dateOf(dayOf(of, month, day)).date === day;
  if (year !== undefined) return there(year) ? { span: inYear(year), inYear } : null;
  const now = dateOf(today).year;
  const last = Array.from({ length: 9 }, (_, back) => now - back).find((of) => there(of) && inYear(of).from < today);
  return last === undefined ? null : { span: inYear(last), inYear };
}

export function isDate(day: number, month: number): boolean {
  // 2024 had a 29 February
  return day >= 1 && month >= 1 && month <= 12 && dateOf(dayOf(2024, month, day)).month === month;
}

/** In the year that was said, or the last time it began. */
function yearly(inYear: (year: number) => Span, year: number | undefined, today: Day): Meaning {
  return { span: year === undefined ? lastTime(inYear, today + 1) : inYear(year), inYear };
}

/** The last time it was over. */
function ended(inYear: (year: number) => Span, today: Day): Meaning {
  const { year } = dateOf(today);
  const span = [year, year - 1, year - 2].map(inYear).find(({ to }) => to <= today);
  return { span: span ?? inYear(year - 1), inYear };
}

/** The last time it began before a day. */
function lastTime(inYear: (year: number) => Span, before: Day): Span {
  const { year } = dateOf(before);
  return [year + 1, year, year - 1].map(inYear).find(({ from }) => from < before) ?? inYear(year - 1);
}

function monthIn(month: number, year: number): Span {
  return { from: dayOf(year, month), to: dayOf(year, month + 1) };
}

function yearSpan(year: number): Span {
  return { from: dayOf(year, 1), to: dayOf(year + 1, 1) };
}

function thirdOf(month: number, year: number, third: 0 | 1 | 2): Span {
  const first = dayOf(year, month, 1 + 10 * third);
  return { from: first, to: third === 2 ? dayOf(year, month + 1) : first + 10 };
}

function seasonIn(season: Season, year: number): Span {
  const month = FIRST_MONTH[season];
  return { from: dayOf(year, month), to: dayOf(year, month + 3) };
}

function lastWeekday({ weekday = 0 }: Slots, today: Day, earlier: number): Meaning {
  const back = (dateOf(today).weekday - weekday + 6) % 7;
  return { span: days(today - 1 - back - earlier), weekday };
}

export function unitAway(unit: Unit, away: number, today: Day): Span {
  const { year, month } = dateOf(today);
  switch (unit) {
    case 'week':
      return days(mondayOf(today) + 7 * away, mondayOf(today) + 7 * away + 6);
    case 'weekend':
      return days(mondayOf(today) + 7 * away + 5, mondayOf(today) + 7 * away + 6);
    case 'month':
      return monthIn(month + away, year);
    case 'year':
      return yearSpan(year + away);
    default:
      return days(today + away);
  }
}

export function moved(day: Day, n: number, unit: Unit): Day {
  switch (unit) {
    case 'week':
    case 'weekend':
      return day + 7 * n;
    case 'month':
      return monthsAway(day, n);
    case 'year':
      return monthsAway(day, 12 * n);
    default:
      return unit === 'hour' ? day : day + n;
  }
}

function around(n: number, unit: Unit, today: Day): Span {
  if (unit === 'year') return yearSpan(dateOf(today).year - n);
  if (unit === 'weekend') return unitAway('weekend', -n, today);
  const day = moved(today, -n, unit);
  const more = unit === 'day' ? Math.floor(Math.abs(n) / DAYS_OF_WEEK) : AROUND[unit];
  const times = unit === 'month' ? Math.max(1, Math.floor(Math.abs(n) / MONTHS_OF_HALF_YEAR)) : 1;
  return days(day - times * more, day + times * more);
}
