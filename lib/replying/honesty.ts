import { entityIndex } from '../home/entity-index.js';
import { stateWords } from '../home/state-words.js';
import type { House } from '../home/types.js';
import { fold, stem, words } from '../language/fold.js';
import { numberIn } from '../language/numbers.js';
import { endsAsking } from '../language/question.js';
import { isStopWord } from '../language/stop-words.js';
import type { Message } from '../llm/types.js';
import { type Asked, askedBy, asksForQuotes } from './asked-for.js';
import { oddsOfSentence } from './claim-classifier.js';
import { type Claims, claimsIn, languageOf, OPPOSITE, type StateKind } from './claims.js';
import { type Facts, numbersIn } from './facts.js';
import { type Earlier, isContent, readSituation, type Told } from './situation.js';

/** What a sentence is held against. */
export interface Grounds {
  facts: Facts;
  /** What the person asked; numbers in it may be said. */
  query: string;
  /** BCP 47 tag of the answer; models fall back to English, which is checked, too. In others nothing counts as a claim. */
  language: string;
  earlier: Earlier;
  told: Told;
  /** As it is now: what isn't in the results is held against it. */
  house?: House | undefined;
  /** What the reply has said before; a quotation that it has begun goes on. */
  said?: string | undefined;
}

/** The same as it is read in a language. */
interface Held extends Grounds {
  claims: Claims;
  asked: Asked;
}

const KINDS = Object.keys(OPPOSITE) as StateKind[];
/** So much of the query tells whether it is an order. */
const MAX_QUERY = 300;
/** So much of a sentence is checked. */
const MAX_SENTENCE = 1_000;
/** Words that the name of a device has at most. */
const MAX_NAME_WORDS = 6;
/** Shorter words aren't parts of others. */
const MIN_PART = 4;
/** What is quoted is somebody else's, also where the quotation goes on behind the sentence. */
const QUOTED = /(?<![\p{L}\p{N}])"[^"]*(?:"|$)|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)/gu;
/**
 * What is less likely so is held to be untrue, by what was asked for; logarithms of odds, chosen on `bench/claims/validation.txt`. A story
 * may tell whatever it likes.
 */
const LEAST_ODDS = { order: 0, statement: 0, question: -1.5, words: -4 } as const;
/** "About 22" for 21.5 is right. */
const ROUNDING = 1;

/**
 * Why a sentence contradicts what the tools have said: it tells a state or value of a device other than the one that was read, or
 * that the house has, or it is likely to claim what no result bears out. Undefined when it doesn't, or can't be told.
 * Words for the model.
 */
export function contradiction(sentence: string, grounds: Grounds): string | undefined {
  const query = grounds.query.slice(0, MAX_QUERY);
  const { facts } = grounds;
  const language = languageOf(query, grounds.language);
  const asked = askedBy(query, language);
  const own = ownWordsIn(sentence, asked, facts, grounds.said);
  // Without marks all of it is what was asked for.
  if (own === sentence && asksForQuotes(query, language)) return undefined;
  const said = own.slice(0, MAX_SENTENCE);
  if (words(said).length === 0) return undefined;
  const spoken = languageOf(said, grounds.language);
  const claims = claimsIn(spoken);
  if (!claims) return undefined;
  const told = statesTold(said, { ...grounds, asked, claims, language: spoken });
  if (told !== undefined) return told === 'so' ? undefined : told.why;
  const read = readSituation({ ...grounds, language, spoken });
  const odds = oddsOfSentence(said, read, grounds.said ?? '');
  if (odds === undefined || odds > LEAST_ODDS[asked]) return undefined;
  if (facts.acted === 0)
    return facts.acts.length > 0
      ? 'The tool failed, so nothing was done.'
      : 'No tool was called that does anything, so nothing was done.';
  return 'No tool was called that does this: only what the results say was done.';
}

/**
 * A sentence without what it quotes, where nothing was ordered: behind an order models put their own words into marks, too.
 * @param before what the reply has said before
 */
export function ownWordsIn(sentence: string, asked: Asked, facts: Facts, before = ''): string {
  const isToQuote = facts.acts.length === 0 && (asked === 'words' || asked === 'question');
  return isToQuote ? `${quoteIn(before)}${sentence}`.replace(QUOTED, '') : sentence;
}

/** Whether a sentence only tells states of devices, as they are; or why one of them is another. */
function statesTold(sentence: string, grounds: Held): 'so' | { why: string } | undefined {
  if (grounds.asked === 'words') return undefined;
  const { claims, facts } = grounds;
  let subject = grounds.asked === 'question' ? deviceAsked(grounds) : undefined;
  // "The lamp and the fan are on": what is said of one holds for those beside it.
  let beside: string[] = [];
  const clauses = clausesIn(sentence, claims);
  let so = 0;
  let goesOn = false;
  for (const clause of endsAsking(sentence) ? clauses.slice(0, -1) : clauses) {
    const folded = fold(clause);
    const named = deviceIn(folded, grounds);
    if (claims.open.test(folded)) {
      // "I couldn't, but …" speaks of the same device.
      subject = named ?? subject;
      beside = [];
      goesOn = false;
      continue;
    }
    if (named !== undefined && isNameOnly(folded, named)) {
      // "I turned on the lamp and the fan."
      if (goesOn && facts.failed.includes(named)) return { why: `It did not work for ${named}.` };
      beside.push(named);
      so++;
      continue;
    }
    const why =
      [...beside, named]
        .map((name) => falseState(clause, folded, name ?? subject, grounds))
        .find((one) => one !== undefined) ?? falseTogether(folded, [...beside, named], facts, claims);
    if (why !== undefined) return { why };
    if (named !== undefined && isSo(folded, named, grounds) && !claims.now.test(folded)) so++;
    subject = named ?? subject;
    beside = [];
    goesOn = named !== undefined && facts.states.some(({ name }) => name === named);
  }
  return so > 0 && so === clauses.length ? 'so' : undefined;
}

/** The mark of a quotation that a text has begun and not ended. */
function quoteIn(text: string): string {
  const last = [...text.matchAll(QUOTED)].at(-1)?.[0] ?? '';
  const isOpen = text.endsWith(last) && (last.length === 1 || !/["“”»]$/.test(last));
  return isOpen ? last.slice(0, 1) : '';
}

function clausesIn(sentence: string, { joints }: Claims): string[] {
  // A decimal point ends no clause.
  const parts = sentence.replace(/(\d)[.,](\d)/g, '$1·$2').split(joints);
  return parts.map((part) => part?.trim().replaceAll('·', '.') ?? '').filter((clause) => fold(clause) !== '');
}

function isLike(word: string, other: string): boolean {
  if (stem(word) === stem(other) || (word.length > MIN_PART && other.startsWith(word.slice(0, MIN_PART + 1))))
    return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length >= MIN_PART ? long.includes(short) : long.startsWith(short) && long.length === short.length + 1;
}

/** Whether a device has the state that a clause says, and no other that it says. */
function isSo(folded: string, name: string, grounds: Held): boolean {
  const known = knownState(name, grounds) ?? '';
  const real = kindOf(known);
  const said = KINDS.filter((kind) => grounds.claims.words[kind].test(folded));
  const numbers = numbersIn(folded);
  if (real !== undefined) return said.includes(real) && !said.includes(OPPOSITE[real]);
  return numbers.length > 0 && numbers.every((number) => numbersIn(known).some((is) => near(is, number, ROUNDING)));
}

function knownState(name: string, { facts, house }: Held): string | undefined {
  const read = stateOf(name, facts);
  if (read !== undefined) return read;
  const entity = house && onlyOne(house, name);
  return entity && stateWords(entity);
}

/** "The lamp and the fan are on": the one is, the other failed and is likely not what the one is. */
function falseTogether(
  folded: string,
  names: readonly (string | undefined)[],
  facts: Facts,
  claims: Claims,
): string | undefined {
  const real = names.map((name) => kindOf((name && stateOf(name, facts)) ?? ''));
  if (!real.some((kind) => kind && claims.states[kind].test(folded))) return undefined;
  const failed = names.find((name) => name && facts.failed.includes(name) && stateOf(name, facts) === undefined);
  return failed && `It did not work for ${failed}.`;
}

function kindsSaid(folded: string, claims: Claims): StateKind[] {
  return KINDS.filter((kind) => claims.states[kind].test(folded));
}

function falseState(clause: string, folded: string, named: string | undefined, grounds: Held): string | undefined {
  const { facts, query, claims, asked, language } = grounds;
  const devices = [...facts.states.map((state) => state.name), ...facts.failed];
  const only = devices.length === 1 ? devices[0] : undefined;
  const name = named ?? only;
  const known = name === undefined ? undefined : knownState(name, grounds);
  if (name === undefined || known === undefined) return undefined;
  const kinds = kindsSaid(folded, claims);
  const real = kindOf(known);
  const isWrong = real
    ? kinds.includes(real === 'locked' && kinds.includes('open') ? 'open' : OPPOSITE[real]) && !kinds.includes(real)
    : false;
  if (isWrong || (kinds.length > 0 && /^(?:unavailable|unknown)\b/.test(known))) return `${name} is: ${known}.`;
  const bare =
    kinds.length === 0 && named !== undefined ? numbersIn(/(?<= )\d+(?:[.,]\d+)?$/.exec(clause)?.[0] ?? '') : [];
  const said = [...valuesIn(clause, claims.units, language), ...bare];
  // What was ordered is so only once it was done.
  const allowed = [...facts.numbers, ...(facts.acted > 0 || asked !== 'order' ? numbersIn(query) : [])];
  const measured = numbersIn(known);
  if (measured.length === 0) return undefined;
  const invented = said.find(
    (value) =>
      ![...allowed, ...measured].some(
        (number) => near(value, number, ROUNDING) || near(value, number * 1.8 + 32, 2 * ROUNDING),
      ),
  );
  return invented === undefined ? undefined : `${name} is: ${known}, not ${invented}.`;
}

const near = (a: number, b: number, most: number) => Math.abs(a - b) <= most;

/** Numbers before a unit, in digits or words: "21.5 degrees", "twenty percent". */
function valuesIn(clause: string, units: string, language: string): number[] {
  const pattern = new RegExp(`([\\p{L}\\p{N}.,-]+(?:[ -][\\p{L}]+)?)\\s*(?:${units})(?![\\p{L}])`, 'giu');
  return [
    ...clause
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .matchAll(pattern),
  ].flatMap(([, said = '']) => {
    const digits = /-?\d+(?:[.,]\d+)?$/.exec(said.trim())?.[0];
    if (digits !== undefined) return [Number(digits.replace(',', '.'))];
    const spoken = words(said);
    const value = numberIn(spoken.join(' '), language) ?? numberIn(spoken.slice(-1).join(' '), language);
    return value === undefined ? [] : [value];
  });
}

/** "The hall light": a device with an article and no more. */
function isNameOnly(folded: string, name: string): boolean {
  return words(folded).length <= words(fold(name)).length + 1;
}

/** The device that a clause names, the longest name first; of the house where the results have none. */
function deviceIn(folded: string, { facts, house }: Held): string | undefined {
  const { states, failed } = facts;
  const names = [...states.map(({ name }) => name), ...failed].sort((a, b) => b.length - a.length);
  const read = names.find((name) => fold(name) !== '' && ` ${folded} `.includes(` ${fold(name)} `));
  if (read !== undefined || house === undefined) return read;
  const said = words(folded);
  for (let length = Math.min(MAX_NAME_WORDS, said.length); length > 0; length--)
    for (let from = 0; from + length <= said.length; from++) {
      const entity = onlyOne(house, said.slice(from, from + length).join(' '));
      if (entity) return entity.name;
    }
  return undefined;
}

/** The device that a query asks about, by its name or as the only one that is called like what it asks about. */
function deviceAsked(grounds: Held): string | undefined {
  const { query, language, house } = grounds;
  const asked = fold(query.slice(0, MAX_QUERY));
  const content = words(asked).filter((word) => isContent(word) && !isStopWord(word, language));
  const isCalled = (name: string) => words(name).some((part) => content.some((word) => isLike(word, part)));
  const like = house?.entities.filter(({ name }) => isCalled(name)) ?? [];
  return deviceIn(asked, grounds) ?? (like.length === 1 ? like[0]?.name : undefined);
}

function onlyOne(house: House, name: string) {
  const found = entityIndex(house).named(name);
  return found.length === 1 ? found[0] : undefined;
}

function stateOf(name: string, { states }: Facts): string | undefined {
  return states.find((state) => fold(state.name) === fold(name))?.state;
}

/** The kind of a state in the words of the results. */
export function kindOf(state: string): StateKind | undefined {
  const first = /^\p{L}+/u.exec(state.toLowerCase())?.[0];
  return KINDS.find((kind) => kind === first);
}

export function earlierIn(dialogue: readonly Message[]): Earlier {
  return {
    words: dialogue.flatMap(({ role, content, tool_calls = [] }) => {
      const given = tool_calls.flatMap((call) => Object.values(call.arguments)).flat();
      return role === 'user' ? [] : words([content, ...given].join(' '));
    }),
    hasCalled: dialogue.some(({ tool_calls = [] }) => tool_calls.length > 0),
  };
}

/** What a dialogue tells without a call: notes of what came before it, and what the person has said that was no order and no question. */
export function toldIn(dialogue: readonly Message[], language: string): string[] {
  return dialogue.flatMap(({ role, content, is_summary }) =>
    role === 'user' && (is_summary || askedBy(content.slice(0, MAX_QUERY), language) === 'statement') ? content : [],
  );
}
