import { z } from 'zod';
import { languageTable, listed } from './folders.js';
import { DOT, numberIn } from './numbers.js';

const UNITS = ['second', 'minute', 'hour', 'day', 'week'] as const;
const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 };
type Unit = (typeof UNITS)[number];

const LIST = z.string().default('').transform(listed);
const AMOUNTS = z.record(z.string(), z.number()).default({});

/** The words of durations in a language: lower case, no accents, blanks for punctuation; | between words for one thing. */
const DURATIONS = z.object({
  units: z.record(z.enum(UNITS), LIST),
  /** Articles and the number one, before a unit or a part of it. */
  one: LIST,
  and: LIST,
  /** Between a part and its unit: "quarter *of* an hour". */
  of: LIST,
  /** Parts of a unit: {half: 0.5}. */
  parts: AMOUNTS,
  /** Numbers with a part in one word: {anderthalb: 1.5}. */
  amounts: AMOUNTS,
  /** Lengths in one word, in minutes: {viertelstunde: 15}. */
  lengths: AMOUNTS,
  /** Between the two ends of a range, which is no duration: "five *to* ten minutes". */
  to: LIST,
  /** Before an hour of the clock, which is no duration: "*à* 7 heures". */
  clock: LIST,
});

type Phrases = readonly (readonly string[])[];

interface Words {
  language: string;
  units: readonly (readonly [Unit, Phrases])[];
  one: Phrases;
  and: Phrases;
  of: Phrases;
  to: Phrases;
  clock: Phrases;
  parts: readonly Amount[];
  amounts: readonly Amount[];
  lengths: readonly Amount[];
}

interface Amount {
  said: readonly string[];
  value: number;
}

/** A duration that a text says. */
export interface Duration {
  /** Its place in the folded text; `to` isn't included. */
  from: number;
  to: number;
  ms: number;
  /** The place of the last unit; undefined where a length is one word. */
  unit?: { from: number; to: number };
}

export interface Durations {
  found: readonly Duration[];
  /** A unit of time stands where no duration could be read: "umpteen minutes", "five to ten minutes". */
  unclear: boolean;
}

/** Letters for parts of a whole. */
const SIGNS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '1/2': 1 / 2,
  '1/4': 1 / 4,
  '3/4': 3 / 4,
};
/** Of a spoken number: "twenty one point five". */
const MAX_NUMBER_WORDS = 5;
const MINUTES = 60;

const known = new Map<string, Words | undefined>();

/**
 * The durations that a text says, by a language's numbers, halves and quarters: "an hour and a half", "zweieinhalb Stunden",
 * "een half uur". What isn't certain is none: a range, a number that has another before it.
 * @param text lower case without accents, single blanks for punctuation but between digits
 * @param language BCP 47 tag
 * @returns undefined for a language without a table
 */
export function durationsIn(text: string, language: string): Durations | undefined {
  const words = wordsOf(language);
  if (!words) return undefined;
  const tokens = text.split(' ');
  const places = [0];
  for (const [at, token] of tokens.entries()) places.push((places[at] ?? 0) + token.length + 1);
  const endOf = (next: number) => (places[next - 1] ?? 0) + (tokens[next - 1] ?? '').length;
  const found: Duration[] = [];
  let unclear = false;
  for (let at = 0; at < tokens.length; ) {
    const read = durationAt(tokens, at, words);
    if (read && isAlone(tokens, at, read.next, words)) {
      const unit = read.unit && { from: places[read.unit.at] ?? 0, to: endOf(read.unit.next) };
      found.push({
        from: places[at] ?? 0,
        to: endOf(read.next),
        ms: Math.round(read.seconds * 1000),
        ...(unit && { unit }),
      });
    } else if (read || (unitAt(tokens, at, words) && !isClock(tokens, at, words))) unclear = true;
    at = read?.next ?? at + 1;
  }
  return { found, unclear };
}

interface Read {
  seconds: number;
  next: number;
  /** Places of the tokens of its last unit. */
  unit?: { at: number; next: number; name: Unit };
}

/** "*à* sept heures": whether words that seem to be hours are an hour of the clock. */
function isClock(tokens: readonly string[], at: number, words: Words): boolean {
  return takenBy(words.clock, tokens, at - 1) || takenBy(words.clock, tokens, at - 2);
}

function durationAt(tokens: readonly string[], at: number, words: Words): Read | undefined {
  let read: Read | undefined;
  for (let next = at; ; ) {
    const begin = read ? (after(words.and, tokens, next) ?? next) : next;
    const part = partAt(tokens, begin, words);
    if (!part || (!read && part.unit?.name === 'hour' && isClock(tokens, at, words))) break;
    read = { ...part, seconds: (read?.seconds ?? 0) + part.seconds };
    next = part.next;
  }
  return read;
}

/** "two hours", "half an hour", "drei Viertelstunden", "an hour and a quarter". */
function partAt(tokens: readonly string[], at: number, words: Words): Read | undefined {
  return lengthAt(tokens, at, words) ?? unitsAt(tokens, at, words);
}

function lengthAt(tokens: readonly string[], at: number, words: Words): Read | undefined {
  const counted = numberAt(tokens, at, words) ?? { value: 1, next: at };
  const length = amountAt(words.lengths, tokens, counted.next);
  if (!length || !Number.isInteger(counted.value)) return undefined;
  return { seconds: counted.value * length.value * MINUTES, next: length.next };
}

function unitsAt(tokens: readonly string[], at: number, words: Words): Read | undefined {
  const amount = countAt(tokens, at, words);
  const unit = unitAt(tokens, amount?.next ?? at, words);
  if (!unit) return undefined;
  const size = SECONDS[unit.unit];
  const more = fractionAfter(tokens, unit.next, words);
  // "hour and a half" needs no article; "hour" alone is no duration
  if (!amount && !more) return undefined;
  const value = (amount?.value ?? 1) + (more?.value ?? 0);
  const said = { at: amount?.next ?? at, next: unit.next, name: unit.unit };
  const next = more?.next ?? unit.next;
  const rest = unit.unit === 'hour' && !more ? minutesAtEnd(tokens, next, words) : undefined;
  return { seconds: value * size + (rest?.value ?? 0) * MINUTES, next: rest?.next ?? next, unit: said };
}

/** How many of a unit: "two and a half", "half an", "anderthalb", "1 1/2". */
function countAt(tokens: readonly string[], at: number, words: Words): { value: number; next: number } | undefined {
  const joined = amountAt(words.amounts, tokens, at);
  if (joined) return joined;
  const part = partOf(tokens, after(words.one, tokens, at) ?? at, words) ?? partOf(tokens, at, words);
  if (part) {
    const of = after(words.of, tokens, part.next) ?? part.next;
    return { value: part.value, next: after(words.one, tokens, of) ?? of };
  }
  const number = numberAt(tokens, at, words);
  if (!number) return undefined;
  const sign = SIGNS[tokens[number.next] ?? ''];
  if (sign !== undefined) return { value: number.value + sign, next: number.next + 1 };
  const and = after(words.and, tokens, number.next);
  const more = and === undefined ? undefined : partOf(tokens, after(words.one, tokens, and) ?? and, words);
  if (more) return { value: number.value + more.value, next: more.next };
  // "three quarters of an hour"
  const parts = Number.isInteger(number.value) ? partOf(tokens, number.next, words) : undefined;
  if (!parts || number.value < 2 || number.value * parts.value >= 1) return number;
  const of = after(words.of, tokens, parts.next) ?? parts.next;
  return { value: number.value * parts.value, next: after(words.one, tokens, of) ?? of };
}

/** "… and a half", behind a unit. */
function fractionAfter(
  tokens: readonly string[],
  at: number,
  words: Words,
): { value: number; next: number } | undefined {
  const and = after(words.and, tokens, at);
  const part = and === undefined ? undefined : partOf(tokens, after(words.one, tokens, and) ?? and, words);
  // "an hour and half a minute" goes on with another part
  if (!part || partAt(tokens, and ?? at, words)) return undefined;
  return part;
}

/** "two hours thirty": minutes at the end of what was said. */
function minutesAtEnd(
  tokens: readonly string[],
  at: number,
  words: Words,
): { value: number; next: number } | undefined {
  const number = numberAt(tokens, after(words.and, tokens, at) ?? at, words);
  const isMinutes = number && number.next === tokens.length && Number.isInteger(number.value) && number.value < MINUTES;
  return isMinutes && !takenBy(words.one, tokens, number.next - 1) ? number : undefined;
}

function partOf(tokens: readonly string[], at: number, { parts }: Words): { value: number; next: number } | undefined {
  const sign = SIGNS[tokens[at] ?? ''];
  return sign === undefined ? amountAt(parts, tokens, at) : { value: sign, next: at + 1 };
}

function numberAt(tokens: readonly string[], at: number, words: Words): { value: number; next: number } | undefined {
  const [, digits, sign] = /^(\d{1,3})([½¼¾])$/u.exec(tokens[at] ?? '') ?? [];
  if (digits !== undefined) return { value: Number(digits) + (SIGNS[sign ?? ''] ?? 0), next: at + 1 };
  for (let length = Math.min(MAX_NUMBER_WORDS, tokens.length - at); length > 0; length--) {
    const said = tokens.slice(at, at + length).join(' ');
    const value = numberIn(said.replace(/(\d)[.,](\d)/g, `$1${DOT}$2`), words.language);
    if (value !== undefined) return { value, next: at + length };
  }
  const next = after(words.one, tokens, at);
  return next === undefined ? undefined : { value: 1, next };
}

/** Whether no number stands before a duration or behind it that may belong to it. */
function isAlone(tokens: readonly string[], from: number, to: number, words: Words): boolean {
  const isNumber = (at: number) => {
    const token = tokens[at] ?? '';
    return token !== '' && !takenBy(words.one, tokens, at) && numberIn(token, words.language) !== undefined;
  };
  const joins = (at: number) => takenBy(words.and, tokens, at) || takenBy(words.to, tokens, at);
  if (isNumber(from - 1) || (joins(from - 1) && isNumber(from - 2))) return false;
  return !isNumber(to) && !(takenBy(words.and, tokens, to) && (isNumber(to + 1) || partOf(tokens, to + 1, words)));
}

function unitAt(tokens: readonly string[], at: number, { units }: Words): { unit: Unit; next: number } | undefined {
  for (const [unit, phrases] of units) {
    const next = after(phrases, tokens, at);
    if (next !== undefined) return { unit, next };
  }
  return undefined;
}

function amountAt(amounts: readonly Amount[], tokens: readonly string[], at: number) {
  const found = amounts.find(({ said }) => said.every((word, place) => tokens[at + place] === word));
  return found && { value: found.value, next: at + found.said.length };
}

/** The place behind one of some phrases; undefined where none stands there. */
function after(phrases: Phrases, tokens: readonly string[], at: number): number | undefined {
  const found = phrases.find((said) => said.every((word, place) => tokens[at + place] === word));
  return found && at + found.length;
}

const takenBy = (phrases: Phrases, tokens: readonly string[], at: number): boolean =>
  at >= 0 && after(phrases, tokens, at) !== undefined;

function wordsOf(language: string): Words | undefined {
  if (!known.has(language)) known.set(language, readWords(language));
  return known.get(language);
}

function readWords(language: string): Words | undefined {
  const table = languageTable(language, 'durations', DURATIONS);
  if (!table) return undefined;
  const longestFirst = (list: readonly string[]) =>
    list.map((said) => said.split(' ')).sort((a, b) => b.length - a.length);
  const amounts = (list: Readonly<Record<string, number>>) =>
    Object.entries(list)
      .flatMap(([said, value]) => listed(said).map((one) => ({ said: one.split(' '), value })))
      .sort((a, b) => b.said.length - a.said.length);
  const { units, one, and, of, to, clock, parts, lengths } = table;
  return {
    language,
    units: UNITS.map((unit) => [unit, longestFirst(units[unit])] as const),
    one: longestFirst(one),
    and: longestFirst(and),
    of: longestFirst(of),
    to: longestFirst(to),
    clock: longestFirst(clock),
    parts: amounts(parts),
    amounts: amounts(table.amounts),
    lengths: amounts(lengths),
  };
}
