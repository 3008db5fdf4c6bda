import { dateOf, dayAt, momentOf } from '../../language/when/calendar.js';
import { nextOf } from '../../timers/daily.js';
import type { Daily } from '../../timers/types.js';
import { lengthSaid, replaced, type Sentence, without } from './sentence.js';
import type { DayWord, TimerWords } from './words.js';

const NOON = 12;
const HOURS = 24;
const MINUTES = 60;
const QUARTER = 15;
const HALF = 30;
/** When only the day, or its part, is said. */
const MORNING = 8;
const MIDMORNING = 9;
const AFTERNOON = 15;
const EVENING = 19;
/** Until then an hour of the night is one after midnight, and of an evening that goes on. */
const NIGHT_ENDS = 5;
const EVENING_ENDS = 3;
/** Before it nobody is reminded of anything who doesn't say that it is in the morning. */
const WAKING = 7;
const DAY_MS = 86_400_000;
/** A year. */
const MAX_LENGTH_MS = 366 * DAY_MS;

/** When something is to be: after a length, at a time of the clock, or again and again. */
export interface Moment {
  due: number;
  /** Milliseconds, where a length was said. */
  length?: number;
  every?: Daily;
}

/** What a sentence says of times to come. */
export interface Timed {
  /** "in ten minutes", "at seven" */
  at?: Moment;
  /** Whether a time of the clock is said, and whether a day. */
  says?: { clock: boolean; day: boolean };
  /** "for ten minutes", in milliseconds. */
  lasting?: number;
  rest: Sentence;
}

/** When the sun rises and sets next, in milliseconds since the epoch. */
export interface Sun {
  sunrise?: number | undefined;
  sunset?: number | undefined;
}

interface Clocks {
  now: number;
  timeZone?: string | undefined;
  sun?: Sun | undefined;
  /** An hour alone is one of the morning where it may be either; else it is the next, and on another day one at which people are awake. */
  isAlarm: boolean;
}

interface Said {
  hour: number;
  minute: number;
  /** It may be twelve hours later. */
  isOpen: boolean;
}

/** What the first of the patterns finds that finds something. */
export function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return undefined;
}

/** Takes what a sentence says of times out of it; undefined where that makes no sense. */
export function timedIn(sentence: Sentence, words: TimerWords, clocks: Clocks): Timed | undefined {
  const offset = words.offset.exec(sentence.folded);
  if (!offset) return timedAt(sentence, words, clocks);
  const length = lengthIn(offset, sentence);
  if (length === undefined) return undefined;
  const shift = offset.groups?.['before'] === undefined ? length : -length;
  const timed = timedAt(replaced(sentence, offset, words.at), words, { ...clocks, now: clocks.now - shift });
  const { at } = timed ?? {};
  // "ten minutes before dinner" says no time
  return timed && at && at.length === undefined && !at.every ? { ...timed, at: { due: at.due + shift } } : undefined;
}

/** Whether a sentence says a time of the sun. */
export function saysSun({ folded }: Sentence, words: TimerWords): boolean {
  const at = words.offset.exec(folded);
  const said = at ? folded.replace(at[0], words.at) : folded;
  return words.clock.some((pattern) => sunIn(pattern.exec(said)) !== undefined);
}

function sunIn(match: RegExpExecArray | null | undefined): keyof Sun | undefined {
  return match?.groups?.['sunset'] !== undefined
    ? 'sunset'
    : match?.groups?.['sunrise'] !== undefined
      ? 'sunrise'
      : undefined;
}

function timedAt(sentence: Sentence, words: TimerWords, clocks: Clocks): Timed | undefined {
  const lasting = words.for.exec(sentence.folded);
  let rest = lasting ? without(sentence, lasting) : sentence;
  const lastingMs = lasting && lengthIn(lasting, sentence);
  const after = words.in.exec(rest.folded);
  if (after) {
    const length = lengthIn(after, sentence);
    rest = without(rest, after);
    if (length === undefined || lasting) return undefined;
    return { at: { due: clocks.now + length, length }, rest };
  }
  const clock = firstMatch(words.clock, rest.folded);
  const isEvening = words.evening.test(rest.folded);
  const isMorning = words.morning.test(rest.folded);
  const isAfternoon = words.afternoon.test(rest.folded);
  const isNight = words.night.test(rest.folded);
  if (clock) rest = without(rest, clock);
  const part = clock && (words.am.exec(rest.folded) ?? words.pm.exec(rest.folded));
  if (part) rest = without(rest, part);
  const day = words.days.flatMap(([name, pattern]) => {
    const match = pattern.exec(rest.folded);
    return match ? [{ name, match }] : [];
  })[0];
  if (day) rest = without(rest, day.match);
  if (!clock && !day) return { ...(lastingMs && { lasting: lastingMs }), rest };
  if (lasting) return undefined;
  const isPm = isEvening || (part !== undefined && part !== null && words.pm.test(part[0]));
  const isAm = isMorning || (part !== undefined && part !== null && words.am.test(part[0]));
  const ofDay = isAfternoon ? AFTERNOON : isEvening ? EVENING : isMorning ? MORNING : MIDMORNING;
  const whole = { hour: ofDay, minute: 0, isOpen: false };
  const sun = sunIn(clock);
  if (sun) {
    const at = sunAt(clocks.sun?.[sun], day?.name, clocks);
    return at && { at, rest, says: { clock: true, day: day !== undefined } };
  }
  const hour = clock ? saidBy(clock, words, isAm, isPm) : whole;
  // "Tonight at one" is after midnight.
  const isLate =
    clock !== undefined && isNight && hour !== undefined && hour.hour % NOON <= (isEvening ? EVENING_ENDS : NIGHT_ENDS);
  const said = isLate ? { ...hour, hour: hour.hour % NOON, isOpen: false } : hour;
  const of =
    day && !(isLate && day.name === 'today') ? { name: day.name, weekday: day.match.groups?.['weekday'] } : undefined;
  const begun = said && momentSaid(said, of, words, clocks);
  // "Friday night at twelve" ends Friday.
  const at = begun && isLate && isEvening && of && !begun.every ? { due: begun.due + DAY_MS } : begun;
  return at && { at, rest, says: { clock: clock !== undefined, day: day !== undefined } };
}

function lengthIn({ groups }: RegExpExecArray, said: Sentence): number | undefined {
  const length = lengthSaid(said, groups?.['length']);
  return length !== undefined && length <= MAX_LENGTH_MS ? length : undefined;
}

/** The sun keeps nearly the same times from day to day. */
function sunAt(next: number | undefined, day: DayWord | undefined, { now, timeZone }: Clocks): Moment | undefined {
  if (next === undefined) return undefined;
  const away =
    day === undefined ? undefined : day === 'today' ? 0 : day === 'tomorrow' ? 1 : day === 'dayAfter' ? 2 : Number.NaN;
  const days = away === undefined ? (next > now ? 0 : 1) : away - (dayAt(next, timeZone) - dayAt(now, timeZone));
  return Number.isNaN(days) ? undefined : momentAt(next + days * DAY_MS, now);
}

function saidBy(match: RegExpExecArray, words: TimerWords, isAm: boolean, isPm: boolean): Said | undefined {
  const { h = '', m, noon, midnight, half, halfTo, quarter, before } = match.groups ?? {};
  if (noon !== undefined) return { hour: NOON, minute: 0, isOpen: false };
  if (midnight !== undefined) return { hour: 0, minute: 0, isOpen: false };
  const said = words.number(h);
  const away = m === undefined ? (half ? HALF : quarter || before ? QUARTER : 0) : words.number(m);
  if (said === undefined || away === undefined || !Number.isInteger(said) || said > HOURS || away >= MINUTES)
    return undefined;
  const total = said * MINUTES + (before ? -away : away) - (halfTo ? HALF : 0);
  const hour = Math.floor(total / MINUTES) % HOURS;
  const minute = total % MINUTES;
  if (total < 0 || !Number.isInteger(minute)) return undefined;
  if (isPm && said <= NOON) return { hour: (hour % NOON) + NOON, minute, isOpen: false };
  if (isAm) return { hour: hour % NOON, minute, isOpen: false };
  return { hour, minute, isOpen: hour > 0 && said <= NOON && !h.startsWith('0') };
}

function momentSaid(
  { hour, minute, isOpen }: Said,
  day: { name: DayWord; weekday: string | undefined } | undefined,
  words: TimerWords,
  { now, timeZone, isAlarm }: Clocks,
): Moment | undefined {
  const awake = isOpen && !isAlarm && hour < WAKING ? hour + NOON : hour;
  const days = day && daysOf(day.name, day.weekday, words);
  if (days) {
    const every = { hour: awake, minute, days };
    return { due: nextOf(every, now, timeZone), every };
  }
  const today = dayAt(now, timeZone);
  const at = (of: number, hours: number) => momentOf(of, timeZone, hours + minute / MINUTES);
  const both = isOpen && !isAlarm ? [hour, (hour + NOON) % HOURS].sort((a, b) => a - b) : [hour];
  const first = (of: readonly number[]) =>
    of.flatMap((one) => both.map((hours) => at(one, hours))).find((due) => due > now);
  if (day === undefined) return momentAt(first([today, today + 1]));
  if (day.name === 'today') return momentAt(first([today]) ?? (isOpen ? at(today, hour + NOON) : undefined), now);
  const away = day.name === 'tomorrow' ? 1 : day.name === 'dayAfter' ? 2 : undefined;
  if (away !== undefined) return momentAt(at(today + away, awake));
  const wanted = words.weekday(day.weekday ?? '');
  const ahead = (wanted - dateOf(today).weekday + 7) % 7;
  return momentAt([today + ahead, today + ahead + 7].map((one) => at(one, awake)).find((due) => due > now));
}

function momentAt(due: number | undefined, now = 0): Moment | undefined {
  return due === undefined || due <= now ? undefined : { due };
}

function daysOf(name: DayWord, weekday: string | undefined, words: TimerWords): number[] | undefined {
  if (name === 'everyDay') return [0, 1, 2, 3, 4, 5, 6];
  if (name === 'workdays') return [1, 2, 3, 4, 5];
  if (name === 'weekends') return [6, 0];
  return name === 'every' ? [words.weekday(weekday ?? '')] : undefined;
}
