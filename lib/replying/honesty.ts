import { entityIndex } from '../home/entity-index.js';
import { stateWords } from '../home/state-words.js';
import type { House } from '../home/types.js';
import { fold, words } from '../language/fold.js';
import { numberIn } from '../language/numbers.js';
import type { Message, Tool } from '../llm/types.js';
import {
  ACT_KINDS,
  type ActKind,
  actsOf,
  askedBy,
  type Beside,
  type Claim,
  claimIn,
  isCertainOrder,
  isOwn,
  looksBack,
} from './claimed.js';
import { type Claims, claimsIn, OPPOSITE, type StateKind } from './claims.js';
import { type Facts, numbersIn } from './facts.js';
import { isOffer, promises } from './promises.js';

/** What a sentence is held against. */
export interface Grounds {
  facts: Facts;
  /** What the person asked; numbers in it may be said. */
  query: string;
  /** BCP 47 tag of the answer; models fall back to English, which is checked, too. In others nothing counts as a claim. */
  language: string;
  /** What was done earlier in the dialogue: it may be told of. */
  earlier(): readonly ActKind[];
  /** As it is now: what isn't in the results is held against it. */
  house?: House | undefined;
  /** "I will turn it on" counts as a promise, too: the call that does it may still follow in the same answer. */
  soon?: boolean;
}

/** The same with what is read from it once. */
interface Held extends Grounds {
  claims: Claims;
  beside: Omit<Beside, 'goesOn'>;
  /** The sentence speaks of earlier. */
  isBack: boolean;
}

const KINDS = Object.keys(OPPOSITE) as StateKind[];
/** So much of the query tells whether it is an order. */
const MAX_QUERY = 300;
/** So much of a sentence is checked. */
const MAX_SENTENCE = 1_000;
/** Words that the name of a device has at most. */
const MAX_NAME_WORDS = 6;
/** A clause of so few words leads to the next one: "there", "all right". */
const MAX_LEAD_WORDS = 2;
/** "About 22" for 21.5 is right. */
const ROUNDING = 1;

/**
 * Why a sentence contradicts what the tools have said: it claims an act or a success that no result confirms, or a state or
 * value of a device other than the one that was read, or that the house has. Undefined when it doesn't, or can't be told.
 * Words for the model.
 */
export function contradiction(sentence: string, grounds: Grounds): string | undefined {
  if (/[?？]["'”’»)\s]*$/.test(sentence)) return undefined;
  const said = sentence.slice(0, MAX_SENTENCE);
  for (const spoken of new Set([grounds.language, 'en'])) {
    const claims = claimsIn(spoken);
    const wrong = claims && contradictionIn(said, { ...grounds, ...readingOf(said, spoken, claims, grounds) });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function readingOf(said: string, spoken: string, claims: Claims, { query, language, facts, soon = false }: Grounds) {
  const asked = query.slice(0, MAX_QUERY);
  const beside = {
    // Who has acted was asked to.
    asked: facts.acts.length > 0 ? ('order' as const) : askedBy(asked, language, isOrder(language)),
    query: fold(asked),
    language: spoken,
    soon,
    isOffer: isOffer(said, spoken),
    isRead: facts.results > facts.acts.length,
  };
  return { claims, beside, isBack: looksBack(fold(said), spoken) };
}

/** Tells orders by their verbs, folded. */
function isOrder(language: string): (folded: string) => boolean {
  const { order = /(?!)/ } = claimsIn(language) ?? {};
  return (folded) => order.test(folded);
}

/** How many of a query's clauses are orders. */
function ordersIn(query: string, language: string): number {
  const clauses = query.split(claimsIn(language)?.joints ?? /[,;:.!?]+/);
  return clauses.filter((clause) => isCertainOrder(clause ?? '', language, isOrder(language))).length;
}

function contradictionIn(sentence: string, grounds: Held): string | undefined {
  const { claims, facts } = grounds;
  if (isBrokenPromise(sentence, grounds))
    return 'No tool was called that does it: nothing was done, and nothing will be done later without one.';
  let subject: string | undefined;
  // "The lamp and the fan are on", "I turned on the lamp and the fan": what is said of one holds for those beside it.
  let beside: string[] = [];
  let said: ((name: string | undefined) => string | undefined) | undefined;
  let goesOn = true;
  let many = 0;
  // A decimal point ends no clause.
  for (const raw of sentence.replace(/(\d)[.,](\d)/g, '$1·$2').split(claims.joints)) {
    const clause = raw?.trim().replaceAll('·', '.') ?? '';
    const folded = fold(clause);
    if (folded === '') continue;
    const claim = claimOf(folded, goesOn, grounds);
    if (claim && !claim.isBare) many++;
    if (many > 1 && facts.acted > 0) {
      const short = tooFew(grounds);
      if (short !== undefined) return short;
    }
    const isLead: boolean = goesOn && words(folded).length <= MAX_LEAD_WORDS;
    goesOn = claim !== undefined || isLead || isOwn(folded, grounds.beside.language);
    if (!claim && claims.open.test(folded)) {
      // "I couldn't, but …" speaks of the same device.
      subject = deviceIn(folded, grounds) ?? subject;
      beside = [];
      said = undefined;
      continue;
    }
    const named = deviceIn(folded, grounds);
    if (named !== undefined && !claim && isNameOnly(folded, named)) {
      const wrong = said?.(named);
      if (wrong !== undefined) return wrong;
      beside.push(named);
      continue;
    }
    const held = (name: string | undefined) =>
      falseAct(folded, name, claim, grounds) ?? falseState(clause, folded, name ?? subject, grounds);
    const wrong =
      [...beside, named].map(held).find((why) => why !== undefined) ??
      falseTogether(folded, [...beside, named], facts, claims);
    if (wrong !== undefined) return wrong;
    subject = named ?? subject;
    beside = [];
    said = held;
  }
  return undefined;
}

/** What a clause claims to be done; that a device still or already is so claims nothing. */
function claimOf(folded: string, goesOn: boolean, { claims, beside }: Held): Claim | undefined {
  const claim = claimIn(folded, { ...beside, goesOn });
  const isOld = claims.unchanged.test(folded) && kindsSaid(folded, claims).length > 0;
  return isOld && claim && (claim.kinds === ACT_KINDS || claim.kinds.every((kind) => kind === 'device'))
    ? undefined
    : claim;
}

/** Acts that a promise for later may be kept by. */
const KEEP_PROMISES: readonly ActKind[] = ['timer', 'calendar', 'list', 'message'];

function isBrokenPromise(sentence: string, { facts, language, earlier, beside }: Held): boolean {
  if (facts.acts.length > 0 && facts.acted === 0) return false;
  const isKept = facts.acts.some(
    ({ tool, ok }) => ok && actsOf(tool, language).some((kind) => KEEP_PROMISES.includes(kind)),
  );
  const isQuestion = beside.asked === 'question';
  return !isKept && promises(sentence, { language: beside.language, idle: () => earlier().length === 0, isQuestion });
}

/** What a clause claims to be done, where no result says so. */
function falseAct(
  folded: string,
  named: string | undefined,
  claim: Claim | undefined,
  grounds: Held,
): string | undefined {
  const { facts, claims, earlier, isBack, language } = grounds;
  const { asked } = grounds.beside;
  const states = claims.unchanged.test(folded) || claims.open.test(folded) ? [] : kindsSaid(folded, claims);
  const claimed = claim?.kinds ?? (isNewState(folded, states, grounds) ? (['device'] as const) : []);
  const tooMany = facts.acted > 0 ? falseForAll(folded, claim, states, grounds) : undefined;
  if (tooMany !== undefined) return tooMany;
  const missed = facts.missed.find(
    ({ name, kind }) =>
      (named === undefined ? facts.missed.length === 1 && facts.states.length === 0 : fold(name) === fold(named)) &&
      states.includes(kind),
  );
  if (missed && stateOf(missed.name, facts) === undefined) return `It did not work for ${missed.name}.`;
  if (claimed.length === 0 || isAsBefore(folded, grounds)) return undefined;
  const failed = facts.failed.find((name) => named !== undefined && fold(name) === fold(named));
  if (failed !== undefined) return `It did not work for ${failed}.`;
  const bears = (kinds: readonly ActKind[]) => claimed.some((kind) => kinds.includes(kind));
  const acted = facts.acts.flatMap(({ tool, ok }) => (ok ? tool : []));
  const done = [...acted, ...facts.told].map((tool) => actsOf(tool, language));
  if (claim?.isMore && isOwn(folded, grounds.beside.language) && Math.max(done.length, facts.states.length) === 1)
    return 'Only one thing was done.';
  if (done.some(bears)) return falseForOne(folded, facts);
  if ((asked === 'question' || isBack) && bears(earlier())) return undefined;
  // What was looked up is done, too.
  const isLookUp =
    facts.acts.length === 0 && facts.results > 0 && !isCertainOrder(grounds.query, language, isOrder(language));
  if (claim?.isBare && isLookUp) return undefined;
  // "I have locked it" is more than that it is locked.
  if (named !== undefined && !isOwn(folded, grounds.beside.language) && isSo(folded, named, grounds)) return undefined;
  if (facts.acts.length > 0 && done.length === 0) return 'The tool failed, so nothing was done.';
  return done.length === 0
    ? 'No tool was called that does anything, so nothing was done.'
    : 'No tool was called that does this: only what the results say was done.';
}

/** Whether a clause says no more than that what failed has left a device as it was. */
function isAsBefore(folded: string, { facts, claims }: Held): boolean {
  const said = kindsSaid(folded, claims);
  return (
    said.length > 0 &&
    facts.missed.length > 0 &&
    said.every((kind) => facts.missed.every((missed) => OPPOSITE[missed.kind] === kind))
  );
}

/** Whether a clause tells that a device's state is new: behind an order, or by saying "now". */
function isNewState(folded: string, states: readonly StateKind[], { claims, beside }: Held): boolean {
  const { asked, isRead } = beside;
  if (states.length === 0 || isRead) return false;
  if (asked === 'order') return true;
  // What opens or closes may be a shop; what is told on request happened elsewhere.
  const isNow = claims.now.test(folded) && states.some((kind) => kind !== 'open' && kind !== 'closed');
  return isNow && asked === 'statement';
}

/** "Both are done": of several devices one failed, or of two orders only one was tried. */
function falseForAll(
  folded: string,
  claim: Claim | undefined,
  states: readonly StateKind[],
  grounds: Held,
): string | undefined {
  const { facts, claims } = grounds;
  const isBare = claim?.isBare ?? false;
  const isAll = claims.all.test(folded);
  if (!isBare && !(isAll && (states.length > 0 || claim))) return undefined;
  const failed = facts.acts.filter(({ ok }) => !ok);
  if (facts.failed.length > 0 && isAll) return `It did not work for ${facts.failed.join(', ')}.`;
  if (isBare && failed.length > 0) return `It did not work: ${failed.map(({ tool }) => tool.name).join(', ')}.`;
  return tooFew(grounds);
}

/** Why not all that was ordered can be done: fewer calls have ended well. */
function tooFew({ facts, query, language }: Held): string | undefined {
  const parts = ordersIn(query.slice(0, MAX_QUERY), language);
  const ended = Math.max(facts.results, facts.states.length);
  return parts > ended ? `Only ${ended} of ${parts} was done.` : undefined;
}

/** A claim that names what only a failed call was about: "and Bob, too". */
function falseForOne(folded: string, facts: Facts): string | undefined {
  const said = new Set(words(folded));
  const done = new Set(facts.acts.flatMap(({ ok, about }) => (ok ? about : [])));
  const other = facts.acts.find(({ ok, about }) => !ok && about.some((word) => said.has(word) && !done.has(word)));
  return other && `It did not work: ${other.tool.name}.`;
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
  const { facts, query, claims, beside: reading } = grounds;
  const devices = [...facts.states.map((state) => state.name), ...facts.failed];
  const only = devices.length === 1 ? devices[0] : undefined;
  const name = named ?? only;
  const known = name === undefined ? undefined : knownState(name, grounds);
  if (name === undefined || known === undefined) return undefined;
  const kinds = kindsSaid(folded, claims);
  const real = kindOf(known);
  const isWrong = real ? kinds.includes(OPPOSITE[real]) && !kinds.includes(real) : false;
  if (isWrong || (kinds.length > 0 && /^(?:unavailable|unknown)\b/.test(known))) return `${name} is: ${known}.`;
  const said = valuesIn(clause, claims.units, reading.language);
  // What was ordered is so only once it was done.
  const allowed = [...facts.numbers, ...(facts.acted > 0 || reading.asked !== 'order' ? numbersIn(query) : [])];
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

/** The kinds of acts that a dialogue has done: by its calls, and by what was said in it, which was checked then. */
export function actsEarlier(dialogue: readonly Message[], tools: readonly Tool[], language: string): ActKind[] {
  const kinds = dialogue.flatMap(({ role, content, tool_name, tool_failed }): readonly ActKind[] => {
    if (role === 'assistant') return content === '' ? [] : claimedEarlier(content, language);
    const tool = tool_failed ? undefined : tools.find(({ name, acts }) => acts && name === tool_name);
    return tool ? actsOf(tool, language) : [];
  });
  return [...new Set(kinds)];
}

function claimedEarlier(said: string, language: string): readonly ActKind[] {
  const claims = claimsIn(language);
  const beside = {
    asked: 'order',
    query: '',
    language,
    soon: false,
    isOffer: false,
    isRead: false,
    goesOn: true,
  } as const;
  return said
    .slice(0, MAX_SENTENCE)
    .split(claims?.joints ?? /[,;:.!?…]+/)
    .flatMap((raw) => {
      const folded = fold(raw ?? '');
      const isState = claims !== undefined && kindsSaid(folded, claims).length > 0;
      return claimIn(folded, beside)?.kinds ?? (isState ? (['device'] as const) : []);
    });
}
