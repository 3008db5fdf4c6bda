import { type Day, dayAt, isoOf, momentOf } from '../language/when/calendar.js';
import { abortError } from '../turn/wait.js';
import type { Memory } from './memory.js';
import type { Entry, NewEntry } from './tables/entry-kinds.js';

/** Of how many days before today a meal is noted. */
export const MAX_DAYS_AGO = 7;
/** Marks the notes that are meals. */
const SOURCE = 'meal';
const PAGE = 1_000;
const NUTRIENTS = ['kcal', 'protein', 'carbs', 'fat'] as const;

/** What a meal holds, estimated: kilocalories, and grams of the others. */
export type Nutrition = Record<(typeof NUTRIENTS)[number], number>;

export interface Meal extends Nutrition {
  /** When it was eaten: "2026-11-25". */
  day: string;
  /** "12:30"; undefined where only the day was told. */
  time?: string | undefined;
  what: string;
}

/**
 * A meal as a note, so that it is found, corrected, exported and erased as any other. It is dated with the moment that it was told,
 * which "forget everything since noon" asks for; when it was eaten stands in its words.
 * @param text In any language, as `mealOf` reads it.
 */
export function mealNote(
  text: string,
  { at, site, turns }: Required<Pick<NewEntry, 'at' | 'site' | 'turns'>>,
): NewEntry {
  return { kind: 'note', source: SOURCE, at, site, text, turns };
}

/** "Mahlzeit 2026-11-25 12:30: Nudeln (650 kcal, 20 g Eiweiß, 90 g Kohlenhydrate, 20 g Fett)" */
const LINE =
  /(?<day>\d{4}-\d\d-\d\d)(?: (?<time>\d\d:\d\d))?: (?<what>.+) \((?<kcal>\d+)\D+?(?<protein>\d+)\D+?(?<carbs>\d+)\D+?(?<fat>\d+)[^\d)]*\)$/su;

/** The meal that a note tells of; undefined where it is none, or a person has written something else on the page. */
export function mealOf({ source, text }: Pick<Entry, 'source' | 'text'>): Meal | undefined {
  const found = source === SOURCE ? LINE.exec(text)?.groups : undefined;
  if (!found) return undefined;
  const { day = '', time, what = '' } = found;
  const number = (name: string) => Number(found[name]);
  return {
    day,
    time,
    what,
    kcal: number('kcal'),
    protein: number('protein'),
    carbs: number('carbs'),
    fat: number('fat'),
  };
}

/**
 * What was eaten on some days, in its order.
 * @param to Not included.
 * @throws JarvisError store-failed; AbortError.
 */
export async function mealsBetween({ entries }: Memory, from: Day, to: Day, signal: AbortSignal): Promise<Meal[]> {
  const meals: Meal[] = [];
  const [first, last] = [isoOf(from), isoOf(to - 1)];
  // Those of the last days were told a few days later at most.
  const told = { from: momentOf(from), to: momentOf(to + MAX_DAYS_AGO) };
  for (let before: number | undefined; ; ) {
    if (signal.aborted) throw abortError(signal);
    const page = await entries.list({ kinds: ['note'], ...told, limit: PAGE, ...(before !== undefined && { before }) });
    meals.push(...page.flatMap((entry) => mealOf(entry) ?? []).filter(({ day }) => first <= day && day <= last));
    if (page.length < PAGE) break;
    before = page.at(-1)?.id;
  }
  const when = ({ day, time = '' }: Meal) => `${day} ${time}`;
  return meals.reverse().sort((a, b) => when(a).localeCompare(when(b)));
}

/** The meal that was told last, today or yesterday; none where there is none. @throws JarvisError store-failed */
export async function lastMeals({ entries }: Memory, now: number): Promise<Entry[]> {
  const notes = await entries.list({ kinds: ['note'], from: momentOf(dayAt(now) - 1), limit: PAGE });
  return notes.filter((entry) => mealOf(entry)).slice(0, 1);
}

/** All of some meals together. */
export function sumOf(meals: readonly Nutrition[]): Nutrition {
  const sum = { kcal: 0, protein: 0, carbs: 0, fat: 0 };
  for (const meal of meals) for (const name of NUTRIENTS) sum[name] += meal[name];
  return sum;
}
