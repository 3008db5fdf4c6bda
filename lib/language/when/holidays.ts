import { type Day, dateOf, dayOf, easterOf } from './calendar.js';
import type { Span } from './types.js';

/** First and last day after Easter Sunday, and the day that others are counted from; the first, where they are one. */
const MOVING = {
  carnival: [-52, -47, -48],
  roseMonday: [-48],
  shroveTuesday: [-47],
  ashWednesday: [-46],
  holyWeek: [-7, 1, 0],
  palmSunday: [-7],
  maundyThursday: [-3],
  goodFriday: [-2],
  easter: [-2, 1, 0],
  easterSunday: [0],
  easterMonday: [1],
  ascension: [39],
  whitsun: [48, 50, 49],
  corpusChristi: [60],
} satisfies Record<string, readonly number[]>;

/** Month, first and last date, and the date that others are counted from; the first, where they are one. */
const FIXED = {
  newYear: [1, 1],
  epiphany: [1, 6],
  candlemas: [2, 2],
  valentine: [2, 14],
  mayDay: [5, 1],
  midsummer: [6, 24],
  assumption: [8, 15],
  halloween: [10, 31],
  allSaints: [11, 1],
  stNicholas: [12, 6],
  christmasEve: [12, 24],
  christmas: [12, 24, 26, 25],
  christmasDay: [12, 25],
  boxingDay: [12, 26],
  newYearsEve: [12, 31],
} satisfies Record<string, readonly [month: number, ...dates: number[]]>;

/** Days after the fourth Thursday of November. */
const AFTER_THANKSGIVING = { thanksgiving: 0, blackFriday: 1 };

export type Holiday = keyof typeof MOVING | keyof typeof FIXED | keyof typeof AFTER_THANKSGIVING;
export const HOLIDAYS = [MOVING, FIXED, AFTER_THANKSGIVING].flatMap((table) => Object.keys(table) as Holiday[]);

/** The days of a holiday in a year. */
export function holidayIn(holiday: Holiday, year: number): Span {
  const spanOf = (zero: Day, [first = 0, last = first, anchor = first]: readonly number[]) => ({
    from: zero + first,
    to: zero + last + 1,
    anchor: zero + anchor,
  });
  if (has(MOVING, holiday)) return spanOf(easterOf(year), MOVING[holiday]);
  if (has(AFTER_THANKSGIVING, holiday)) return spanOf(fourthThursday(year), [AFTER_THANKSGIVING[holiday]]);
  const [month, ...dates] = FIXED[holiday];
  return spanOf(dayOf(year, month, 0), dates);
}

const has = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => key in table;

/** Of November. */
function fourthThursday(year: number): Day {
  const first = dayOf(year, 11);
  return first + ((4 - dateOf(first).weekday + 7) % 7) + 21;
}
