import { z } from 'zod';
import { fold } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { filled, spoken } from '../../language/spoken.js';
import { compile } from '../sentences/template.js';
import { hourOf, timeOf, weekdayOf } from './clock.js';
import { elsewhereIn, placeCalled } from './places.js';

const MAX_LETTERS = 100;
/** A place of up to four words: "Ho Chi Minh City". */
const SLOTS = { place: '(?<place>(?: [\\p{L}\\p{N}]+){1,4}?)' };

const ANSWERS = z.object({
  /** The {clock} in {place}. */
  time: z.string(),
  /** Where it is one o'clock and some minutes. */
  timeAtOne: z.string().optional(),
  /** Behind it, where it is another day there. */
  otherDay: z.string(),
});

const compiled = new Map<string, RegExp[]>();

/** The place whose time an utterance as a whole asks for, as it was said; undefined for anything else. */
export function placeAsked(query: string, tag: string): string | undefined {
  if (query.length > MAX_LETTERS) return undefined;
  const language = supportedLanguage(tag);
  const patterns = compiled.get(language) ?? elsewhereIn(language).asked.map((one) => compile(one, {}, SLOTS));
  compiled.set(language, patterns);
  const folded = ` ${fold(query)}`;
  for (const pattern of patterns) {
    const place = pattern.exec(folded)?.groups?.['place']?.trim();
    if (place) return asWritten(place, query);
  }
  return undefined;
}

/** The words of the query that were folded to these. */
function asWritten(folded: string, query: string): string {
  const words = query.split(/[\s?!.,¿¡’']+/).filter(Boolean);
  const count = folded.split(' ').length;
  const at = words.findIndex((_, index) => fold(words.slice(index, index + count).join(' ')) === folded);
  return at < 0 ? folded : words.slice(at, at + count).join(' ');
}

/** What the answer to such a question depends on besides its words. */
export interface Asked {
  now: Date;
  /** BCP 47 tag. */
  language: string;
  /** Of the house: another day is told. */
  timeZone?: string | undefined;
}

/**
 * What time it is in a place: for a model, and as it is told. `unknown` where the place is, and
 * `several` where it has more than one time.
 */
export async function timeElsewhere(
  place: string,
  { now, language, timeZone }: Asked,
): Promise<{ text: string; told: string } | 'unknown' | 'several'> {
  const found = await placeCalled(place, language);
  if (!found) return 'unknown';
  if ('several' in found) return 'several';
  const supported = supportedLanguage(language);
  const there = { now, language, timeZone: found.zone };
  const weekday = weekdayOf(there, supported);
  const answers = spoken(supported, 'elsewhere', ANSWERS);
  const time = (hourOf(there) === 1 && answers.timeAtOne) || answers.time;
  const day = weekday === weekdayOf({ now, language, timeZone }, supported) ? '' : answers.otherDay;
  const long = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: found.zone });
  return {
    text: `${place}: ${long.format(now)} (${found.zone})`,
    told: filled(`${time}${day}.`, { place, clock: timeOf(there, supported), weekday }),
  };
}
