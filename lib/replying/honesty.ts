import { fold, words } from '../language/fold.js';
import { numberIn } from '../language/numbers.js';
import { isQuestion } from '../language/question.js';
import { type Claims, claimsIn, OPPOSITE, type StateKind } from './claims.js';
import { type Facts, numbersIn } from './facts.js';
import { type PromiseGrounds, promises } from './promises.js';

/** What a sentence is held against. */
export interface Grounds {
  facts: Facts;
  /** What the person asked; numbers in it may be said. */
  query: string;
  /** BCP 47 tag of the answer; a language without words for claims isn't checked. */
  language: string;
  /** There are tools that act, and nothing in the dialogue or this reply says that one has: then nothing was done. */
  idle: boolean;
  /** "I will turn it on" counts as a promise, too: the call that does it may still follow in the same answer. */
  soon?: boolean;
}

const KINDS = Object.keys(OPPOSITE) as StateKind[];
/** So much of the query tells whether it is an order. */
const MAX_QUERY = 300;
/** So much of a sentence is checked. */
const MAX_SENTENCE = 1_000;
/** Letters that a word has in singular and plural. */
const STEM = 4;
/** "About 22" for 21.5 is right. */
const ROUNDING = 1;

/**
 * Why a sentence contradicts what the tools have said: it claims a success that no result confirms, or a state or value
 * of a device other than the one that was read. Undefined when it doesn't, or can't be told. Words for the model.
 */
export function contradiction(sentence: string, grounds: Grounds): string | undefined {
  const claims = claimsIn(grounds.language);
  if (!claims || /[?？]["'”’»)\s]*$/.test(sentence)) return undefined;
  if (grounds.facts.acted === 0 && promises(sentence.slice(0, MAX_SENTENCE), promiseGrounds(grounds, claims)))
    return 'No tool was called that does it: nothing was done, and nothing will be done later without one.';
  let subject: string | undefined;
  // "The lamp and the fan are on", "I turned on the lamp and the fan": what is said of one holds for those beside it.
  let beside: string[] = [];
  let said: ((name: string | undefined) => string | undefined) | undefined;
  // A decimal point ends no clause.
  for (const raw of sentence
    .slice(0, MAX_SENTENCE)
    .replace(/(\d)[.,](\d)/g, '$1·$2')
    .split(claims.joints)) {
    const clause = raw?.trim().replaceAll('·', '.') ?? '';
    const folded = fold(clause);
    if (folded === '') continue;
    if (claims.open.test(folded)) {
      // "I couldn't, but …" speaks of the same device.
      subject = deviceIn(folded, grounds.facts) ?? subject;
      beside = [];
      said = undefined;
      continue;
    }
    const named = deviceIn(folded, grounds.facts);
    if (named !== undefined && isNameOnly(folded, named)) {
      const wrong = said?.(named);
      if (wrong !== undefined) return wrong;
      beside.push(named);
      continue;
    }
    const held = (name: string | undefined) =>
      falseSuccess(folded, name, grounds, claims) ?? falseState(clause, folded, name ?? subject, grounds, claims);
    const wrong =
      [...beside, named].map(held).find((why) => why !== undefined) ??
      falseTogether(folded, [...beside, named], grounds.facts, claims);
    if (wrong !== undefined) return wrong;
    subject = named ?? subject;
    beside = [];
    said = held;
  }
  return undefined;
}

function promiseGrounds({ query, language, idle, soon = false }: Grounds, claims: Claims): PromiseGrounds {
  const asked = query.slice(0, MAX_QUERY);
  const isAsked = isQuestion(asked, language);
  return { language, idle, soon, isQuestion: isAsked, isOrder: !isAsked && claims.order.test(fold(asked)) };
}

function falseSuccess(
  folded: string,
  named: string | undefined,
  { facts, query, language, idle }: Grounds,
  claims: Claims,
): string | undefined {
  const bare = claims.bare.test(folded);
  if (facts.acted === 0 && facts.notActed === 0) {
    const claimed = bare || claims.mine.test(folded) || (facts.results === 0 && isNew(folded, query, language, claims));
    return idle && claimed ? 'No tool was called that does anything, so nothing was done.' : undefined;
  }
  const done = bare || claims.done.test(folded);
  const newState = claims.now.test(folded) && statesAny(folded, claims);
  if (facts.acted > 0 && facts.failed.length > 0 && claims.all.test(folded) && (done || statesAny(folded, claims))) {
    return `It did not work for ${facts.failed.join(', ')}.`;
  }
  const missed = facts.missed.find(
    ({ name, kind }) => fold(name) === fold(named ?? '') && claims.states[kind].test(folded),
  );
  if (missed && stateOf(missed.name, facts) === undefined && !claims.unchanged.test(folded)) {
    return `It did not work for ${missed.name}.`;
  }
  if (!done && !newState) return undefined;
  if (facts.acted === 0 && !(newState && !done && named !== undefined && stateOf(named, facts) !== undefined)) {
    return 'The tool failed, so nothing was done.';
  }
  if (named !== undefined && facts.failed.some((name) => fold(name) === fold(named))) {
    return `It did not work for ${named}.`;
  }
  return undefined;
}

/** Whether a clause tells, without the result of any tool, that something has changed: what was ordered, or a device's state. */
function isNew(folded: string, query: string, language: string, claims: Claims): boolean {
  if (claims.unchanged.test(folded)) return false;
  const states = KINDS.filter((kind) => claims.states[kind].test(folded));
  const isClaim = states.length > 0 || claims.done.test(folded) || claims.ordered.test(folded);
  const thing = isClaim ? undefined : claims.brief.exec(folded)?.[1];
  if (!isClaim && thing === undefined) return false;
  const asked = query.slice(0, MAX_QUERY);
  if (isQuestion(asked, language)) return false;
  const order = claims.order.test(fold(asked));
  // "Hold on" is about no device.
  if (order && thing !== undefined) return fold(asked).includes(thing.slice(0, STEM));
  if (order) return true;
  // What opens or closes may be a shop; what is told on request happened elsewhere.
  const isNow = claims.now.test(folded) && states.some((kind) => kind !== 'open' && kind !== 'closed');
  return isNow && !claims.tell.test(fold(asked));
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

function statesAny(folded: string, claims: Claims): boolean {
  return KINDS.some((kind) => claims.states[kind].test(folded));
}

function falseState(
  clause: string,
  folded: string,
  named: string | undefined,
  { facts, query, language }: Grounds,
  claims: Claims,
): string | undefined {
  const only = facts.states.length === 1 ? facts.states[0]?.name : undefined;
  const name = named ?? only;
  const known = name === undefined ? undefined : stateOf(name, facts);
  if (name === undefined || known === undefined) return undefined;
  const kinds = KINDS.filter((kind) => claims.states[kind].test(folded));
  const real = kindOf(known);
  const isWrong = real ? kinds.includes(OPPOSITE[real]) && !kinds.includes(real) : false;
  if (isWrong || (kinds.length > 0 && /^(?:unavailable|unknown)\b/.test(known))) return `${name} is: ${known}.`;
  const said = valuesIn(clause, claims.units, language);
  const allowed = [...facts.numbers, ...numbersIn(query)];
  const measured = numbersIn(known);
  if (measured.length === 0) return undefined;
  const invented = said.find(
    (value) => !allowed.some((number) => near(value, number, ROUNDING) || near(value, number * 1.8 + 32, 2 * ROUNDING)),
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

/** The device that a clause names, the longest name first. */
function deviceIn(folded: string, { states, failed }: Facts): string | undefined {
  const names = [...states.map(({ name }) => name), ...failed].sort((a, b) => b.length - a.length);
  return names.find((name) => fold(name) !== '' && ` ${folded} `.includes(` ${fold(name)} `));
}

function stateOf(name: string, { states }: Facts): string | undefined {
  return states.find((state) => fold(state.name) === fold(name))?.state;
}

/** The kind of a state in the words of the results. */
export function kindOf(state: string): StateKind | undefined {
  const first = /^\p{L}+/u.exec(state.toLowerCase())?.[0];
  return KINDS.find((kind) => kind === first);
}
