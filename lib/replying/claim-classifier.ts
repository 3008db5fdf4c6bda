import { readFileSync } from 'node:fs';
import { words } from '../language/fold.js';
import { languageFile } from '../language/folders.js';
import { isHalfTo, numberIn } from '../language/numbers.js';
import { endsAsking } from '../language/question.js';
import { isStopWord } from '../language/stop-words.js';
import { primaryLanguage } from '../language/tags.js';
import { forward, GRAM_ROWS, type Input, type Network, type Token, unpacked, WORD_ROWS } from './claim-network.js';
import { sentencesOf } from './sentences.js';
import { ASKED, CALLS, COUNTS, FOUND, isContent, type Read } from './situation.js';

/** File of a language's network in its folder. */
export const CLAIM_NETWORK = 'claims.bin';
/** So many words of a sentence, of what was said before it, and of a query are read. */
const MAX_WORDS = 64;
const MAX_BEFORE = 32;
const MAX_ASKED = 24;
/** Groups of so many letters tell a word, and as many of them at most. */
const LETTERS = [3, 4, 5] as const;
const MAX_GRAMS = 18;

/** What marks a word beside whose it is, and a sentence's end. */
const MARK = {
  other: 0,
  known: 1,
  told: 2,
  house: 3,
  unknown: 4,
  empty: 5,
  before: 6,
  '.': 7,
  '?': 8,
  '!': 9,
} as const;
const FIRST_SOURCE = 10;

/** A sentence as the network reads it. @param before what the reply has said before */
export function inputOf(sentence: string, read: Read, before = ''): Input {
  const { language, query, asked, calls, count, found, hasCalledEarlier } = read;
  const [ask, call, counted] = [ASKED.indexOf(asked), CALLS.indexOf(calls), COUNTS.indexOf(count)];
  const pair = ask * CALLS.length + call;
  const led = sentencesOf(before, language).flatMap((one) => tokensOf(one, read));
  return {
    tokens: [
      ...led.slice(-MAX_BEFORE).map((token) => ({ ...token, marks: [...token.marks, MARK.before] })),
      ...tokensOf(sentence, read),
    ],
    query: query.slice(0, MAX_ASKED).map((word) => tokenOf(word)),
    situations: [
      ask,
      call,
      counted,
      pair,
      pair * COUNTS.length + counted,
      2 * ask + Number(hasCalledEarlier),
      FOUND.indexOf(found),
    ].map((row, which) => row + (OFFSETS[which] ?? 0)),
  };
}

/** Where the rows begin for what was asked, how the calls ended, the count, the first two, all three, calls before, and what was found. */
const SIZES = [4, 5, 4, 20, 80, 8];
const OFFSETS = [0, ...SIZES.map((_, which) => SIZES.slice(0, which + 1).reduce((sum, size) => sum + size, 0))];

/** Digits with what parts them: 20.5, 16:30, 16h30. */
const DIGITS = /(\d+(?:[.,:h]\d+)*)/;
/** A number has so many words at most. */
const MAX_NUMBER = 4;

function tokensOf(sentence: string, read: Read): Token[] {
  const end = endsAsking(sentence) ? '?' : sentence.trim().endsWith('!') ? '!' : '.';
  const tokens = sentence
    .split(DIGITS)
    .flatMap((part, index) => (index % 2 === 1 ? [digitsToken(part, read)] : wordTokens(words(part), read)));
  return [...tokens.slice(0, MAX_WORDS), tokenOf(end, [MARK[end]])];
}

function digitsToken(digits: string, { originOf }: Read): Token {
  const parts = new Set(digits.split(/[.,:h]/).map((part) => originOf(Number(part))));
  const whole = originOf(Number(digits.replace(',', '.')));
  const [only = whole] = parts;
  return tokenOf('0', [MARK[whole === 'unknown' && parts.size === 1 ? only : whole]]);
}

function wordTokens(said: readonly string[], read: Read): Token[] {
  const { language, sources, originOf } = read;
  const tokens: Token[] = [];
  while (tokens.length < said.length) {
    const at = tokens.length;
    const word = said[at] ?? '';
    const isEmpty = !isContent(word) || isStopWord(word, language);
    for (let length = isEmpty ? 0 : MAX_NUMBER; length > 0; length--) {
      const number = numberIn(said.slice(at, at + length).join(' '), language);
      if (number === undefined || at + length > said.length) continue;
      const mark = MARK[originOf(number, isHalfTo(said[at - 1], language))];
      tokens.push(...said.slice(at, at + length).map((one) => tokenOf(one, [mark])));
      break;
    }
    if (tokens.length > at) continue;
    const whose = isEmpty ? [MARK.empty] : sources.flatMap((isOf, index) => (isOf(word) ? FIRST_SOURCE + index : []));
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

const learned = new Map<string, Network | undefined>();

/** What was learned for a language; undefined where nothing was. */
function networkOf(language: string): Network | undefined {
  const tag = primaryLanguage(language);
  if (!learned.has(tag)) {
    const file = languageFile(tag, CLAIM_NETWORK);
    learned.set(tag, file === undefined ? undefined : unpacked(readFileSync(file)));
  }
  return learned.get(tag);
}

/** The logarithm of the odds that a sentence may be spoken; undefined in a language for which nothing was learned. */
export function oddsOfSentence(sentence: string, read: Read, before: string): number | undefined {
  const network = networkOf(read.language);
  return network && forward(network, inputOf(sentence, read, before)).odds;
}
