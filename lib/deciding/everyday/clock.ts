import { primaryLanguage } from '../../language/tags.js';
import { textsOf } from '../../language/word-lists.js';

export interface Clock {
  now: Date;
  /** BCP 47 tag; its region decides between "7:20 PM" and "19:20". */
  language: string;
  /** IANA name; the machine's when not given. */
  timeZone?: string | undefined;
}

/** The hour of the day, 0 to 23. */
export function hourOf(clock: Clock): number {
  return Number(formatted(clock, 'en-GB', { hour: 'numeric', hourCycle: 'h23' }));
}

/** "7:20 PM", "19:20 Uhr", "19 h 20", "19:20": as the language writes a time; the voice reads it in words. */
export function timeOf(clock: Clock, language: string): string {
  const { time = '', full = '' } = textsOf(language, 'clock');
  if (time === '') return formatted(clock, tagOf(clock, language), { hour: 'numeric', minute: '2-digit' });
  const [hour = '', minute = ''] = formatted(clock, 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).split(':');
  return (minute === '00' ? full : time).replace('{hour}', String(Number(hour))).replace('{minute}', minute);
}

/** The weekday and the whole date, in the language's own words; where the first of a month is an ordinal, as that. */
export function dateOf(clock: Clock, language: string): string {
  const { first = '1' } = textsOf(language, 'clock');
  const tag = tagOf(clock, language);
  const format = formatOf(clock, tag, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const parts = format.formatToParts(clock.now);
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? first : value)).join('');
}

/** "Friday", in the language's own word. */
export function weekdayOf(clock: Clock, language: string): string {
  return formatted(clock, tagOf(clock, language), { weekday: 'long' });
}

function tagOf({ language }: Clock, known: string): string {
  const tag = language.replaceAll('_', '-');
  return primaryLanguage(tag) === known ? safe(tag) : known;
}

function safe(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return primaryLanguage(tag);
  }
}

function formatted(clock: Clock, tag: string, options: Intl.DateTimeFormatOptions): string {
  return formatOf(clock, tag, options).format(clock.now);
}

function formatOf({ timeZone }: Clock, tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, { ...options, ...(timeZone && { timeZone }) });
}
