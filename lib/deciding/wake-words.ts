import { fold } from '../language/fold.js';
import { soundDistance } from '../language/phonetics.js';
import { type Names, namesOf, type Token, tokensOf, type WakeOptions } from './wake-tokens.js';
import {
  ADDRESSES,
  ADVERBS,
  AFTER_GREETING,
  ASKS_NAME,
  BEFORE,
  DENIES,
  EITHER,
  GOOD,
  GREETINGS,
  IS_CALLED,
  IS_PAST,
  MEANWHILE,
  MISHEARD_HEY,
  NAMES_IT,
  NAMING,
  OPENERS,
  ORDERS,
  PLACES,
  PLEASE,
  PREAMBLE,
  REPLIES,
  SPEAKS_OF,
  SPEAKS_WITH,
  TELLS,
  TELLS_HOW,
  TELLS_SO,
  THIRD_PERSON,
  TIMES_OF_DAY,
} from './wake-vocabulary.js';

export interface Woken {
  woken: boolean;
  /** The words without the wake word; the whole text when it isn't there. */
  query: string;
}

const MAX_WORDS_AWAY = 3;
/** "Could you please, Jarvis, …": after more words than these a name between commas is one of a list. */
const MAX_WORDS_BEFORE = 3;
/** Characters of the start in which the name is looked for; what is asked may be longer. */
const MAX_LETTERS = 2000;
/** Words of a sentence in which a name at its end is looked for. */
const MAX_ENDING_WORDS = 12;
/** Words compared by their sound in one text: more than any utterance has places for a name. */
const MAX_COMPARED = 400;

/**
 * Whether a text calls the assistant by its wake word, at the start of a sentence or at its end, and what it asks.
 * Misheard names count after a greeting ("Hey Travis, …"), near ones also alone ("Jervis, …"); a name that is only
 * spoken about ("Travis called", "Jarvis is a nice name") doesn't.
 */
export function findWakeWord(text: string, options: WakeOptions): Woken {
  const said = text.slice(0, MAX_LETTERS);
  const named = namesOf(options);
  const tokens = tokensOf(said, named);
  for (const start of sentenceStarts(tokens)) {
    const end = calledAt(tokens, start, named, said);
    if (end === undefined) continue;
    return {
      woken: true,
      query: [asideBefore(text, tokens, start), queryFrom(text, tokens, end, named)].join(' ').trim(),
    };
  }
  for (let at = 1; at < tokens.length; at++) {
    if (!isSentenceEnd(said, tokens, at)) continue;
    const first = Math.max(0, at - MAX_ENDING_WORDS);
    const from = first + (calledAtEnd(tokens.slice(first, at), named) ?? Number.NaN);
    if (!tokens[from - 1]?.pause) continue;
    const before = said.slice(0, tokens[from - 1]?.to).trim();
    return { woken: true, query: before + text.slice(tokens[at - 1]?.to).trimEnd() };
  }
  const from = said === text ? calledAtEnd(tokens, named) : undefined;
  if (from === undefined) return { woken: false, query: text.trim() };
  const before = tokens[from - 1];
  const ending = /[?!.…。！？؟।]+\s*$/u.exec(said)?.[0].trim() ?? '';
  return { woken: true, query: before ? said.slice(0, before.to).trim() + ending : '' };
}

/** What is asked before a name between commas: "Tomorrow, Jarvis, wake me" asks for tomorrow; a greeting asks nothing. */
function asideBefore(text: string, tokens: readonly Token[], start: number): string {
  // "…, hey Jarvis, …" begins anew
  if (start === 0 || skipGreeting(tokens, start) > start) return '';
  let from = start;
  while (from > 0 && !isSentenceEnd(text, tokens, from)) from--;
  const before = tokens.slice(from, start);
  const isPreamble = before.every(({ word }) => PREAMBLE.some((words) => words.has(word)));
  return isPreamble ? '' : text.slice(tokens[from]?.from, before.at(-1)?.to);
}

/**
 * Takes the wake word off words whose sound has already woken the assistant: speech to text may have kept a part of it,
 * or misheard it altogether. What doesn't look like it stays.
 */
export function stripWakeWord(text: string, options: WakeOptions): string {
  const named = namesOf(options);
  let rest = text.trim();
  for (let i = 0; i < 2; i++) {
    const tokens = tokensOf(rest.slice(0, MAX_LETTERS), named);
    const skip = isHailed(tokens, 0) ? 1 : 0;
    const length = nameLength(tokens, skip, named, looseLimit) ?? (skip === 0 ? remains(tokens, named) : undefined);
    const hailed = skip > 0 && tokens[skip - 1]?.pause ? skip : undefined;
    const beside = i === 0 ? behindMisheardHey(tokens, named) : undefined;
    const end = length === undefined ? (hailed ?? misheard(tokens, named) ?? beside ?? 0) : skip + length;
    if (end === 0) break;
    rest = rest.slice(tokens[end]?.from ?? rest.length);
  }
  const { woken, query } = findWakeWord(rest, options);
  return woken ? query : rest.trim();
}

/** What stands behind the name in words whose sound has woken the assistant: before it a television spoke. */
export function behindName(text: string, options: WakeOptions): string | undefined {
  const named = namesOf(options);
  const tokens = tokensOf(text.slice(0, MAX_LETTERS), named);
  for (const at of tokens.keys()) {
    const length = at > 0 ? nameLength(tokens, at, named, () => 0) : undefined;
    const next = length && tokens[at + length];
    if (next) return text.slice(next.from);
  }
  return undefined;
}

/** Where a sentence may begin: at the start, after a pause, and after words like "so" or "um" there. */
function sentenceStarts(tokens: readonly Token[]): number[] {
  const starts = new Set<number>();
  tokens.forEach((_, i) => {
    if (i > 0 && !tokens[i - 1]?.pause) return;
    let start = i;
    starts.add(start);
    while (start < i + MAX_WORDS_AWAY && BEFORE.has(tokens[start]?.word ?? '')) starts.add(++start);
  });
  return [...starts].filter((start) => start < tokens.length).sort((a, b) => a - b);
}

function isHailed(tokens: readonly Token[], start: number): boolean {
  return GREETINGS.has(tokens[start]?.word ?? '');
}

function skipGreeting(tokens: readonly Token[], start: number): number {
  const [first = '', second = ''] = [tokens[start]?.word, tokens[start + 1]?.word];
  if (GOOD.has(first) && TIMES_OF_DAY.has(second)) return start + 2;
  if (first === 'thank' && second === 'you') return start + 2;
  if (OPENERS.test(`${first} ${second}`)) return start + 2;
  if (isHailed(tokens, start) && AFTER_GREETING.has(second)) return start + 2;
  return isHailed(tokens, start) || REPLIES.has(first) ? start + 1 : start;
}

/** The token after the wake word when it is spoken at `start`. */
function calledAt(tokens: readonly Token[], start: number, named: Names, text: string): number | undefined {
  const name = skipGreeting(tokens, start);
  const greeted = name > start;
  // people thank each other, too: only "hey" and its like are said to the assistant alone
  const hailed = isHailed(tokens, start);
  const limit = hailed ? greetedLimit : aloneLimit;
  const exact = nameLength(tokens, name, named, () => 0);
  const length = exact ?? nameLength(tokens, name, named, limit);
  if (length === undefined) return undefined;
  const end = name + length;
  // "Good night, Jarvis" asks for something by itself: its words stay the query
  if (greeted && !hailed && end === tokens.length) return undefined;
  if (hailed && exact !== undefined) return end;
  const last = tokens[end - 1];
  const next = tokens[end];
  if (!next || last?.pause) {
    // "…, Jarvis, …" in the middle of a sentence calls somebody only soon after its start: "Good morning, Jarvis, …"
    const begins = start === 0 || isSentenceEnd(text, tokens, start) || BEFORE.has(tokens[start - 1]?.word ?? '');
    const isAside = exact !== undefined && next && !tells(tokens, end, text, named) && isEarly(text, tokens, start);
    return greeted || begins || isAside ? end : undefined;
  }
  const before = tokens[start - 1]?.word ?? '';
  const isFiller = exact !== undefined && BEFORE.has(before) && !TELLS.has(before);
  if (start > 0 && !greeted && !isFiller && !isSentenceEnd(text, tokens, start)) return undefined;
  if (tells(tokens, end, text, named)) return undefined;
  return greeted || !isSecondName(tokens, end, named) ? end : undefined;
}

/** Whether the words after a name go on about somebody: "Jarvis is …", but not "Jarvis is it …" or a question. */
function tells(tokens: readonly Token[], end: number, text: string, { capitals }: Names): boolean {
  let at = end;
  while (MEANWHILE.has(tokens[at]?.word ?? '') && !tokens[at]?.pause) at++;
  const next = tokens[end];
  const verb = tokens[at];
  if (!next) return false;
  const rest = text.slice(next.from);
  if (/^n[eo]?$|^n['’]/u.test(text.slice(next.from, next.to).slice(0, 2)) && DENIES.test(fold(rest))) return true;
  if (EITHER.has(next.word) || IS_PAST.test(text.slice(next.from, next.to))) return true;
  if (capitals && THIRD_PERSON.test(text.slice(next.from, next.to)) && TELLS_HOW.test(rest)) return true;
  const isQuestion = /[?？؟]\s*$/u.test(text);
  if (!capitals && !isQuestion && TELLS_SO.test(rest)) return true;
  if (!TELLS.has(next.word) && !(verb && TELLS.has(verb.word))) return false;
  return !isQuestion && !ADDRESSES.test(rest.toLowerCase()) && !ORDERS.test(rest);
}

/** Whether a word with a capital after the name belongs to it: "Jarvis Cocker sings". */
function isSecondName(tokens: readonly Token[], end: number, { names, capitals }: Names): boolean {
  const [next, second, third] = tokens.slice(end, end + 3);
  if (!next?.capital || !second || second.capital || names.includes(next.word)) return false;
  // where nouns are written with a capital, only a verb behind it tells
  if (capitals) return TELLS.has(second.word) && !next.pause;
  return !/^i(?:m|d|ve|ll)?$/.test(next.word) && !(PLACES.has(second.word) && !third?.capital);
}

function isSentenceEnd(text: string, tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  return before === undefined || /[.!?…。！？؟।]/u.test(text.slice(before.to, tokens[start]?.from));
}

/** Whether only a few words of the sentence stand before `start`, none of which tells who somebody is ("my cousin, …"). */
function isEarly(text: string, tokens: readonly Token[], start: number): boolean {
  for (let at = start - 1; at >= start - MAX_WORDS_BEFORE; at--) {
    if (SPEAKS_OF.has(tokens[at]?.word ?? '')) return false;
    if (isSentenceEnd(text, tokens, at)) return true;
  }
  return false;
}

/** The token at which the wake word begins when the text ends with it ("…, Jarvis", "… Jarvis please"). */
function calledAtEnd(all: readonly Token[], named: Names): number | undefined {
  const tokens = all.slice(0, all.findLastIndex(({ word }) => !PLEASE.has(word)) + 1);
  for (let length = 1; length <= 3; length++) {
    const from = tokens.length - length;
    const before = tokens[from - 1];
    if (!before || nameLength(tokens, from, named, before.pause ? aloneLimit : () => 0) !== length) continue;
    const greeting = GREETINGS.has(before.word);
    const previous = greeting ? tokens[from - 2] : before;
    if (!previous) return undefined;
    if (greeting && !previous.pause) return undefined;
    if (asksName(tokens, from)) return from;
    if (previous.pause && !/^(?:call|named|nenn|appelle|llama)/.test(previous.word)) return greeting ? from - 1 : from;
    return SPEAKS_OF.has(previous.word) || isNamed(tokens, from) ? undefined : from;
  }
  return undefined;
}

/** Whether the sentence asks what something else is called: "what was that film called, Jarvis?" */
function asksName(tokens: readonly Token[], from: number): boolean {
  let first = from - 1;
  while (first > 0 && !tokens[first - 1]?.pause) first--;
  while (BEFORE.has(tokens[first]?.word ?? '') && !ASKS_NAME.has(tokens[first]?.word ?? '')) first++;
  if (!ASKS_NAME.has(tokens[first]?.word ?? '')) return false;
  const asked = tokens.slice(first, from).map(({ word }) => word);
  if (!asked.some((word) => NAMING.has(word))) return false;
  const last = asked.at(-1) ?? '';
  if (/^(?:call|nam)ed$/.test(last)) return tokens[from - 1]?.pause === true || IS_CALLED.test(asked.join(' '));
  return !(SPEAKS_OF.has(last) || SPEAKS_WITH.has(last));
}

/** Whether the sentence that ends with a name says who has it, or asks who that is. */
function isNamed(tokens: readonly Token[], from: number): boolean {
  let verb = from - 1;
  while (ADVERBS.has(tokens[verb]?.word ?? '')) verb--;
  if (NAMES_IT.test(`${tokens[from - 2]?.word} ${tokens[from - 1]?.word}`)) return true;
  if (verb < from - 1 && SPEAKS_WITH.has(tokens[verb]?.word ?? '')) return true;
  for (let at = from - 1; at > 0 && !tokens[at - 1]?.pause; at--) if (NAMING.has(tokens[at]?.word ?? '')) return true;
  return false;
}

type Limit = (name: string) => number;
const greetedLimit: Limit = (name) => (name.length < 5 ? 0.5 : name.length < 8 ? 1 : 1.5);
const aloneLimit: Limit = (name) => (name.length < 5 ? 0 : name.length < 8 ? 0.5 : 1);
const looseLimit: Limit = (name) => (name.length < 5 ? 0.5 : 1.5);
const mutilatedLimit: Limit = (name) => (name.length < 5 ? 0.5 : 2.25);

/** How many tokens at `from` make one of the names, at most as far from it as the limit says. */
function nameLength(tokens: readonly Token[], from: number, named: Names, limit: Limit): number | undefined {
  let best: { length: number; distance: number } | undefined;
  for (let length = 1; length <= 3 && from + length <= tokens.length; length++) {
    const group = tokens.slice(from, from + length);
    if (group.slice(0, -1).some(({ pause }) => pause)) break;
    if (group.at(-1)?.possessive) continue;
    const spoken = group.map(({ word }) => word).join('');
    for (const name of named.names) {
      if (Math.abs(spoken.length - name.length) > 4) continue;
      const isExact = spoken === name || limit(name) === 0 || named.compared >= MAX_COMPARED;
      if (!isExact) named.compared++;
      const distance =
        spoken === name ? 0 : isExact ? Number.POSITIVE_INFINITY : Math.max(soundDistance(spoken, name), 0.1);
      if (distance <= limit(name) && (best === undefined || distance < best.distance)) best = { length, distance };
    }
  }
  return best?.length;
}

/** The token after a greeting and a name that were both misheard: "the H. Arvis", "a jar of this". */
function misheard(tokens: readonly Token[], named: Names): number | undefined {
  let start = 0;
  while (start < MAX_WORDS_AWAY && isMisheardHey(tokens[start])) start++;
  for (let from = start; from > 0; from--) {
    const length = nameLength(tokens, from, named, mutilatedLimit);
    if (length !== undefined) return from + length;
  }
  return undefined;
}

/** The token after a name with a pause behind it, and any short words before: "I hate Jarvis. Turn on …". */
function behindMisheardHey(tokens: readonly Token[], named: Names): number | undefined {
  for (let from = 1; from < MAX_WORDS_AWAY && !tokens[from - 1]?.pause; from++) {
    const end = from + (nameLength(tokens, from, named, aloneLimit) ?? Number.NaN);
    if (tokens[end] && tokens[end - 1]?.pause) return end;
  }
  return undefined;
}

function isMisheardHey(token: Token | undefined): boolean {
  // a letter has a full stop, not a pause
  return token !== undefined && MISHEARD_HEY.has(token.word) && (!token.pause || token.word.length === 1);
}

/** A rest of the name that was cut off ("arvis, …"), or one with the greeting grown on ("Bejarvis, …"). */
function remains(tokens: readonly Token[], { names }: Names): number | undefined {
  const first = tokens[0];
  if (!first || first.word.length < 3 || !first.pause) return undefined;
  return names.some((name) => name.endsWith(first.word) || first.word.endsWith(name)) ? 1 : undefined;
}

function queryFrom(text: string, tokens: readonly Token[], end: number, named: Names): string {
  const next = tokens[end];
  if (!next) return '';
  // called twice: "Hey Jarvis, hey Jarvis, …", "Jarvis Jarvis …"
  const length = nameLength(tokens, end, named, () => 0);
  if (length !== undefined) return queryFrom(text, tokens, end + length, named);
  const isCall = tokens[end - 1]?.pause && (next.pause || skipGreeting(tokens, end) > end);
  const again = isCall ? calledAt(tokens, end, named, text.slice(0, MAX_LETTERS)) : undefined;
  return again === undefined ? text.slice(next.from).trim() : queryFrom(text, tokens, again, named);
}
