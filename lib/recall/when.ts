import { primaryLanguage } from '../turn/language.js';
import { dayAt, momentOf } from './when/calendar.js';
import { type Clause, combined } from './when/combine.js';
import { GERMAN } from './when/de.js';
import { AMERICAN, ENGLISH } from './when/en.js';
import { SPANISH } from './when/es.js';
import { FRENCH } from './when/fr.js';
import { ITALIAN } from './when/it.js';
import { grammarOf, saidAt } from './when/patterns.js';
import { RULES } from './when/rules.js';
import type { Span, TimeWords } from './when/types.js';

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

const LANGUAGES: Readonly<Record<string, TimeWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};
/** A question is no longer. */
const MOST_LETTERS = 1_000;

/**
 * The span of past time that a question names: "last Tuesday", "vor drei Wochen", "entre mai et juillet". By rules, in
 * English, German, French, Spanish and Italian; undefined where nothing, or only the future, is named, and in other
 * languages. Weeks begin on Monday, days at midnight where the house stands. What may be now or a year ago ("in March")
 * is the last time it began; "last March" is the last one that is over.
 */
export function timeRange(text: string, { now, language, timeZone }: Clock): TimeRange | undefined {
  const table = tableOf(language);
  if (!table) return undefined;
  const tokens = tokensOf(text.slice(0, MOST_LETTERS));
  const today = dayAt(now.getTime(), timeZone);
  const grammar = grammarOf(table);
  const folded = tokens.map((token) => token.folded).join(' ');
  const clauses: Clause[] = [];
  for (let index = 0, at = 0; index < tokens.length; ) {
    const said = saidAt(folded, at, grammar);
    const next = said ? nextIndex(tokens, index, at, said.end) : index + 1;
    const meaning = said && RULES[said.rule](said.slots, today);
    // Words that hold a time but say none ("next Sunday") are passed over whole.
    if (meaning) clauses.push({ ...meaning, first: index, next });
    for (; index < next; index++) at += (tokens[index]?.folded.length ?? 0) + 1;
  }
  const found = combined(
    clauses,
    tokens.map((token) => token.folded),
    table,
    today,
  );
  // Nothing is remembered of the future, or from before the first clocks of computers.
  if (!found || found.span.from > today || found.span.to <= 0) return undefined;
  const words = tokens.filter((_, index) => found.said.has(index)).map((token) => token.raw);
  return { ...momentsOf(found.span, timeZone), words };
}

function tableOf(tag: string): TimeWords | undefined {
  // Only there the month comes first: 3/5 is the fifth of March.
  return /^en[-_]us\b/i.test(tag) ? AMERICAN : LANGUAGES[primaryLanguage(tag)];
}

function momentsOf({ from, to, hours }: Span, timeZone: string | undefined): Omit<TimeRange, 'words'> {
  const at = (day: number, hour = 0) => Math.max(0, momentOf(day, timeZone, hour));
  const days = { from: at(from), to: at(to) };
  return hours ? { from: at(from, hours[0]), to: at(from, hours[1]), days } : { ...days, days };
}

interface Token {
  raw: string;
  /** As the tables are written: lower case, no accents. */
  folded: string;
}

/** Words, numbers, and dates of numbers. */
function tokensOf(text: string): Token[] {
  const found =
    text.normalize('NFC').match(/\d+(?:[./-]\d+)+\.?|\d+(?:\.(?=\s*\p{L})|º|°|\p{L}+)?|[\p{L}\p{M}]+/gu) ?? [];
  return found.map((raw) => ({ raw, folded: foldedOf(raw) }));
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
