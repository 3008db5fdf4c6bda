import { z } from 'zod';
import { languageTable } from '../../language/folders.js';
import { bareSentence, PATTERN, wholeSentence } from '../../language/patterns.js';
import type { Days } from './forecast.js';

const ASKED = z.object({
  /** Whole sentences that ask for the weather; in {rest} stand place and day. */
  weather: z.array(z.string()),
  /** Before a place. */
  in: PATTERN,
  today: PATTERN,
  tomorrow: PATTERN,
  week: PATTERN,
  /** Whole sentences that ask for the news. */
  news: PATTERN,
});

interface WeatherAsked {
  /** As it was said; the one of the house where none was. */
  place?: string;
  day: Days;
}

const MAX_LETTERS = 150;
/** The first and the last word of a place begin with capitals: "Rio de Janeiro", but no "two hours" and no "Paris please". */
const PLACE = /^(?=\p{Lu})(?:[\p{L}\p{M}' .,-]{0,60}[ '-])?\p{Lu}[\p{L}\p{M}]+$/u;

/** The weather that a sentence certainly asks for, in languages whose folder has the words; undefined where a model has to decide. */
export function weatherAsked(query: string, language: string): WeatherAsked | undefined {
  const table = languageTable(language, 'internet', ASKED);
  const said = bareSentence(query);
  if (!table || said.length > MAX_LETTERS) return undefined;
  for (const sentence of table.weather) {
    const rest = wholeSentence(sentence.replace('{rest}', '(?<rest>(?: .*)?)')).exec(said)?.groups?.['rest'];
    if (rest === undefined) continue;
    let left = rest;
    // One after the other: "heute Morgen" is today, "esta mañana" too.
    const days = (['today', 'tomorrow', 'week'] as const).filter((day) => {
      const before = left;
      left = left.replace(phrase(table[day]), ' ').trimEnd();
      return left !== before;
    });
    if (days.length > 1) continue;
    const day = days[0] ?? 'today';
    left = left.trim();
    if (left === '') return { day };
    const place = wholeSentence(`(?:${table.in}) (?<place>.+)`).exec(left)?.groups?.['place'];
    if (place !== undefined && PLACE.test(place)) return { place, day };
  }
  return undefined;
}

/** Whether a sentence certainly asks for the news. */
export function asksNews(query: string, language: string): boolean {
  const table = languageTable(language, 'internet', ASKED);
  return table !== undefined && query.length <= MAX_LETTERS && wholeSentence(table.news).test(bareSentence(query));
}

const phrase = (source: string) => new RegExp(` (?:${source})(?= |$)`, 'iu');
