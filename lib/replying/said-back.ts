import { z } from 'zod';
import { languageTable, supportedLanguage } from '../language/folders.js';
import { PATTERN } from '../language/patterns.js';
import { isQuestion } from '../language/question.js';
import { isoOf } from '../language/when/calendar.js';
import { dayTold } from '../language/when/when.js';
import { memoryAsked } from '../memory/asked.js';
import { datedLine } from '../memory/graph/dated.js';
import { WISHES_HEADING } from '../memory/graph/warm-profile.js';
import { runsOf, termsOf, wordsOfRun } from '../memory/words/words.js';
import { referenceWords } from '../recall/reference-words.js';
import { ownTerms } from '../recall/search-terms.js';
import { shorten } from '../turn/shorten.js';
import { aboutYou } from './second-person.js';

/** More than these nobody remembers. */
const MAX_SAID = 3;
const MAX_LINE = 200;

/** What leads to what was told, by the person themselves or of others, and how each of it is put; "…" stands for it. */
const SAYING = z.object({ own: z.string(), other: z.string(), each: z.string() });
const SET = z.string().transform((text): ReadonlySet<string> => new Set(text.split(' ')));
const WORD = z.string().transform((source) => new RegExp(`^(?:${source})$`));

const TOLD = z.object({
  /** Folded words by which a line or a question is about the person who talks. */
  firstPerson: WORD,
  /** Of them, those that a line begins with whose subject is the person. */
  subjects: WORD,
  /** Where verbs say "I" by themselves: "no tomo café"; names are written with a capital. */
  sayingI: PATTERN.default('(?!)').transform((source) => new RegExp(source, 'u')),
  /** Asks for what was said, whatever it is about. */
  asksTold: PATTERN.transform((source) => new RegExp(source, 'i')),
  /** Ask for nothing by themselves; folded. */
  needless: SET,
  /** Clauses behind "that", where a language has them, lines in quotation marks, and what is said where there is nothing. */
  sayings: z.object({ that: SAYING.optional(), quoted: SAYING, nothing: z.string() }),
});
type Told = z.output<typeof TOLD>;

export interface Remembered {
  query: string;
  /** BCP 47 tag. */
  language: string;
  now: Date;
  /** What the memory was found to hold for the question: "[2026-05-03] I can't eat nuts". */
  found: readonly string[];
  /** What is known of the people in any case, a line each: "- I can't eat nuts". */
  about: readonly string[];
}

/** What is said back, and whether that is the whole answer: a question may be about something else after all. */
export interface SaidBack {
  text: string;
  whole: boolean;
}

/**
 * What a person has told, said back to a question about it, by words and rules. Only what has all the question's own words
 * is said; a question of one word has to be about the person who told it, or name what the line begins with.
 * @returns undefined where nothing tells that the memory is asked.
 */
export function saidBack({ query, language, now, found, about }: Remembered): SaidBack | undefined {
  const known = supportedLanguage(language);
  const asksAll = memoryAsked(query, now.getTime())?.intent === 'known';
  const told = languageTable(known, 'told', TOLD);
  if (!told) return undefined;
  const asksTold = told.asksTold.test(query);
  if (!asksAll && !asksTold && !isQuestion(query, language)) return undefined;
  const day = dayTold(query, { now, language });
  const terms = ownTerms(day?.rest ?? query, { now, language });
  const isTimed = terms.from !== undefined || terms.to !== undefined;
  // Of a day only what the memory has of it.
  const lines = unlike([...found.map(withoutDate), ...(isTimed ? [] : factsIn(about))]);
  const topics = topicsOf(terms.words, told, language);
  const saysI = has(query, told.firstPerson);
  const fitting = lines.filter((line) => {
    if (asksAll) return true;
    const on = day && datedLine(line);
    if (on && topics.length === 0) return on.from < isoOf(day.to) && on.to >= isoOf(day.from);
    if (topics.length === 0) return asksTold;
    const words = new Set(termsOf(line));
    if (!topics.every((topic) => words.has(topic))) return false;
    if (topics.length > 1 || asksTold) return true;
    return saysI
      ? isOwn(line, told)
      : !told.subjects.test(runsOf(line)[0] ?? '') && firstTopic(line, language) === topics[0];
  });
  if (fitting.length > 0) return { text: sentencesFor(fitting.slice(0, MAX_SAID), told, known), whole: true };
  if (!asksAll && !asksTold && !(saysI && topics.length > 0)) return undefined;
  return { text: told.sayings.nothing, whole: asksAll || asksTold };
}

function sentencesFor(lines: readonly string[], told: Told, language: string): string {
  const dated = lines.flatMap((line) => datedLine(line) ?? []);
  if (dated.length > 0) {
    const others = lines.filter((line) => !datedLine(line));
    const onDays = dated.map((line) => `${dayIn(line.from, language)}: ${line.what}.`).join(' ');
    return [onDays, ...(others.length > 0 ? [sentencesFor(others, told, language)] : [])].join(' ');
  }
  const said = [lines.filter((line) => isOwn(line, told)), lines.filter((line) => !isOwn(line, told))];
  return said
    .flatMap((some, index) => (some.length > 0 ? [sayingOf(some, index === 0, told, language)] : []))
    .join(' ');
}

/** "Monday, November 23". */
function dayIn(iso: string, language: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const said = new Intl.DateTimeFormat(language, options).format(Date.parse(iso));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function sayingOf(lines: readonly string[], isOwn: boolean, { sayings }: Told, language: string): string {
  const { that, quoted } = sayings;
  const clauses = lines.flatMap((line) => aboutYou(line, language) ?? []);
  const isTurned = that && clauses.length === lines.length;
  const { own, other, each } = isTurned ? that : quoted;
  const told = (isTurned ? clauses : lines).map((line) => each.replace('…', () => line));
  return `${isOwn ? own : other} ${new Intl.ListFormat(language).format(told)}.`;
}

/** What the question is about, as the memory looks words up; verbs that fit anything only where there is nothing else. */
function topicsOf(words: readonly string[], { needless }: Told, language: string): string[] {
  const general = referenceWords(language)?.general;
  const asked = words.filter((word) => !needless.has(word));
  const telling = asked.filter((word) => !general?.has(word));
  return (telling.length > 0 ? telling : asked).flatMap((word) => wordsOfRun(word).map(({ term }) => term));
}

function firstTopic(line: string, language: string): string | undefined {
  const [first] = ownTerms(datedLine(line)?.what ?? line, { now: new Date(0), language }).words;
  return first === undefined ? undefined : wordsOfRun(first)[0]?.term;
}

/** Whether a line tells something of the person who told it. */
function isOwn(line: string, { firstPerson, sayingI }: Told): boolean {
  return has(line, firstPerson) || sayingI.test(line);
}

function has(text: string, word: RegExp): boolean {
  return runsOf(text).some((run) => word.test(run));
}

/** Headings are no memories, and wishes about how we behave no answers. */
function factsIn(profile: readonly string[]): string[] {
  const wishes = profile.indexOf(WISHES_HEADING);
  const facts = wishes < 0 ? profile : profile.slice(0, wishes);
  return facts.flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

function withoutDate(line: string): string {
  return line.replace(/^\[\d{4}-\d\d-\d\d\] /, '');
}

function unlike(lines: readonly string[]): string[] {
  const plain = lines.map((line) => shorten(line.replace(/[\s.]+$/, ''), MAX_LINE));
  return [...new Map(plain.map((line) => [line.toLowerCase(), line])).values()];
}
