import { z } from 'zod';
import type { Day } from './calendar.js';
import { HOLIDAYS, type Holiday } from './holidays.js';
import { RULE_NAMES } from './rules.js';

const UNITS = ['hour', 'day', 'week', 'weekend', 'month', 'year'] as const;
const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
const PARTS = ['morning', 'noon', 'afternoon', 'evening', 'night'] as const;
export type Unit = (typeof UNITS)[number];
export type Season = (typeof SEASONS)[number];
export type Part = (typeof PARTS)[number];

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

const PATTERNS = z.partialRecord(
  z.enum(RULE_NAMES),
  z.union([z.string().transform((one) => [one]), z.array(z.string())]),
);

/**
 * The words of a language that say when. Everything is written as it is compared: lower case, no accents. In lists of
 * words a space stands between the words, "_" for a space inside of one, "|" between those of one meaning.
 */
export const TIME_WORDS = z.object({
  /** Stands for two. */
  couple: z.string().optional(),
  /** 1 to 31, as dates are read; of those alone that aren't read as numbers. */
  ordinals: z.string(),
  /** What ends each of them, where it has several endings. */
  ordinalEndings: z.string().default(''),
  /** Names beside those that Unicode has; 0 is Sunday. */
  weekdays: z.record(z.string(), z.number().int()).default({}),
  /** 1 is January. */
  months: z.record(z.string(), z.number().int()).default({}),
  units: z.record(z.enum(UNITS), z.string()),
  seasons: z.record(z.enum(SEASONS), z.string()),
  parts: z.partialRecord(z.enum(PARTS), z.string()),
  holidays: z.partialRecord(z.enum(HOLIDAYS), z.string()),
  /** Parts of regular expressions, for which <their name> stands in patterns. */
  words: z.record(z.string(), z.string()).default({}),
  /**
   * Regular expressions in which {n}, {day}, {day2}, {dd}, {mm}, {month}, {year}, {yy}, {weekday}, {unit}, {season}, {part} and
   * {holiday} stand for words of the tables above. A word ends at a space.
   */
  patterns: PATTERNS,
  /** Those of the United States, in place of others. */
  american: PATTERNS.optional(),
  /** Regular expressions for what stands between or before such words. */
  glue: z.object({
    /** "Easter [of] last year", "Tuesday [of] last week", "the evening [of] the third of May". */
    of: z.string(),
    before: z.string(),
    after: z.string(),
    /** "[between] May [and] July". */
    between: z.array(z.tuple([z.string(), z.string()])),
    since: z.string(),
    until: z.string(),
  }),
});
export type TimeWords = z.output<typeof TIME_WORDS>;
