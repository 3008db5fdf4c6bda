import { type Day, dateOf, dayOf, easterOf } from './calendar.js';
import type { Holiday, Span } from './types.js';

/** First and last day after Easter Sunday, and the day that others are counted from. */
const MOVING: Partial<Record<Holiday, readonly [first: number, last: number, anchor: number]>> = {
  carnival: [-52, -47, -48],
  roseMonday: [-48, -48, -48],
  shroveTuesday: [-47, -47, -47],
  ashWednesday: [-46, -46, -46],
  holyWeek: [-7, 1, 0],
  palmSunday: [-7, -7, -7],
  maundyThursday: [-3, -3, -3],
  goodFriday: [-2, -2, -2],
  easter: [-2, 1, 0],
  easterSunday: [0, 0, 0],
  easterMonday: [1, 1, 1],
  ascension: [39, 39, 39],
  whitsun: [48, 50, 49],
  corpusChristi: [60, 60, 60],
};

/** Month, first and last date, and the date that others are counted from. */
const FIXED: Partial<Record<Holiday, readonly [month: number, first: number, last: number, anchor: number]>> = {
  newYear: [1, 1, 1, 1],
  epiphany: [1, 6, 6, 6],
  candlemas: [2, 2, 2, 2],
  valentine: [2, 14, 14, 14],
  mayDay: [5, 1, 1, 1],
  midsummer: [6, 24, 24, 24],
  assumption: [8, 15, 15, 15],
  halloween: [10, 31, 31, 31],
  allSaints: [11, 1, 1, 1],
  stNicholas: [12, 6, 6, 6],
  christmasEve: [12, 24, 24, 24],
  christmas: [12, 24, 26, 25],
  christmasDay: [12, 25, 25, 25],
  boxingDay: [12, 26, 26, 26],
  newYearsEve: [12, 31, 31, 31],
};

/** The days of a holiday in a year. */
export function holidayIn(holiday: Holiday, year: number): Span {
  const moving = MOVING[holiday];
  const sunday = easterOf(year);
  if (moving) return { from: sunday + moving[0], to: sunday + moving[1] + 1, anchor: sunday + moving[2] };
  const fixed = FIXED[holiday];
  const on = (date: number): Day => dayOf(year, fixed?.[0] ?? 1, date);
  if (fixed) return { from: on(fixed[1]), to: on(fixed[2]) + 1, anchor: on(fixed[3]) };
  return holiday === 'blackFriday' ? afterThanksgiving(year, 1) : afterThanksgiving(year, 0);
}

/** The fourth Thursday of November, and the days after it. */
function afterThanksgiving(year: number, days: number): Span {
  const first = dayOf(year, 11);
  const day = first + ((4 - dateOf(first).weekday + 7) % 7) + 21 + days;
  return { from: day, to: day + 1, anchor: day };
}
