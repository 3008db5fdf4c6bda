import { type Day, dayAt, isoOf, momentOf } from './calendar.js';
import { type Clause, combined } from './combine.js';
import { meantDay, recurs } from './coming.js';
import { type Grammar, grammarOf, type Said, saidAt } from './patterns.js';
import { RULES } from './rules.js';
import type { Span } from './types.js';

export interface TimeRange {
  /** Milliseconds since the epoch, `to` not included; "before 2025" begins at 0. */
  from: number;
  to: number;
  /** The words that said it, as they were written. */
  words: string[];
  /** The whole local days that it touches: a diary has one entry a day. */
  days: { from: number; to: number };
}

export interface Clock {
  now: Date;
  /** BCP 47 tag of the language that is spoken. */
  language: string;
  /** IANA name; default the machine's. */
  timeZone?: string | undefined;
}

/** A question is no longer. */
const MAX_LETTERS = 1_000;

/**
 * The span of past time that a question names: "last Tuesday", "vor drei Wochen", "entre mai et juillet". By rules, in
 * languages whose folder has them; undefined where nothing, or only the future, is named, and in other languages. Weeks begin on Monday, days at midnight where the house stands. What may be now or a year ago ("in March")
 * is the last time it began; "last March" is the last one that is over.
 */
export function timeRange(text: string, { now, language, timeZone }: Clock): TimeRange | undefined {
  const grammar = grammarOf(language);
  if (!grammar) return undefined;
  const tokens = tokensOf(text.slice(0, MAX_LETTERS));
  const today = dayAt(now.getTime(), timeZone);
  const clauses = phrasesIn(tokens, grammar).flatMap(({ rule, slots, first, next }): Clause[] => {
    const meaning = RULES[rule](slots, today);
    // Words that hold a time but say none ("next Sunday") are passed over whole.
    return meaning ? [{ ...meaning, first, next }] : [];
  });
  const found = combined(
    clauses,
    tokens.map((token) => token.folded),
    grammar,
    today,
  );
  // Nothing is remembered of the future, or from before the first clocks of computers.
  if (!found || found.span.from > today || found.span.to <= 0) return undefined;
  const words = tokens.filter((_, index) => found.said.has(index)).map((token) => token.raw);
  return { ...momentsOf(found.span, timeZone), words };
}

/** A day, or days, that a sentence tells something of. */
export interface Told {
  /** "2026-11-23", or "2026-11-23 – 2026-11-29". */
  days: string;
  from: Day;
  /** Not included. */
  to: Day;
  /** The sentence without the words that named the day. */
  rest: string;
}

/**
 * The day that a sentence tells something of, to come or just gone: "tomorrow is bin day", "am Freitag kommt Anna". None
 * where something happens again and again ("every Monday"), and where no day or more than one is named.
 */
export function dayTold(text: string, { now, language, timeZone }: Clock): Told | undefined {
  const grammar = grammarOf(language);
  if (!grammar) return undefined;
  const sentence = text.normalize('NFC').slice(0, MAX_LETTERS);
  const tokens = tokensOf(sentence);
  const folded = tokens.map((token) => token.folded).join(' ');
  if (recurs(folded)) return undefined;
  const today = dayAt(now.getTime(), timeZone);
  const found = phrasesIn(tokens, grammar).flatMap(({ rule, slots, first, next }) => {
    // The German and the Spanish "tomorrow" are also their "morning".
    const isTomorrow = rule === 'part' && /^(?:morgen|manana)$/.test(foldedOf(tokens[first]?.raw ?? ''));
    const span = meantDay(isTomorrow ? 'tomorrow' : rule, slots, today, folded);
    return span
      ? [{ span, first: tokens[first], last: tokens[next - 1], hasPart: slots.part !== undefined && !isTomorrow }]
      : [];
  });
  const [told] = found;
  if (!told?.first || !told.last || found.length > 1) return undefined;
  const { from, to } = told.span;
  // "evening" stays of "tomorrow evening".
  const end = told.last.at + (told.hasPart ? 0 : told.last.raw.length);
  const rest = `${sentence.slice(0, told.first.at)} ${sentence.slice(end)}`;
  return { days: to - from > 1 ? `${isoOf(from)} – ${isoOf(to - 1)}` : isoOf(from), from, to, rest: tidied(rest) };
}

/** What is left of "tomorrow is bin day" without its first word, or of "dass morgen Müllabfuhr ist". */
function tidied(rest: string): string {
  const text = rest
    .replace(/\s+([,.;])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '');
  const bare = text.replace(/^(?:(?:it )?is|'s|ist|est|c['’]est|es|è) (?=\S)|(?<=\S) (?:is|ist|sind|est|es)$/iu, '');
  return bare.trim();
}

/** The words about time in a text, the longest at each place. */
function phrasesIn(tokens: readonly Token[], grammar: Grammar): (Said & { first: number; next: number })[] {
  const folded = tokens.map((token) => token.folded).join(' ');
  const found: (Said & { first: number; next: number })[] = [];
  for (let index = 0, at = 0; index < tokens.length; ) {
    const said = saidAt(folded, at, grammar);
    const next = said ? nextIndex(tokens, index, at, said.end) : index + 1;
    if (said) found.push({ ...said, first: index, next });
    for (; index < next; index++) at += (tokens[index]?.folded.length ?? 0) + 1;
  }
  return found;
}

function momentsOf({ from, to, hours }: Span, timeZone: string | undefined): Omit<TimeRange, 'words'> {
  const at = (day: number, hour = 0) => Math.max(0, momentOf(day, timeZone, hour));
  const days = { from: at(from), to: at(to) };
  return hours ? { from: at(from, hours[0]), to: at(from, hours[1]), days } : { ...days, days };
}

interface Token {
  raw: string;
  /** Where it stands in the text. */
  at: number;
  /** As the tables are written: lower case, no accents. */
  folded: string;
}

/** Words, numbers, and dates of numbers. */
function tokensOf(text: string): Token[] {
  const words = /\d+(?:[./-]\d+)+\.?|\d+(?:\.(?=\s*\p{L})|º|°|\p{L}+)?|[\p{L}\p{M}]+/gu;
  return [...text.normalize('NFC').matchAll(words)].map(({ 0: raw, index }) => ({
    raw,
    at: index,
    folded: foldedOf(raw),
  }));
}

function foldedOf(word: string): string {
  return word.toLowerCase().replace(/[º°]/g, '').normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
}

function nextIndex(tokens: readonly Token[], index: number, at: number, end: number): number {
  let next = index;
  for (let reached = at; next < tokens.length && reached < end; next++)
    reached += (tokens[next]?.folded.length ?? 0) + 1;
  return next;
}
