import { z } from 'zod';
import type { CalendarEvent } from '../../home/contents.js';
import { supportedLanguage } from '../../language/folders.js';
import { filled, spoken, spokenLanguageOf } from '../../language/spoken.js';
import { dateOf, timeOf } from '../everyday/clock.js';
import type { Asked } from './contents.js';

/** What is said of each; more are counted. */
const MAX_SAID = 10;
/** Most letters of each. */
const MAX_SAID_LETTERS = 60;

const PHRASES = z.object({
  list: z.string(),
  more: z.string(),
  empty: z.string(),
  has: z.string(),
  hasNot: z.string(),
  added: z.string(),
  already: z.string(),
  completed: z.string(),
  removed: z.string(),
  notFound: z.string(),
  /** Of what is on it once more, after one of it was taken off. */
  still: z.string(),
  /** Of what is done: that there is nothing, and whether it shall be taken off. */
  nothingDone: z.string(),
  clear: z.string(),
  events: z.string(),
  noEvents: z.string(),
  at: z.string(),
  allDay: z.string(),
  eventAdded: z.string(),
  eventFailed: z.string(),
  today: z.string(),
  tomorrow: z.string(),
  /** Of a day: its condition and temperatures. */
  weather: z.string(),
  degrees: z.string(),
  fromTo: z.string(),
  likely: z.string(),
  yes: z.string(),
  no: z.string(),
  noForecast: z.string(),
  /** As Home Assistant calls them. */
  conditions: z.record(z.string(), z.string()),
  playing: z.string(),
  cannotPlay: z.string(),
  mediaNotFound: z.string(),
});

export const phrasesOf = (language: string) => spoken(language, 'contents', PHRASES);

/** Some things, "and 5 more". */
export function enumerated(all: readonly string[], language: string): string {
  const known = supportedLanguage(language);
  const more = all.length - MAX_SAID;
  const said = all.slice(0, MAX_SAID);
  if (more > 0) said.push(filled(phrasesOf(known).more, { count: more }, known));
  return new Intl.ListFormat(known).format(said);
}

/** A sentence about things on a list. */
export function listTold(phrase: string, list: string, items: readonly string[], language: string): string {
  const values = { list, items: enumerated(items.map(shortened), language), count: items.length };
  return filled(phrase, values, spokenLanguageOf(language));
}

/** "Today", "tomorrow", or the date of a moment. */
export function dayWords(
  at: number,
  { now, language, timeZone }: Pick<Asked, 'now' | 'language' | 'timeZone'>,
): string {
  const known = supportedLanguage(language);
  const dateAt = (ms: number) => dateOf({ now: new Date(ms), language, timeZone }, known);
  const date = dateAt(at);
  const { today, tomorrow } = phrasesOf(known);
  if (date === dateAt(now)) return today;
  // a day may have 25 hours
  if (date === dateAt(now + 24 * HOUR_MS) || date === dateAt(now + 25 * HOUR_MS)) return tomorrow;
  return date;
}

/** When an event is, without its day: "10:00 AM", or "all day". */
export function timeWords({ from, wholeDay }: CalendarEvent, { language, timeZone }: Asked): string {
  const known = supportedLanguage(language);
  const { at, allDay } = phrasesOf(known);
  return wholeDay ? allDay : at.replace('{time}', timeOf({ now: new Date(from), language, timeZone }, known));
}

/** Words of people, as far as they are said. */
export function shortened(what: string): string {
  return what.length > MAX_SAID_LETTERS ? `${what.slice(0, MAX_SAID_LETTERS)} …` : what;
}

export const HOUR_MS = 3_600_000;
