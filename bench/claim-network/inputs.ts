import { stateWords } from '../../lib/home/state-words.js';
import type { House } from '../../lib/home/types.js';
import { words } from '../../lib/language/fold.js';
import { numberIn } from '../../lib/language/numbers.js';
import { endsAsking } from '../../lib/language/question.js';
import { isStopWord } from '../../lib/language/stop-words.js';
import type { Asked } from '../../lib/replying/asked-for.js';
import { isContent, type Read, readSituation, type Situation } from '../../lib/replying/claim-classifier.js';
import { type Facts, numbersIn } from '../../lib/replying/facts.js';
import { sentencesOf } from '../../lib/replying/sentences.js';
import { GRAM_ROWS, type Input, type Token, WORD_ROWS } from './network.js';

/** A situation as the network reads it: what the product's classifier does, and more. */
interface NetworkRead extends Omit<Read, 'isKnown'> {
  /** Words of the query. */
  query: readonly string[];
  /** Tools were called earlier in the dialogue. */
  hasCalledEarlier: boolean;
  /** Numbers may be told that are known; an hour that is half an hour away isn't one of the results itself. */
  isKnown(number: number, isHalfTo?: boolean): boolean;
}

export function readForNetwork(situation: Situation): NetworkRead {
  const { query, facts, earlier, language, house } = situation;
  return {
    ...readSituation(situation),
    query: words(query.slice(0, MAX_QUERY)),
    hasCalledEarlier: earlier.length > 0,
    isKnown: knownBy(facts, query, language, house),
  };
}

const ASKED: readonly Asked[] = ['order', 'words', 'question', 'statement'];
const CALLS = ['none', 'read', 'done', 'failed', 'donefailed'];
const COUNTS = ['>', '=', '0', '?'];
/** Stands before an hour that is half an hour away, by language. */
const HALF_TO: Record<string, string> = { de: 'halb' };
/** So much of a query is read. */
const MAX_QUERY = 300;
/** Hours are told by the clock's face, too: 4 is 16. */
const HALF_DAY = 12;
/** From so many minutes on an hour is told by the next one: "quarter to five". */
const TO_NEXT = 35;
const HALF = 30;

/** Numbers are known that are in a result, in the query, in a state of the house, or an hour of one of the results. */
function knownBy(facts: Facts, query: string, language: string, house: House | undefined): NetworkRead['isKnown'] {
  // Hardly a sentence has a number, and a house has many.
  let numbers: ReadonlySet<number> | undefined;
  const all = () => {
    const states = [...facts.states.map(({ state }) => state), ...(house?.entities ?? []).map(stateWords)];
    const said = words(query).flatMap((word) => numberIn(word, language) ?? []);
    return new Set([...facts.numbers, ...numbersIn(query), ...said, ...states.flatMap(numbersIn)]);
  };
  // "16.30 Uhr" is a time, too.
  const clock = facts.numbers.flatMap((number) =>
    Number.isInteger(number) ? number : [Math.floor(number), Math.round((number % 1) * 100)],
  );
  const isHour = (hour: number) => clock.includes(hour) || (hour <= HALF_DAY && clock.includes(hour + HALF_DAY));
  const isNext = clock.some((minutes) => minutes >= TO_NEXT && minutes < 2 * HALF);
  return (number, isHalfTo) => {
    numbers ??= all();
    if (isHalfTo) return isHour(number - 1) && clock.includes(HALF);
    // What was measured is told rounded, too.
    if (numbers.has(number) || isHour(number)) return true;
    if (isNext && isHour(number - 1)) return true;
    return [...numbers].some((known) => !Number.isInteger(known) && Math.abs(known - number) < 1);
  };
}

/** So many words of a sentence, of what was said before it, and of a query are read. */
const MAX_WORDS = 64;
const MAX_BEFORE = 32;
const MAX_ASKED = 24;
/** Groups of so many letters tell a word, and as many of them at most. */
const LETTERS = [3, 4, 5] as const;
const MAX_GRAMS = 18;

/** Marks of a word beside whose it is, and of a sentence's end. */
const MARK = { other: 0, known: 1, unknown: 2, empty: 3, before: 4, '.': 5, '?': 6, '!': 7 } as const;
const FIRST_SOURCE = 8;

/** The sentences of a reply as the network reads them, each beside those before it. */
export function inputsOf(reply: string, read: NetworkRead): Input[] {
  const said = sentencesOf(reply, read.language);
  return said.map((each, at) => inputOf(each, read, said.slice(0, at).join(' ')));
}

/** A sentence as the network reads it. @param before what the reply has said before */
export function inputOf(sentence: string, read: NetworkRead, before = ''): Input {
  const { language, query, asked, calls, count, hasCalledEarlier } = read;
  const [ask, call, counted] = [ASKED.indexOf(asked), CALLS.indexOf(calls), COUNTS.indexOf(count)];
  const pair = ask * CALLS.length + call;
  const led = sentencesOf(before, language).flatMap((one) => tokensOf(one, read));
  return {
    tokens: [
      ...led.slice(-MAX_BEFORE).map((token) => ({ ...token, marks: [...token.marks, MARK.before] })),
      ...tokensOf(sentence, read),
    ],
    query: query.slice(0, MAX_ASKED).map((word) => tokenOf(word)),
    situations: [ask, call, counted, pair, pair * COUNTS.length + counted, 2 * ask + Number(hasCalledEarlier)].map(
      (row, which) => row + (OFFSETS[which] ?? 0),
    ),
  };
}

/** Where the rows begin for what was asked, how the calls ended, the count, the first two, all three, and what was before. */
const SIZES = [4, 5, 4, 20, 80];
const OFFSETS = [0, ...SIZES.map((_, which) => SIZES.slice(0, which + 1).reduce((sum, size) => sum + size, 0))];

/** Digits with what parts them: 20.5, 16:30, 16h30. */
const DIGITS = /(\d+(?:[.,:h]\d+)*)/;
/** A number has so many words at most. */
const MAX_NUMBER = 4;

function tokensOf(sentence: string, read: NetworkRead): Token[] {
  const end = endsAsking(sentence) ? '?' : sentence.trim().endsWith('!') ? '!' : '.';
  const tokens = sentence
    .split(DIGITS)
    .flatMap((part, index) => (index % 2 === 1 ? [digitsToken(part, read)] : wordTokens(words(part), read)));
  return [...tokens.slice(0, MAX_WORDS), tokenOf(end, [MARK[end]])];
}

function digitsToken(digits: string, { isKnown }: NetworkRead): Token {
  const parts = digits.split(/[.,:h]/).map(Number);
  const isAll = parts.every((part) => isKnown(part));
  return tokenOf('0', [isAll || isKnown(Number(digits.replace(',', '.'))) ? MARK.known : MARK.unknown]);
}

function wordTokens(said: readonly string[], read: NetworkRead): Token[] {
  const { language, sources, isKnown } = read;
  const tokens: Token[] = [];
  while (tokens.length < said.length) {
    const at = tokens.length;
    const word = said[at] ?? '';
    const isEmpty = !isContent(word) || isStopWord(word, language);
    for (let length = isEmpty ? 0 : MAX_NUMBER; length > 0; length--) {
      const number = numberIn(said.slice(at, at + length).join(' '), language);
      if (number === undefined || at + length > said.length) continue;
      const mark = isKnown(number, at > 0 && said[at - 1] === HALF_TO[language]) ? MARK.known : MARK.unknown;
      tokens.push(...said.slice(at, at + length).map((one) => tokenOf(one, [mark])));
      break;
    }
    if (tokens.length > at) continue;
    const whose = isEmpty
      ? [MARK.empty]
      : sources.flatMap(([, isOf], index) => (isOf(word) ? FIRST_SOURCE + index : []));
    tokens.push(tokenOf(word, whose.length > 0 ? whose : [MARK.other]));
  }
  return tokens;
}

/** A word by its own row and those of its letters. */
function tokenOf(word: string, marks: number[] = []): Token {
  const text = `<${word}>`;
  const grams = LETTERS.flatMap((length) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, from) => text.slice(from, from + length)),
  );
  return {
    word: hash(word) & (WORD_ROWS - 1),
    grams: grams.slice(0, MAX_GRAMS).map((gram) => hash(gram) & (GRAM_ROWS - 1)),
    marks,
  };
}

/** FNV-1a with the last steps of MurmurHash3, as all words and letters share rows: Weinberger et al., "Feature hashing" (2009). */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (sum ^ (sum >>> 13)) >>> 0;
}
