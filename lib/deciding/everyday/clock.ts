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

/** The weekday and the whole date, in the language's own words. */
export function dateOf(clock: Clock, language: string): string {
  return formatted(clock, tagOf(clock, language), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
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

function formatted({ now, timeZone }: Clock, tag: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag, { ...options, ...(timeZone && { timeZone }) }).format(now);
}
