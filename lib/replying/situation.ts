import { stateWords } from '../home/state-words.js';
import type { House } from '../home/types.js';
import { stem, words } from '../language/fold.js';
import { numberIn } from '../language/numbers.js';
import { isStopWord } from '../language/stop-words.js';
import { type Asked, askedBy, ordersIn } from './asked-for.js';
import { claimsIn, languageOf } from './claims.js';
import { type Facts, numbersIn } from './facts.js';

export const ASKED: readonly Asked[] = ['order', 'words', 'question', 'statement'];
export const CALLS = ['none', 'read', 'done', 'failed', 'donefailed'] as const;
export const COUNTS = ['>', '=', '0', '?'] as const;
/** Whether anything was found, and whether certainly in the language of the sentence. */
export const FOUND = ['nothing', 'own', 'foreign'] as const;

/** Whether a number is in a result or the query, else in what was told, else in a state of the house. */
export type Origin = 'known' | 'told' | 'house' | 'unknown';

/** What came earlier in the dialogue: it may be told of. */
export interface Earlier {
  /** Words of what was said and done. */
  words: readonly string[];
  /** Whether a tool was called. */
  hasCalled: boolean;
}

/** What is known without a call: memories, what the person has told, the day and the time. */
export interface Told {
  hasWord(word: string): boolean;
  hasNumber(number: number, isHalfTo: boolean): boolean;
}

/** Reads once what all sentences of a reply are read beside. */
export const readTold = (texts: readonly string[]): Told => ({
  hasWord: likeAny(texts.flatMap(words)),
  hasNumber: numbersLike(texts.flatMap(numbersIn)),
});

/** What a sentence of a reply is read beside. */
export interface Situation {
  /** BCP 47 tag of the query. */
  language: string;
  /** That of the sentence. */
  spoken: string;
  query: string;
  facts: Facts;
  earlier: Earlier;
  told: Told;
  house?: House | undefined;
}

/** The same, read for the sentences of one language. */
export interface Read {
  language: string;
  asked: Asked;
  /** How the calls ended. */
  calls: (typeof CALLS)[number];
  /** Whether more was ordered than calls have ended well: ">", "=", "0" where nothing was, "?" where that isn't known. */
  count: (typeof COUNTS)[number];
  found: (typeof FOUND)[number];
  hasCalledEarlier: boolean;
  /** Its words. */
  query: readonly string[];
  /** Whose word a word is: of a device that failed, of a call that worked, of one that failed, found, of the query, of the dialogue, of what was told. */
  sources: readonly ((word: string) => boolean)[];
  /** Where a number is from; an hour that is half an hour away isn't one of the results itself. */
  originOf(number: number, isHalfTo?: boolean): Origin;
}

/** So much of a query is read. */
const MAX_QUERY = 300;
/** Words are alike that begin with so many letters. */
const BEGINNING = 5;
/** Letters that a word has at least which says what a sentence is about. */
const MIN_CONTENT = 3;

export const isContent = (word: string) => word.length >= MIN_CONTENT;

/** A situation as sentences are read beside it. */
export function readSituation({ language, spoken, query, facts, earlier, told, house }: Situation): Read {
  const begun = query.slice(0, MAX_QUERY);
  const asked = askedBy(begun, language);
  const isFound = (word: string) => isContent(word) && facts.lookedUp.includes(word);
  const orders = ordersIn(begun, language, claimsIn(language)?.joints ?? /[,;:.!?]+/)?.filter(
    (order) => !words(order).some(isFound),
  ).length;
  const done = facts.acts.filter(({ ok }) => ok);
  const failed = facts.acts.filter(({ ok }) => !ok);
  const ended = done.length + facts.told.length;
  const calls = facts.results === 0 ? 'none' : endOf(ended > 0, failed.length > 0);
  const count = orders === undefined ? '?' : orders === 0 ? '0' : orders > ended ? '>' : '=';
  const said = words(begun);
  const stated = facts.states.flatMap(({ name }) => words(name));
  const missed = facts.failed.flatMap(words).filter((word) => !stated.includes(word));
  return {
    language: spoken,
    asked,
    calls,
    count,
    found: facts.found.length === 0 ? 'nothing' : isSaidIn(facts.found, spoken) ? 'own' : 'foreign',
    hasCalledEarlier: earlier.hasCalled,
    query: said,
    sources: [
      likeAny(missed),
      likeAny(done.flatMap(({ about }) => about)),
      likeAny(failed.flatMap(({ about }) => about)),
      likeAny([...facts.lookedUp, ...facts.found]),
      likeAny(said.filter((word) => !isStopWord(word, language))),
      // What is ordered now wasn't done before.
      likeAny(asked === 'order' ? [] : earlier.words),
      told.hasWord,
    ],
    originOf: originsIn({ language, query, facts, told, house }),
  };
}

/** Hours are told by the clock's face, too: 4 is 16. */
const HALF_DAY = 12;
/** From so many minutes on an hour is told by the next one: "quarter to five". */
const TO_NEXT = 35;
const HALF = 30;

/** Tells where numbers are from. */
function originsIn({ language, query, facts, told, house }: Omit<Situation, 'spoken' | 'earlier'>): Read['originOf'] {
  const said = words(query).flatMap((word) => numberIn(word, language) ?? []);
  const isKnown = numbersLike([...facts.numbers, ...numbersIn(query), ...said]);
  // Hardly a sentence has a number, and a house has many.
  let states: number[] | undefined;
  return (number, isHalfTo = false) => {
    if (isKnown(number, isHalfTo)) return 'known';
    if (told.hasNumber(number, isHalfTo)) return 'told';
    states ??= (house?.entities ?? []).map(stateWords).flatMap(numbersIn);
    return !isHalfTo && isAmong(number, states) ? 'house' : 'unknown';
  };
}

/** Tells numbers that are among others, or tell an hour of them. */
function numbersLike(others: readonly number[]): (number: number, isHalfTo: boolean) => boolean {
  // "16.30 Uhr" is a time, too.
  const clock = others.flatMap((other) =>
    Number.isInteger(other) ? other : [Math.floor(other), Math.round((other % 1) * 100)],
  );
  const isHour = (hour: number) => clock.includes(hour) || (hour <= HALF_DAY && clock.includes(hour + HALF_DAY));
  const isNext = clock.some((minutes) => minutes >= TO_NEXT && minutes < 2 * HALF);
  return (number, isHalfTo) =>
    isHalfTo
      ? isHour(number - 1) && clock.includes(HALF)
      : isAmong(number, others) || isHour(number) || (isNext && isHour(number - 1));
}

const isSaidIn = (found: readonly string[], language: string) =>
  languageOf(found.join(' '), language) === language && found.some((word) => isStopWord(word, language));

/** Whether a number is one of others, or one of them rounded, as what was measured is told. */
const isAmong = (number: number, others: readonly number[]) =>
  others.some((other) => other === number || (!Number.isInteger(other) && Math.abs(other - number) < 1));

/** Whether a word is one of a list, in another form or with another ending. */
function likeAny(list: readonly string[]): (word: string) => boolean {
  const content = list.filter(isContent);
  const known = new Set(content.flatMap((word) => [stem(word), word.slice(0, BEGINNING)]));
  return (word) => known.has(stem(word)) || (word.length >= BEGINNING && known.has(word.slice(0, BEGINNING)));
}

/** How calls ended, by whether some worked and whether some failed. */
function endOf(hasDone: boolean, hasFailed: boolean): Read['calls'] {
  if (hasDone) return hasFailed ? 'donefailed' : 'done';
  return hasFailed ? 'failed' : 'read';
}
