import type { Day } from './calendar.js';

export type Unit = 'hour' | 'day' | 'week' | 'weekend' | 'month' | 'year';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Part = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';
export type Holiday =
  | 'carnival'
  | 'roseMonday'
  | 'shroveTuesday'
  | 'ashWednesday'
  | 'holyWeek'
  | 'palmSunday'
  | 'maundyThursday'
  | 'goodFriday'
  | 'easter'
  | 'easterSunday'
  | 'easterMonday'
  | 'ascension'
  | 'whitsun'
  | 'corpusChristi'
  | 'newYear'
  | 'epiphany'
  | 'candlemas'
  | 'valentine'
  | 'mayDay'
  | 'midsummer'
  | 'assumption'
  | 'halloween'
  | 'allSaints'
  | 'thanksgiving'
  | 'blackFriday'
  | 'stNicholas'
  | 'christmasEve'
  | 'christmas'
  | 'christmasDay'
  | 'boxingDay'
  | 'newYearsEve';

/** What was said, by slot of the pattern. */
export interface Slots {
  n?: number;
  day?: number;
  day2?: number;
  month?: number;
  year?: number;
  weekday?: number;
  unit?: Unit;
  season?: Season;
  part?: Part;
  holiday?: Holiday;
}

/** Whole days, the last one not included. */
export interface Span {
  from: Day;
  to: Day;
  /** Hours after the midnight that begins `from`. */
  hours?: readonly [number, number];
  /** The day that "the Tuesday before …" counts from. */
  anchor?: Day;
}

/** What words about time mean. */
export interface Meaning {
  span: Span;
  /** The same in another year: Easter, March, the third of May. */
  inYear?: (year: number) => Span;
  /** A weekday without its week. */
  weekday?: number;
  /** A day without its month. */
  dayOfMonth?: number;
  /** A part of a day without its day. */
  part?: Part;
  /** "two weeks", to count from something else. */
  amount?: { n: number; unit: Unit };
  /** "a year ago", to the day where it is counted from a day ("today", "yesterday"). */
  back?: { n: number; unit: Unit };
  /** A day that is counted from. */
  isDay?: boolean;
  /** Says no time by itself ("May" may be a name). */
  weak?: boolean;
}

/** What the patterns of a language mean; see `rules.ts`. */
export type RuleName =
  | 'none'
  | 'tomorrow'
  | 'dayAfterTomorrow'
  | 'nextWeekday'
  | 'nextUnit'
  | 'inUnits'
  | 'today'
  | 'yesterday'
  | 'dayBeforeYesterday'
  | 'thisUnit'
  | 'lastUnit'
  | 'lastButOne'
  | 'lastUnits'
  | 'ago'
  | 'fewAgo'
  | 'fortnightAgo'
  | 'halfYearAgo'
  | 'yearAndHalfAgo'
  | 'weekday'
  | 'weekdayPart'
  | 'lastWeekday'
  | 'weekdayBeforeLast'
  | 'month'
  | 'bareMonth'
  | 'lastMonthNamed'
  | 'monthStart'
  | 'monthMiddle'
  | 'monthEnd'
  | 'season'
  | 'lastSeason'
  | 'date'
  | 'dates'
  | 'dayOfMonth'
  | 'dayAndMonth'
  | 'monthAndDay'
  | 'iso'
  | 'year'
  | 'bareYear'
  | 'holiday'
  | 'thisPart'
  | 'lastNight'
  | 'nightBeforeLast'
  | 'part'
  | 'amount';

/**
 * The words of a language that say when. Everything is written as it is compared: lower case, no accents. In lists of
 * words a space stands between the words, "_" for a space inside of one, "|" between those of one meaning.
 */
export interface TimeWords {
  language: string;
  /** Stands for two. */
  couple?: string;
  /** 1 to 31, as dates are read; of those alone that aren't read as numbers. */
  ordinals: string;
  /** From Sunday. */
  weekdays: string;
  months: string;
  units: Readonly<Record<Unit, string>>;
  seasons: Readonly<Record<Season, string>>;
  parts: Readonly<Partial<Record<Part, string>>>;
  holidays: Readonly<Partial<Record<Holiday, string>>>;
  /**
   * Regular expressions in which {n}, {day}, {day2}, {dd}, {mm}, {month}, {year}, {yy}, {weekday}, {unit}, {season}, {part} and
   * {holiday} stand for words of the tables above. A word ends at a space.
   */
  patterns: Readonly<Partial<Record<RuleName, readonly string[]>>>;
  /** Regular expressions for what stands between or before such words. */
  glue: {
    /** "Easter [of] last year", "Tuesday [of] last week", "the evening [of] the third of May". */
    of: string;
    before: string;
    after: string;
    /** "[between] May [and] July". */
    between: readonly (readonly [opener: string, joiner: string])[];
    since: string;
    until: string;
  };
}
