import { z } from 'zod';
import { languageTable } from '../language/folders.js';
import { PATTERN, WHOLE, wholeSentence } from '../language/patterns.js';
import { filled, spoken, spokenLanguageOf } from '../language/spoken.js';
import { type Day, dayAt, dayOf } from '../language/when/calendar.js';
import { type TimeRange, timeRange } from '../language/when/when.js';
import { patternOfAll } from '../language/word-lists.js';
import type { Meal, Nutrition } from '../memory/meals.js';
import { JarvisError } from '../turn/errors.js';
import { leftOut } from './left-out.js';

const ASKED = z.object({
  /** Whole sentences that ask what was eaten, without the words for the time. */
  asked: WHOLE,
  /** Names the meal that was told last. */
  that: PATTERN,
});

const TOLD = z.object({
  /** How a meal is written down: `{when}: {what}`, and in brackets the four numbers in this order. */
  line: z.string(),
  logged: z.string(),
  eaten: z.string(),
  none: z.string(),
});
const toldOf = (language: string) => spoken(language, 'meals', TOLD);

const THAT = wholeSentence(patternOfAll('meals', 'that'));
const MAX_LETTERS = 150;

/** Whether words name the meal that was told last, in any language: "that meal". */
export const isThatMeal = (what: string): boolean => THAT.test(what.trim());

/**
 * The days of which a sentence certainly asks what was eaten, the last not included; today where it names none.
 * @param now Milliseconds since the epoch.
 */
export function mealsAsked(query: string, language: string, now: number): { from: Day; to: Day } | undefined {
  const table = languageTable(language, 'meals', ASKED);
  if (!table || query.length > MAX_LETTERS) return undefined;
  const range = timeRange(query, { now: new Date(now), language });
  const timeWords = new Set(range?.words);
  const rest = (query.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !timeWords.has(word));
  if (!table.asked.test(rest.join(' '))) return undefined;
  return daysOf(range) ?? { from: dayAt(now), to: dayAt(now) + 1 };
}

/** The days that a time touches, the last not included. */
export function daysOf(range: TimeRange | undefined): { from: Day; to: Day } | undefined {
  return range && { from: dayAt(range.days.from), to: dayAt(range.days.to) };
}

/** A day or a moment as a model gives it, which may be left out. */
export const given = z.preprocess(leftOut, z.string().max(40).optional());

/** The day that a text begins with. @throws JarvisError bad-input */
export function dayIn(text: string): Day {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)?.map(Number) ?? [];
  if (year !== undefined && month !== undefined && date !== undefined) return dayOf(year, month, date);
  throw new JarvisError('bad-input', 'A day is written as YYYY-MM-DD.');
}

/** A meal as it is written down. @param language BCP 47 tag */
export function mealLine({ day, time, what, ...nutrition }: Meal, language: string): string {
  return filled(toldOf(language).line, { when: time ? `${day} ${time}` : day, what, ...written(nutrition) });
}

/** What a person is told where no model says it: that a meal is noted. */
export function loggedTold({ what, kcal }: Meal, language: string): string {
  return filled(toldOf(language).logged, { what, kcal: String(kcal) }, spokenLanguageOf(language));
}

/** And what was eaten, with its sum. */
export function eatenTold(meals: readonly Meal[], sum: Nutrition, language: string): string {
  if (meals.length === 0) return toldOf(language).none;
  const all = new Intl.ListFormat(language).format(meals.map(({ what }) => what));
  return filled(toldOf(language).eaten, { meals: all, ...written(sum) }, spokenLanguageOf(language));
}

function written({ kcal, protein, carbs, fat }: Nutrition): Record<keyof Nutrition, string> {
  return { kcal: String(kcal), protein: String(protein), carbs: String(carbs), fat: String(fat) };
}
