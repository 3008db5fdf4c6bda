import { supportedLanguage } from '../../language/folders.js';
import { countWord } from '../../language/numbers.js';
import { capital, filled } from '../../language/spoken.js';
import { primaryLanguage } from '../../language/tags.js';
import { dayAt } from '../../language/when/calendar.js';
import type { Timer } from '../../timers/types.js';
import type { Turn } from '../../turn/turn.js';
import { communityResponse } from '../answers/community-answer.js';
import { timeOf } from '../everyday/clock.js';
import { waitWords } from '../waits/words.js';
import { timerAnswers, timerWords } from './words.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const MAX_UNITS = 2;
const SECOND = 1000;
/** Days of a week: so many ahead, a weekday alone would be taken for an earlier one. */
const DAYS_OF_WEEK = 7;
/** What is counted, and how. */
const COUNTED = [
  ['timer', 'timers'],
  ['alarm', 'alarms'],
  ['reminder', 'reminders'],
  ['command', 'commands'],
] as const;
/** Nobody looks at the clock for less, in milliseconds. */
const SHORT_MS = 10 * 60 * SECOND;

export interface Listener {
  /** BCP 47 tag. */
  language: string;
  timeZone?: string | undefined;
  now: number;
}

/**
 * "an hour and ten minutes", in any language.
 * @param ms at least a second is told
 * @param units most that are told: of what is left nobody wants the seconds of an hour
 */
export function lengthTold(ms: number, language: string, units = MAX_UNITS): string {
  let seconds = Math.max(1, Math.round(ms / SECOND));
  const said: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0 && said.length < units)
      said.push(new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return new Intl.ListFormat(tagOf(language), { type: 'conjunction' }).format(said);
}

/** "at 7:00 AM", "on Friday at 7:00 AM", "on Friday, January 8 at 7:00 AM", "at 7:00 AM, every Monday" */
export function whenTold({ due, every }: Pick<Timer, 'due' | 'every'>, { language, timeZone, now }: Listener): string {
  const at = new Date(due);
  const clock = clockTold(due, { language, timeZone });
  const day = (date: Date, zone = timeZone, more: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(tagOf(language), { weekday: 'long', ...more, ...(zone && { timeZone: zone }) }).format(
      date,
    );
  if (every?.days.length === DAYS_OF_WEEK) return sentence(language, 'everyDay', { clock });
  if (every) {
    // The fourth of January 1970 was a Sunday.
    const days = every.days.map((weekday) => day(new Date(Date.UTC(1970, 0, 4 + weekday)), 'UTC'));
    const told = new Intl.ListFormat(tagOf(language), { type: 'conjunction' }).format(days);
    return sentence(language, 'everyDays', { clock, days: told });
  }
  const days = dayAt(due, timeZone) - dayAt(now, timeZone);
  if (days === 0) return sentence(language, 'at', { clock });
  const date = days < DAYS_OF_WEEK ? {} : ({ day: 'numeric', month: 'long' } as const);
  return sentence(language, 'onDay', { clock, day: day(at, timeZone, date) });
}

export function clockTold(ms: number, { language, timeZone }: Omit<Listener, 'now'>): string {
  return timeOf({ now: new Date(ms), language, ...(timeZone && { timeZone }) }, supportedLanguage(language));
}

/** What a timer is called: "pizza timer", "timer for 10 minutes". */
export function calledOf({ kind, name, about, length = 0 }: Timer, language: string): string {
  if (kind === 'alarm') return sentence(language, 'nameAlarm', {});
  if (kind === 'reminder') return about ?? sentence(language, 'nameReminder', {});
  if (kind === 'command') return sentence(language, 'nameCommand', { about: about ?? '' });
  if (name !== undefined) return sentence(language, 'nameTimer', { name });
  return sentence(language, 'plainTimer', { length: lengthTold(length, language) });
}

/** A sentence of the language about timers, English where it has none. */
export function sentence(language: string, key: string, values: Readonly<Record<string, string>>): string {
  return capital(filled(timerAnswers(language)[key] ?? '', values));
}

/** "two alarms and one reminder" */
export function countsTold(timers: readonly Timer[], language: string): string {
  const tag = timerWords(language) ? primaryLanguage(language) : 'en';
  const told = COUNTED.flatMap(([kind, key]) => {
    const count = timers.filter((one) => one.kind === kind).length;
    const n = count > 1 ? countWord(count, tag) : count;
    return count > 0 ? [filled(timerAnswers(language)[key] ?? '', { n, count }, tag)] : [];
  });
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(told);
}

/** A sentence about what waits for a state of the house; "" in a language that has none. */
export function waitSentence(language: string, key: string, values: Readonly<Record<string, string>>): string {
  return filled(waitWords(language)?.answers[key] ?? '', values);
}

/** What is said when something rings: late says when it should have been. */
export function ringTold(timer: Timer, late: boolean, { language, timeZone, now }: Listener): string {
  const { kind, about, due, awaits, happened, missed } = timer;
  if (awaits) return waitSentence(language, 'inVain', { said: awaits.said });
  const clock = clockTold(kind === 'alarm' ? now : due, { language, timeZone });
  const told =
    kind === 'timer'
      ? sentence(language, 'ringTimer', { timer: calledOf(timer, language) })
      : kind === 'alarm'
        ? sentence(language, 'ringAlarm', { clock })
        : about === undefined
          ? (happened ?? sentence(language, 'ringBareReminder', {}))
          : [happened ?? '', sentence(language, 'ringReminder', { about })].join(' ').trim();
  if (missed) return `${waitSentence(language, 'missed', {})} ${told}`;
  if (!late) return told;
  const was = clockTold(due, { language, timeZone });
  return `${sentence(language, 'late', { clock: was })} ${told}`;
}

function tagOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return primaryLanguage(language);
  }
}

/** What is answered, and what the turn keeps of it. */
export interface Told {
  text: string;
  command?: Turn['command'];
  question?: boolean;
}

/** An answer about timers. @param value what was done */
export function told(value: string, text: string, ok = true): Told {
  return { text, command: { action: 'timer', targets: [], value, ok, by: 'local' } };
}

/** That a timer was started. */
export function startTold(timer: Timer, language: string): string {
  const { length = 0, name } = timer;
  // What was said is told back whole.
  const lasts = lengthTold(length, language, UNITS.length);
  if (timerWords(language)) return sentence(language, name ? 'named' : 'timer', { length: lasts, name: name ?? '' });
  const slots = {
    hours: Math.floor(length / 3_600_000),
    minutes: Math.floor(length / 60_000) % 60,
    seconds: Math.floor(length / 1000) % 60,
  };
  const said = Object.fromEntries(Object.entries(slots).flatMap(([unit, n]) => (n > 0 ? [[unit, n]] : [])));
  const community = communityResponse(language, 'HassStartTimer', 'default', { ...said, ...(name && { name }) }) ?? '';
  return /\d/.test(community) ? community : `${community}: ${lasts}`.replace(/^: /, '');
}

/** Our own sentence, the community's where the language has none of ours. */
export function responseTold(
  language: string,
  intent: string,
  key: string,
  slots: object,
  values: Record<string, string>,
): string {
  const ours = timerWords(language) && sentence(language, key, values);
  return ours ?? communityResponse(language, intent, 'default', slots) ?? sentence(language, key, values);
}

/** When something will be, within a sentence: "in 10 seconds" where such a length was asked for. */
export function momentTold(when: { due: number; length?: number; every?: Timer['every'] }, listener: Listener): string {
  const { language } = listener;
  if (when.length !== undefined && when.length < SHORT_MS)
    return lower(sentence(language, 'in', { length: lengthTold(when.length, language) }));
  return lower(whenTold({ due: when.due, ...(when.every && { every: when.every }) }, listener));
}

/** How long is left, or when it is due. */
export function statusTold(timer: Timer, listener: Listener): string {
  const { language } = listener;
  const name = calledOf(timer, language);
  if (timer.awaits) return waitSentence(language, 'status', { timer: name, said: timer.awaits.said });
  if (timer.kind !== 'timer')
    return sentence(language, 'statusAt', { timer: name, when: lower(whenTold(timer, listener)) });
  const length = lengthTold(timer.paused ?? timer.due - listener.now, language);
  return sentence(language, timer.paused === undefined ? 'status' : 'statusPaused', { timer: name, length });
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
