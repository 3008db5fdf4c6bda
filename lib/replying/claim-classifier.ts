import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { stateWords } from '../home/state-words.js';
import type { House } from '../home/types.js';
import { stem, words } from '../language/fold.js';
import { languageFile } from '../language/folders.js';
import { numberIn } from '../language/numbers.js';
import { endsAsking } from '../language/question.js';
import { isStopWord } from '../language/stop-words.js';
import { primaryLanguage } from '../language/tags.js';
import { type Asked, askedBy, ordersIn } from './asked-for.js';
import { claimsIn } from './claims.js';
import { type Facts, numbersIn } from './facts.js';

/** What a sentence of a reply is read beside. */
export interface Situation {
  /** BCP 47 tag of the query. */
  language: string;
  /** That of the sentence. */
  spoken: string;
  query: string;
  facts: Facts;
  /** Words of what was said and done earlier in the dialogue. */
  earlier: readonly string[];
  house?: House | undefined;
}

/** The same, read for the sentences of one language. */
export interface Read {
  language: string;
  asked: Asked;
  /** How the calls ended: "none", "read", or "done" and "failed". */
  calls: string;
  /** Whether more was ordered than calls have ended well: ">", "=", "0" where nothing was, "?" where that isn't known. */
  count: string;
  /** Whose word a word is: of a call that worked, of one that failed, of the query, of the dialogue. */
  sources: readonly (readonly [string, (word: string) => boolean])[];
  /** Whether a number is in a result, in the query or in a state of the house. */
  isKnown(number: number): boolean;
}

/** How many weights a language has. */
export const WEIGHTS = 2 ** 17;
/** File of a language's weights in its folder. */
export const CLAIM_WEIGHTS = 'claims.bin.gz';
/** So much of a sentence and of a query is read. */
const MAX_SENTENCE = 600;
const MAX_QUERY = 300;
/** Words are alike that begin with so many letters. */
const BEGINNING = 5;
const MAX_WORDS = 3;
const LETTERS = [4, 6] as const;
/** Steps of a weight in the file to one of a logarithm of odds. */
export const SCALE = 8;

/** Letters that a word has at least which says what a sentence is about. */
const MIN_CONTENT = 3;

export const isContent = (word: string) => word.length >= MIN_CONTENT;

/** A situation as sentences are read beside it. */
export function readSituation({ language, spoken, query, facts, earlier, house }: Situation): Read {
  const begun = query.slice(0, MAX_QUERY);
  const asked = askedBy(begun, language);
  const isFound = (word: string) => isContent(word) && facts.lookedUp.includes(word);
  const orders = ordersIn(begun, language, claimsIn(language)?.joints ?? /[,;:.!?]+/)?.filter(
    (order) => !words(order).some(isFound),
  ).length;
  const done = facts.acts.filter(({ ok }) => ok);
  const failed = facts.acts.filter(({ ok }) => !ok);
  const ended = done.length + facts.told.length;
  const calls =
    facts.results === 0 ? 'none' : `${ended > 0 ? 'done' : ''}${failed.length > 0 ? 'failed' : ''}` || 'read';
  const count = orders === undefined ? '?' : orders === 0 ? '0' : orders > ended ? '>' : '=';
  const said = words(begun);
  const stated = facts.states.flatMap(({ name }) => words(name));
  const missed = facts.failed.flatMap(words).filter((word) => !stated.includes(word));
  // Hardly a sentence has a number, and a house has many.
  let numbers: ReadonlySet<number> | undefined;
  const allNumbers = () => {
    const states = [...facts.states.map(({ state }) => state), ...(house?.entities ?? []).map(stateWords)];
    return new Set([
      ...facts.numbers,
      ...numbersIn(query),
      ...said.flatMap((word) => numberIn(word, language) ?? []),
      ...states.flatMap(numbersIn),
    ]);
  };
  return {
    language: spoken,
    asked,
    calls,
    count,
    sources: [
      ['missed', likeAny(missed)],
      ['done', likeAny(done.flatMap(({ about }) => about))],
      ['failed', likeAny(failed.flatMap(({ about }) => about))],
      ['found', likeAny([...facts.lookedUp, ...facts.found])],
      ['query', likeAny(said.filter((word) => !isStopWord(word, language)))],
      // What is ordered now wasn't done before.
      ['earlier', likeAny(asked === 'order' ? [] : earlier)],
    ],
    isKnown(number) {
      numbers ??= allNumbers();
      return numbers.has(number);
    },
  };
}

/** Whether a word is one of a list, in another form or with another ending. */
function likeAny(list: readonly string[]): (word: string) => boolean {
  const content = list.filter(isContent);
  const known = new Set(content.flatMap((word) => [stem(word), word.slice(0, BEGINNING)]));
  return (word) => known.has(stem(word)) || (word.length >= BEGINNING && known.has(word.slice(0, BEGINNING)));
}

/**
 * The features of a sentence as indexes of weights: its words and letters, alone and with what was asked and done, and its words as
 * nothing but whose they are. Hashed, as in Weinberger et al., "Feature hashing for large scale multitask learning" (2009).
 * @param before what the reply has said before
 */
export function featuresOf(
  sentence: string,
  { language, asked, calls, count, sources, isKnown }: Read,
  before = '',
): Int32Array {
  const features = new Set<number>();
  const add = (feature: string) => features.add(hash(feature));
  const said = words(sentence.slice(0, MAX_SENTENCE));
  const counts = new Map<string, number>();
  const counted = (what: string) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return `<${what}>`;
  };
  const isEmpty = (word: string) => !isContent(word) || isStopWord(word, language);
  const whose = said.map((word) => {
    const number = /^\d+$/.test(word) ? Number(word) : isEmpty(word) ? undefined : numberIn(word, language);
    if (number !== undefined) return counted(isKnown(number) ? 'number' : 'other number');
    if (isEmpty(word)) return word;
    const source = sources.find(([, isOf]) => isOf(word))?.[0];
    if (source !== undefined) return counted(source);
    counted('other');
    return word;
  });
  const shape = whose.map((word) => (word.startsWith('<') || isEmpty(word) ? word : '<other>'));
  const beside = `${asked} ${calls}${calls.startsWith('done') && count === '>' ? ' >' : ''}`;
  for (const gram of grams(said)) {
    add(gram);
    add(`${beside}: ${gram}`);
  }
  for (const gram of grams(whose)) add(`${beside}; ${gram}`);
  for (const gram of grams(shape)) add(`${calls}, ${gram}`);
  const text = ` ${said.join(' ')} `;
  for (let length = LETTERS[0]; length <= LETTERS[1]; length++)
    for (let from = 0; from + length <= text.length; from++) add(`#${text.slice(from, from + length)}`);
  const led = words(before.slice(-MAX_SENTENCE));
  for (const [index, word] of led.entries()) {
    add(`< ${word}`);
    add(`< ${calls} ${word}`);
    add(`< ${word} ${led[index + 1] ?? '$'}`);
  }
  add(`< ${Math.min(3, led.length)} ${calls}`);
  const asks = endsAsking(sentence);
  for (const situation of ['', `${asked} ${calls}`, `${asked} ${calls} ${count}`]) {
    add(`= ${situation}`);
    add(`? ${asks} ${situation}`);
    add(`n ${Math.min(8, said.length >> 1)} ${situation}`);
    for (const [what, times] of counts) add(`${what} ${Math.min(3, times)} ${situation}`);
  }
  return Int32Array.from(features);
}

/** One to three words that follow each other, with the sentence's beginning and end. */
function* grams(said: readonly string[]): Generator<string> {
  const all = ['^', ...said, '$'];
  for (let from = 0; from < all.length; from++)
    for (let to = from + 1; to <= Math.min(all.length, from + MAX_WORDS); to++) yield all.slice(from, to).join(' ');
}

/** FNV-1a with the last steps of MurmurHash3. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return ((sum ^ (sum >>> 13)) >>> 0) & (WEIGHTS - 1);
}

/** The logarithm of the odds that a sentence with these features is so. @param weights as many as WEIGHTS says */
export function oddsOf(features: Int32Array, weights: ArrayLike<number>): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return sum / Math.sqrt(features.length);
}

const learned = new Map<string, Int8Array | undefined>();

/** What was learned for a language; undefined where nothing was. */
function weightsOf(language: string): Int8Array | undefined {
  const tag = primaryLanguage(language);
  if (!learned.has(tag)) {
    const file = languageFile(tag, CLAIM_WEIGHTS);
    learned.set(tag, file === undefined ? undefined : new Int8Array(gunzipSync(readFileSync(file))));
  }
  return learned.get(tag);
}

/** The logarithm of the odds that a sentence may be spoken; undefined in a language for which nothing was learned. */
export function oddsOfSentence(sentence: string, read: Read, before: string): number | undefined {
  const weights = weightsOf(read.language);
  return weights && oddsOf(featuresOf(sentence, read, before), weights) / SCALE;
}
