import { isStopWord } from '../language/stop-words.js';
import { dayAt, dayOf, momentOf } from '../language/when/calendar.js';
import { type Clock, type TimeRange, timeRange } from '../language/when/when.js';
import type { Message } from '../llm/types.js';
import { runsOf } from '../memory/words/words.js';
import { referenceWords, withoutSmallTalk } from './reference-words.js';

/** What the memory is searched for. */
export interface SearchTerms {
  /** Words, the surest first; none where only a time was named. */
  words: string[];
  /** What is meant, in a sentence: its vector is compared. */
  text: string;
  /** Milliseconds since the epoch, whole local days; `to` not included. */
  from?: number;
  to?: number;
  /** Who found them: the question itself, the planner, or a model. */
  by: 'question' | 'planner' | 'model';
}

/** What a model or the planner would have it searched for. */
interface Asked {
  topic?: string | undefined;
  keywords?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Questions whose answers would help: their meaning is searched for too. */
  questions?: readonly string[] | undefined;
}

const MAX_QUERY_LENGTH = 1_000;
/** "And the neighbours?" goes on with what was asked before; a longer question stands for itself. */
const MAX_GOING_ON = 5;

/** The question's own content words and the time it names; no model. */
export function ownTerms(query: string, clock: Clock): SearchTerms {
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const range = timeRange(text, clock);
  const words = contentWords(text, clock.language, range);
  return { words, text, ...(!isSmallTalk(text, clock.language, range) && spanOf(range)), by: 'question' };
}

/**
 * Whether a question can't be searched for by its own words: it stands for something that was said before ("what was
 * that called?", "and on Monday?"), and something was.
 */
export function needsModel(query: string, recent: readonly Message[], clock: Clock): boolean {
  const table = referenceWords(clock.language);
  if (!table || !recent.some(({ role }) => role === 'user')) return false;
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const range = timeRange(text, clock);
  const content = contentWords(text, clock.language, range);
  const topics = content.filter((word) => !table.general.has(word) && !table.refers.has(word));
  const runs = withoutSmallTalk(runsOf(text), clock.language);
  const goesOn = table.goesOn.test(runs.join(' '));
  if (topics.length > 0) return goesOn && runs.length <= MAX_GOING_ON;
  return goesOn || runs.some((run) => table.refers.has(run));
}

/**
 * The terms that the planner or a model gave, with what the question itself says: its own words, where none were given,
 * and its time, which the rules know better.
 */
export function givenTerms(query: string, given: Asked, by: 'planner' | 'model', clock: Clock): SearchTerms {
  const own = ownTerms(query, clock);
  const topic = (given.topic ?? '').slice(0, MAX_QUERY_LENGTH);
  const topical = contentWords(topic, clock.language, timeRange(topic, clock));
  const keywords = (given.keywords ?? []).flatMap((keyword) => contentWords(keyword, clock.language));
  const words = keywords.length > 0 ? keywords : topical.length > 0 ? [...topical, ...own.words] : own.words;
  const times = own.from === undefined ? givenTimes(given, topic, clock) : { from: own.from, to: own.to };
  return {
    words: [...new Set(words)],
    text: [own.text, topic, ...(given.questions ?? [])]
      .filter((part) => part !== '')
      .join('\n')
      .slice(0, MAX_QUERY_LENGTH),
    ...(times.from !== undefined && { from: times.from }),
    ...(times.to !== undefined && { to: times.to }),
    by,
  };
}

/** Folded words that may stand in an entry: no stop words, none of the time, no small talk. */
function contentWords(text: string, language: string, range?: TimeRange): string[] {
  const filler = referenceWords(language)?.filler;
  const times = new Set((range?.words ?? []).flatMap(runsOf));
  const said = withoutSmallTalk(runsOf(text), language).filter(
    (run) => !isStopWord(run, language) && !times.has(run) && !filler?.has(run),
  );
  return [...new Set(said)];
}

/** "How are you today?" names a day, and asks for nothing of it. */
function isSmallTalk(text: string, language: string, range: TimeRange | undefined): boolean {
  const runs = runsOf(text);
  const others = withoutSmallTalk(runs, language);
  const times = new Set((range?.words ?? []).flatMap(runsOf));
  return others.length < runs.length && others.every((run) => times.has(run));
}

function spanOf(range: TimeRange | undefined): Pick<SearchTerms, 'from' | 'to'> {
  return range ? { from: range.days.from, to: range.days.to } : {};
}

function givenTimes(given: Asked, topic: string, clock: Clock): Pick<SearchTerms, 'from' | 'to'> {
  const said = timeRange(topic, clock);
  if (said) return spanOf(said);
  const first = dayIn(given.from, clock.timeZone);
  const last = dayIn(given.to, clock.timeZone);
  const begin = first === undefined ? undefined : momentOf(first, clock.timeZone);
  const end = last === undefined ? undefined : momentOf(last + 1, clock.timeZone);
  // What is still to come, or ends before it begins, was made up.
  if (begin !== undefined && (begin > clock.now.getTime() || (end !== undefined && end <= begin))) return {};
  return { ...(begin !== undefined && { from: begin }), ...(end !== undefined && { to: end }) };
}

/** The day of a date or moment in ISO 8601; a moment without a zone is the house's. */
function dayIn(text: string | undefined, timeZone: string | undefined): number | undefined {
  const [, year, month, date, rest = ''] = /^(\d{4})-(\d\d)-(\d\d)(.*)$/.exec(text?.trim() ?? '') ?? [];
  if (year === undefined) return undefined;
  const day = dayOf(Number(year), Number(month), Number(date));
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(rest)) return Number.isFinite(day) ? day : undefined;
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : dayAt(ms, timeZone);
}
