import { primaryLanguage } from '../../language/tags.js';

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
  if (language === 'en') return formatted(clock, tagOf(clock, language), { hour: 'numeric', minute: '2-digit' });
  const [hour = '', minute = ''] = formatted(clock, 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).split(':');
  const plain = String(Number(hour));
  if (language === 'es') return `${plain}:${minute}`;
  if (language === 'de') return minute === '00' ? `${plain} Uhr` : `${plain}:${minute} Uhr`;
  return minute === '00' ? `${plain} h` : `${plain} h ${minute}`;
}

/** The weekday and the whole date, in the language's own words. */
export function dateOf(clock: Clock, language: string): string {
  return formatted(clock, tagOf(clock, language), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
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
