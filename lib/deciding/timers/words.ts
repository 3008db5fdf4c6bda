import { z } from 'zod';
import { fold } from '../../language/fold.js';
import { languageTable } from '../../language/folders.js';
import { numbersOf } from '../../language/numbers.js';
import { LENGTH } from './sentence.js';

const DAYS = ['today', 'dayAfter', 'tomorrow', 'everyDay', 'workdays', 'weekends', 'every', 'on'] as const;
/** What may be asked for by its kind; delayed commands go with reminders. */
const KINDS = ['alarm', 'reminder', 'timer'] as const;
const OF_TIMERS = ['start', 'bare', 'cancel', 'status', 'add'] as const;
export type KindWord = (typeof KINDS)[number];
export type DayWord = (typeof DAYS)[number];

/** As a language's folder has it; the English file says how it is written. */
const TIMER_WORDS = z.object({
  in: z.string(),
  for: z.string(),
  offset: z.string(),
  at: z.string(),
  clock: z.array(z.string()),
  am: z.string(),
  pm: z.string(),
  days: z.record(z.enum(DAYS), z.string()),
  morning: z.string(),
  evening: z.string(),
  afternoon: z.string(),
  night: z.string(),
  trailing: z.string(),
  byHow: z.string().default('(?!)'),
  not: z.string(),
  noName: z.string(),
  left: z.string(),
  says: z.object({
    polite: z.string(),
    alarm: z.array(z.string()),
    reminder: z.array(z.string()),
    cancelAlarms: z.string(),
    cancelTimers: z.string(),
    cancelReminders: z.string(),
    list: z.string(),
    kinds: z.record(z.enum(KINDS), z.string()),
    timer: z.record(z.enum(OF_TIMERS), z.array(z.string())),
    snooze: z.string(),
  }),
  fills: z.array(z.string()),
  answers: z.record(z.string(), z.string()),
});

export interface TimerWords {
  in: RegExp;
  for: RegExp;
  /** "ten minutes before", in front of a time. */
  offset: RegExp;
  /** Stands before a time of the clock. */
  at: string;
  clock: readonly RegExp[];
  am: RegExp;
  pm: RegExp;
  days: readonly (readonly [DayWord, RegExp])[];
  morning: RegExp;
  evening: RegExp;
  afternoon: RegExp;
  night: RegExp;
  polite: RegExp;
  trailing: RegExp;
  /** What behind a comparative isn't when, but by how much. */
  byHow: RegExp;
  /** What makes the opposite of a wish, where it begins with it. */
  not: RegExp;
  /** Words that no timer is called by. */
  noName: RegExp;
  /** What is left of a time that wasn't understood. */
  left: RegExp;
  alarm: readonly RegExp[];
  reminder: readonly RegExp[];
  /** What cancels those of a kind: `all` or `several` are said, or one is meant. */
  cancels: readonly (readonly [KindWord, RegExp])[];
  list: RegExp;
  kinds: readonly (readonly [KindWord, RegExp])[];
  /** What is asked of timers, beside the community's sentences. */
  timer: Readonly<Record<(typeof OF_TIMERS)[number], readonly RegExp[]>>;
  snooze: RegExp;
  /** A sentence with the time that it was {said} without, and that was the {answer} to "when?". */
  fills: readonly string[];
  number(said: string): number | undefined;
  /** 0 is Sunday. */
  weekday(said: string): number;
}

const known = new Map<string, TimerWords | undefined>();

/** The words of a language for times to come; undefined where its folder has none. */
export function timerWords(language: string): TimerWords | undefined {
  if (!known.has(language)) {
    const table = languageTable(language, 'timers', TIMER_WORDS);
    known.set(language, table && compiled(table, language));
  }
  return known.get(language);
}

/** What is said about timers in a language; English where it has no sentences. */
export function timerAnswers(language: string): Readonly<Record<string, string>> {
  return (languageTable(language, 'timers', TIMER_WORDS) ?? languageTable('en', 'timers', TIMER_WORDS))?.answers ?? {};
}

function compiled(table: z.output<typeof TIMER_WORDS>, language: string): TimerWords {
  const numbers = numbersOf(language);
  const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
  const n = `\\d{1,4}(?:[.,]\\d)?|${longestFirst(numbers.keys())}`;
  const number = (said: string) => (/^\d/.test(said) ? Number(said.replace(',', '.')) : numbers.get(said));
  const weekdays = weekdaysOf(language);
  const slots: Record<string, string> = {
    n: `(?<n>${n})`,
    h: `(?<h>${n})`,
    m: `(?<m>${n})`,
    length: `(?<length>${LENGTH})`,
    weekday: `(?<weekday>${weekdays.join('|')})`,
    month: monthsOf(language).join('|'),
  };
  const source = (pattern: string) => pattern.replace(/\{([a-z]+)\}/g, (whole, name: string) => slots[name] ?? whole);
  const within = (pattern: string) => new RegExp(`(?<= |^)(?:${source(pattern)})(?= |$)`, 'u');
  const leftover = (pattern: string) => {
    const said = pattern.replace(/\{([a-z]+)\}/g, (all, name: string) => slots[name]?.replace(/\?<\w+>/, '?:') ?? all);
    return new RegExp(`^(?:${said})(?= |$)|(?<= |^)(?:${said})$`, 'u');
  };
  const whole = (pattern: string) => new RegExp(`^(?:${source(pattern)})$`, 'u');
  return {
    in: within(table.in),
    for: within(table.for),
    offset: within(table.offset),
    at: table.at,
    clock: table.clock.map(within),
    am: within(table.am),
    pm: within(table.pm),
    days: DAYS.map((day) => [day, within(table.days[day])] as const),
    morning: within(table.morning),
    evening: within(table.evening),
    afternoon: within(table.afternoon),
    night: within(table.night),
    polite: new RegExp(`^(?:(?:${table.says.polite}) )+|(?: (?:${table.says.polite}))+$`, 'gu'),
    trailing: new RegExp(`(?: (?:${table.trailing}))+$`, 'u'),
    byHow: new RegExp(`^(?:${table.byHow})$`, 'u'),
    not: new RegExp(`^(?:${table.not})(?= |$)`, 'u'),
    noName: within(table.noName),
    left: leftover(table.left),
    alarm: table.says.alarm.map(whole),
    reminder: table.says.reminder.map(whole),
    cancels: [
      ['alarm', whole(table.says.cancelAlarms)],
      ['timer', whole(table.says.cancelTimers)],
      ['reminder', whole(table.says.cancelReminders)],
    ],
    list: whole(table.says.list),
    timer: {
      start: table.says.timer.start.map(whole),
      bare: table.says.timer.bare.map(whole),
      cancel: table.says.timer.cancel.map(whole),
      status: table.says.timer.status.map(whole),
      add: table.says.timer.add.map(whole),
    },
    fills: table.fills,
    kinds: KINDS.map((kind) => [kind, within(table.says.kinds[kind])] as const),
    snooze: whole(table.says.snooze),
    number,
    weekday: (said) => weekdays.indexOf(said),
  };
}

function weekdaysOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // The fourth of January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => fold(format.format(Date.UTC(1970, 0, 4 + day))));
}

function monthsOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => fold(format.format(Date.UTC(1970, month, 1))));
}
