import { numberIn } from '../deciding/sentences/numbers.js';
import { fold, words } from '../home/fold.js';
import { LANGUAGES, type Language, primaryLanguage } from '../turn/language.js';
import { CLAIMS, OPPOSITE, type StateKind } from './claims.js';
import { type Facts, numbersIn } from './facts.js';

/** What a sentence is held against. */
export interface Grounds {
  facts: Facts;
  /** What the person asked; numbers in it may be said. */
  query: string;
  /** BCP 47 tag of the answer; a language without words for claims isn't checked. */
  language: string;
  /** There are tools that act, and nothing in the dialogue or this reply says that one has: then nothing was done. */
  idle: boolean;
}

const KINDS = Object.keys(OPPOSITE) as StateKind[];
/** "About 22" for 21.5 is right. */
const ROUNDING = 1;

/**
 * Why a sentence contradicts what the tools have said: it claims a success that no result confirms, or a state or value
 * of a device other than the one that was read. Undefined when it doesn't, or can't be told. Words for the model.
 */
export function contradiction(sentence: string, grounds: Grounds): string | undefined {
  const language = LANGUAGES.find((known) => known === primaryLanguage(grounds.language));
  if (!language || /[?？]["'”’»)\s]*$/.test(sentence)) return undefined;
  const { joints } = CLAIMS[language];
  let subject: string | undefined;
  // A decimal point ends no clause.
  for (const raw of sentence
    .slice(0, 1000)
    .replace(/(\d)[.,](\d)/g, '$1·$2')
    .split(joints)) {
    const clause = raw?.trim().replaceAll('·', '.') ?? '';
    const folded = fold(clause);
    if (folded === '') continue;
    if (CLAIMS[language].open.test(folded)) {
      // "I couldn't, but …" speaks of the same device.
      subject = deviceIn(folded, grounds.facts) ?? subject;
      continue;
    }
    const named = deviceIn(folded, grounds.facts);
    const wrong =
      falseSuccess(folded, named, grounds, language) ?? falseState(clause, folded, named ?? subject, grounds, language);
    if (wrong !== undefined) return wrong;
    subject = named ?? subject;
  }
  return undefined;
}

function falseSuccess(
  folded: string,
  named: string | undefined,
  { facts, idle }: Grounds,
  language: Language,
): string | undefined {
  const claims = CLAIMS[language];
  const bare = claims.bare.test(folded);
  if (facts.acted === 0 && facts.notActed === 0) {
    const claimed = idle && (bare || claims.mine.test(folded));
    return claimed ? 'No tool was called that does anything, so nothing was done.' : undefined;
  }
  const done = bare || claims.done.test(folded);
  const newState = claims.now.test(folded) && KINDS.some((kind) => claims.states[kind].test(folded));
  if (!done && !newState) return undefined;
  if (facts.acted === 0 && !(newState && !done && named !== undefined && stateOf(named, facts) !== undefined)) {
    return 'The tool failed, so nothing was done.';
  }
  if (named !== undefined && facts.failed.some((name) => fold(name) === fold(named))) {
    return `It did not work for ${named}.`;
  }
  return undefined;
}

function falseState(
  clause: string,
  folded: string,
  named: string | undefined,
  { facts, query }: Grounds,
  language: Language,
): string | undefined {
  const claims = CLAIMS[language];
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
    (value) => !allowed.some((number) => Math.abs(number - value) <= ROUNDING || near(value, number * 1.8 + 32)),
  );
  return invented === undefined ? undefined : `${name} is: ${known}, not ${invented}.`;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 2;
}

/** Numbers before a unit, in digits or words: "21.5 degrees", "twenty percent". */
function valuesIn(clause: string, units: string, language: Language): number[] {
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
