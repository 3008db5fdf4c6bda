import { entityIndex } from '../home/entity-index.js';
import { stateWords } from '../home/state-words.js';
import type { House } from '../home/types.js';
import { fold, stem, words } from '../language/fold.js';
import { numberIn } from '../language/numbers.js';
import { isQuestion } from '../language/question.js';
import { isStopWord } from '../language/stop-words.js';
import type { Message, Tool } from '../llm/types.js';
import {
  ACT_KINDS,
  type ActKind,
  type Asked,
  actsOf,
  askedBy,
  asksFor,
  type Beside,
  type Claim,
  claimIn,
  freedomOf,
  isConditional,
  isOwn,
  isRest,
  isUnable,
  isWish,
  isYours,
  looksBack,
  namesAct,
  ordersIn,
  withoutLead,
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
  earlier(): Earlier;
  /** As it is now: what isn't in the results is held against it. */
  house?: House | undefined;
  /** What the reply has said before; a quotation that it has begun goes on. */
  said?: string | undefined;
}

/** Acts of the dialogue before the query, with the words of their calls. */
export interface Earlier {
  kinds: readonly ActKind[];
  about: readonly string[];
}

/** The same with what is read from it once. */
interface Held extends Grounds {
  claims: Claims;
  beside: Omit<Beside, 'goesOn'>;
  /** The sentence speaks of earlier. */
  isBack: boolean;
  /** The words of what was ordered and not done: whatever isn't certainly no claim, or so, is one then. */
  unmet: readonly string[] | undefined;
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
/** Shorter words say little of what a clause is about, and aren't parts of others. */
const MIN_CONTENT = 3;
const MIN_PART = 4;
/** What is quoted is somebody else's, also where the quotation goes on behind the sentence. */
const QUOTED = /(?<![\p{L}\p{N}])"[^"]*(?:"|$)|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)/gu;
/** "About 22" for 21.5 is right. */
const ROUNDING = 1;

/**
 * Why a sentence contradicts what the tools have said: it claims an act or a success that no result confirms, or a state or
 * value of a device other than the one that was read, or that the house has. Undefined when it doesn't, or can't be told.
 * Words for the model.
 */
export function contradiction(sentence: string, grounds: Grounds): string | undefined {
  const query = grounds.query.slice(0, MAX_QUERY);
  const asked = askedBy(query, grounds.language);
  const isAccount = asked === 'question' && asksFor('account', query, grounds.language);
  // Behind an order models put their own words into marks, too.
  const isToQuote = grounds.facts.acts.length === 0 && (asked === 'words' || asked === 'question') && !isAccount;
  const own = isToQuote ? `${quoteIn(grounds.said ?? '')}${sentence}`.replace(QUOTED, '') : sentence;
  // Without marks all of it is what was asked for.
  if (own === sentence && asksFor('quotes', query, grounds.language)) return undefined;
  const asks = /[?？]["'”’»)\s]*$/.test(own);
  // Before it asks it may claim: "It's booked, anything else?"
  const end = asks ? Math.max(0, ...[...',;:.!–—'].map((mark) => own.lastIndexOf(mark))) : own.length;
  const said = own.slice(0, Math.min(end, MAX_SENTENCE));
  if (asks && (words(said).length <= MAX_LEAD_WORDS || isQuestion(said, grounds.language))) return undefined;
  for (const spoken of new Set([grounds.language, 'en'])) {
    const claims = claimsIn(spoken);
    const reading = claims && readingOf(said, { spoken, claims, asked, isAccount }, grounds);
    const wrong = reading && contradictionIn(said, { ...grounds, ...reading });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The mark of a quotation that a text has begun and not ended. */
function quoteIn(text: string): string {
  const last = [...text.matchAll(QUOTED)].at(-1)?.[0] ?? '';
  const isOpen = text.endsWith(last) && (last.length === 1 || !/["“”»]$/.test(last));
  return isOpen ? last.slice(0, 1) : '';
}

function readingOf(
  said: string,
  { spoken, claims, asked, isAccount }: { spoken: string; claims: Claims; asked: Asked; isAccount: boolean },
  grounds: Grounds,
) {
  const { query, language, facts } = grounds;
  const clauses = clausesIn(said, claims).map(fold);
  const unmet = spoken === language && !isConditional(clauses, language) ? unmetOf(isAccount, grounds) : undefined;
  const beside = {
    // Who has acted was asked to.
    asked: facts.acts.length > 0 ? ('order' as const) : asked,
    query: fold(query.slice(0, MAX_QUERY)),
    language: spoken,
    isHeld: unmet !== undefined && facts.results > 0,
    isOffer: isOffer(said, spoken),
    isRead: facts.results > facts.acts.length,
    isNow: clauses.some((clause) => claims.now.test(clause)),
  };
  return { claims, beside, isBack: looksBack(fold(said), spoken), unmet };
}

function orderedIn({ query, language }: Grounds): string[] | undefined {
  return ordersIn(query.slice(0, MAX_QUERY), language, claimsIn(language)?.joints ?? /[,;:.!?]+/);
}

/** The words of the orders that no call has carried out; undefined where nothing was ordered, done, or asked to be accounted for. */
function unmetOf(isAccount: boolean, grounds: Grounds): string[] | undefined {
  const { language, facts } = grounds;
  const { acts, told, states } = facts;
  const ordered = orderedIn(grounds);
  if (ordered === undefined) return undefined;
  const isFound = (word: string) => isContent(word) && facts.lookedUp.includes(word);
  const orders = ordered.filter((order) => !words(order).some(isFound));
  const done = acts.filter(({ ok }) => ok);
  const ended = Math.max(done.length + told.length, done.length > 0 ? states.length : 0);
  // What is kept in mind goes with whatever is said.
  const hasActed = acts.some(({ tool }) => !actsOf(tool, language).includes('memory'));
  if (orders.length <= ended && !hasActed && !(isAccount && facts.results === 0)) return undefined;
  const aboutAny = (list: typeof acts) => (order: string) =>
    words(order).some((word) => isContent(word) && list.some(({ about }) => about.includes(word)));
  const left = orders.filter((order) => !aboutAny(done)(order));
  // Which were done can't be told by their words.
  const known = left.length === orders.length - ended ? left : left.filter(aboutAny(acts));
  const failed = acts.flatMap(({ ok, about }) => (ok ? [] : about));
  const isLeft = (word: string) =>
    isContent(word) && !isStopWord(word, language) && !done.some(({ about }) => about.includes(word));
  return [...known.flatMap(words), ...failed].filter(isLeft);
}

const isContent = (word: string) => word.length >= MIN_CONTENT;

function isLike(word: string, other: string): boolean {
  if (stem(word) === stem(other) || (word.length > MIN_PART && other.startsWith(word.slice(0, MIN_PART + 1))))
    return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length >= MIN_PART ? long.includes(short) : long.startsWith(short) && long.length === short.length + 1;
}

function contradictionIn(sentence: string, grounds: Held): string | undefined {
  const { claims, facts } = grounds;
  if (isBrokenPromise(sentence, grounds))
    return 'No tool was called that does it: nothing was done, and nothing will be done later without one.';
  const isAsked = grounds.beside.asked === 'question';
  let subject = isAsked ? deviceAsked(grounds) : undefined;
  // "The lamp and the fan are on", "I turned on the lamp and the fan": what is said of one holds for those beside it.
  let beside: string[] = [];
  let said: ((name: string | undefined) => string | undefined) | undefined;
  let goesOn = true;
  let many = 0;
  let before: string | undefined;
  const clauses = clausesIn(sentence, claims);
  const isBeside = clauses.every((clause) => isAside(fold(clause), grounds));
  for (const [index, clause] of clauses.entries()) {
    const folded = fold(clause);
    const claim = claimOf(folded, goesOn, grounds);
    if (claim && !claim.isBare) many++;
    if (facts.acted > 0 && many > Math.max(1, endedIn(facts))) {
      const short = tooFew(grounds);
      if (short !== undefined) return short;
    }
    const isLead: boolean = goesOn && words(folded).length <= MAX_LEAD_WORDS;
    goesOn = claim !== undefined || isLead || isOwn(folded, grounds.beside.language);
    const free = claim
      ? undefined
      : isBeside
        ? 'none'
        : freedomIn(folded, { before, isLast: index === clauses.length - 1 }, grounds);
    before = free === 'none' ? clause : undefined;
    if (free === 'none' || free === 'nothing') {
      // "I couldn't, but …" speaks of the same device.
      subject = deviceIn(folded, grounds) ?? subject;
      beside = [];
      said = undefined;
      continue;
    }
    const named = deviceIn(folded, grounds);
    const isListed = grounds.unmet === undefined || said !== undefined || folded.endsWith(fold(named ?? ''));
    if (named !== undefined && !claim && isListed && isNameOnly(folded, named)) {
      const wrong = said?.(named);
      if (wrong !== undefined) return wrong;
      beside.push(named);
      continue;
    }
    const held = (name: string | undefined) =>
      falseAct(folded, name ?? (isAsked && !claim ? subject : undefined), claim, grounds) ??
      falseState(clause, folded, name ?? subject, grounds);
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

function clausesIn(sentence: string, { joints }: Claims): string[] {
  // A decimal point ends no clause.
  const parts = sentence.replace(/(\d)[.,](\d)/g, '$1·$2').split(joints);
  return parts.map((part) => part?.trim().replaceAll('·', '.') ?? '').filter((clause) => fold(clause) !== '');
}

/** Why a clause without the form of a claim is none; a short one isn't behind another that is none. */
function freedomIn(
  folded: string,
  { before, isLast }: { before: string | undefined; isLast: boolean },
  grounds: Held,
): ReturnType<typeof freedomOf> {
  const { claims, unmet, query, language, facts } = grounds;
  if (unmet === undefined) return claims.open.test(folded) ? 'none' : undefined;
  if (facts.acted > 0 && isWish(folded, language)) return 'none';
  const said = words(folded);
  // What nobody tried to do is claimed by what speaks of it, or of the person.
  const isOfOrder = said.some((word) => unmet.some((ordered) => isLike(word, ordered)));
  if (facts.results === 0 && unmet.length > 0 && !isOfOrder && !isYours(folded, language)) return 'none';
  // "However".
  const isState = KINDS.some((kind) => claims.words[kind].test(folded));
  if (!isLast && said.length === 1 && !isState && !isOfOrder) return 'nothing';
  const known = (tag: string) => said.filter((word) => isStopWord(word, tag)).length;
  const own =
    freedomOf(folded, query, language) ?? (known('en') > known(language) ? freedomOf(folded, query, 'en') : undefined);
  return (
    own ?? (before !== undefined && (isRest(folded, language) || isUnable(fold(before), language)) ? 'none' : undefined)
  );
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
  if (beside.asked === 'words' || (facts.acts.length > 0 && facts.acted === 0)) return false;
  const isKept = facts.acts.some(
    ({ tool, ok }) => ok && actsOf(tool, language).some((kind) => KEEP_PROMISES.includes(kind)),
  );
  const isQuestion = beside.asked === 'question';
  return (
    !isKept && promises(sentence, { language: beside.language, idle: () => earlier().kinds.length === 0, isQuestion })
  );
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
  if ((claimed.length === 0 && grounds.unmet === undefined) || isAsBefore(folded, grounds)) return undefined;
  const failed = facts.failed.find((name) => named !== undefined && fold(name) === fold(named));
  if (failed !== undefined && claimed.length > 0) return `It did not work for ${failed}.`;
  const bears = (kinds: readonly ActKind[]) => claimed.some((kind) => kinds.includes(kind));
  const acted = facts.acts.flatMap(({ tool, ok }) => (ok ? tool : []));
  const done = [...acted, ...facts.told].map((tool) => actsOf(tool, language));
  if (claim?.isMore && isOwn(folded, grounds.beside.language) && Math.max(done.length, facts.states.length) === 1)
    return 'Only one thing was done.';
  const isTold = (asked === 'question' || isBack) && bears(earlier().kinds);
  if (isTold && (isBack || grounds.unmet === undefined)) return undefined;
  if (grounds.unmet !== undefined) {
    const isDone = isTold || done.some(bears) || (claim?.isVague === true && done.length > 0 && facts.notActed === 0);
    const isBare = (claim?.isBare ?? false) && isDone;
    if (isBare || isBorneOut({ folded, named, states, claimed, isDone }, grounds))
      return done.length > 0 ? falseForOne(folded, facts) : undefined;
  } else {
    if (isTold || done.some(bears)) return falseForOne(folded, facts);
    // What was looked up is done, too.
    if (claim?.isBare && facts.acts.length === 0 && facts.results > 0 && !orderedIn(grounds)?.length) return undefined;
    // "I have locked it" is more than that it is locked.
    if (named !== undefined && !isOwn(folded, grounds.beside.language) && isSo(folded, named, grounds))
      return undefined;
  }
  if (facts.acts.length > 0 && done.length === 0) return 'The tool failed, so nothing was done.';
  return done.length === 0
    ? 'No tool was called that does anything, so nothing was done.'
    : 'No tool was called that does this: only what the results say was done.';
}

/** What a clause is held against. */
interface Said {
  folded: string;
  /** A device. */
  named: string | undefined;
  states: readonly StateKind[];
  /** What it claims in so many words, and whether something of the kind was done. */
  claimed: readonly ActKind[];
  isDone: boolean;
}

/** Whether the house or a result says what a clause says of a device. */
function isKnownState({ folded, named, states, claimed }: Said, grounds: Held): boolean {
  const { facts, claims, house, beside } = grounds;
  if (states.length === 0 && claims.unchanged.test(folded) && kindsSaid(folded, claims).length > 0) return true;
  if (named !== undefined) return isSo(folded, named, grounds);
  if (facts.acts.length === 0 && states.some((kind) => isRead(kind, grounds))) return true;
  const known = [...facts.states.map(({ state }) => state), ...(house?.entities ?? []).map(stateWords)].flatMap(
    numbersIn,
  );
  const values = claimed.length === 0 ? valuesIn(folded, claims.units, beside.language) : [];
  return values.length > 0 && values.every((value) => known.some((is) => near(value, is, ROUNDING)));
}

/** Whether the house, a result or what was done bears out a clause behind an order that isn't met, or behind a call. */
function isBorneOut(clause: Said, grounds: Held): boolean {
  const { folded, named, states, claimed, isDone } = clause;
  const { facts, claims, unmet = [], beside } = grounds;
  const isOwned = isOwn(folded, beside.language);
  if (!isOwned && isKnownState(clause, grounds)) return true;
  const said = words(folded);
  if (unmet.some((word) => said.includes(word))) return false;
  if (named !== undefined && stateOf(named, facts) !== undefined) return true;
  if (numbersIn(folded).some((number) => ![...facts.numbers, ...numbersIn(grounds.query)].includes(number)))
    return false;
  const [known, content] = knownWords(clause, grounds);
  if (!isOwned && known === content && states.some((kind) => isRead(kind, grounds))) return true;
  const isTotal = claims.all.test(folded) && content <= 1 && states.length === 0;
  if (isTotal && unmet.length === 0 && facts.acted > 0) return true;
  const acts = facts.acted + facts.told.length + grounds.earlier().kinds.length;
  const isAbout =
    known * (claimed.length > 0 && isDone && unmet.length === 0 && !isOwned ? 3 : 2) >= content && acts > 0;
  if (claimed.length > 0 || facts.lookedUp.length === 0 || isOwned)
    return isAbout && (isDone || (claimed.length === 0 && (known > 0 || unmet.length === 0)));
  // What was looked up may say so.
  return true;
}

/** How many of a clause's words are about what was done or ordered, and how many there are that say something. */
function knownWords(
  { folded, claimed }: Pick<Said, 'folded' | 'claimed'>,
  { facts, claims, query, unmet = [], earlier, beside }: Held,
): [number, number] {
  const { language } = beside;
  const done = facts.acts.filter(({ ok }) => ok);
  const asked = words(query).filter((word) => !unmet.includes(word));
  const about = [...done.flatMap((act) => act.about), ...asked, ...earlier().about];
  const kinds = [...done.flatMap(({ tool }) => actsOf(tool, language)), ...earlier().kinds];
  const states = [claims.all, ...Object.values(claims.words)];
  const content = words(folded).filter(
    (word) =>
      isContent(word) &&
      !isStopWord(word, language) &&
      !states.some((state) => state.test(word)) &&
      !namesAct(claimed, word, language),
  );
  const numbers = [...facts.numbers, ...numbersIn(query)];
  const isGiven = (word: string) => numbers.includes(numberIn(word, language) ?? Number.NaN);
  const isKnown = (word: string) =>
    isGiven(word) || namesAct(kinds, word, language) || about.some((known) => isLike(word, known));
  return [content.filter(isKnown).length, content.length];
}

/** Whether a clause has nothing to do with what was done, where that was all that was ordered: "drink enough water". */
function isAside(folded: string, grounds: Held): boolean {
  const { facts, unmet, claims, language } = grounds;
  if (facts.acted === 0 || unmet?.length !== 0) return false;
  const claim = claimOf(folded, true, grounds);
  if (words(folded).length <= MAX_LEAD_WORDS && (claim === undefined || claim.isBare)) return true;
  return (
    claim === undefined &&
    !isOwn(withoutLead(folded, language), language) &&
    KINDS.every((kind) => !claims.words[kind].test(folded)) &&
    knownWords({ folded, claimed: [] }, grounds)[0] === 0
  );
}

/** Whether a result says that a device is so. */
const isRead = (kind: StateKind, { facts }: Held) => facts.states.some(({ state }) => kindOf(state) === kind);

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
function tooFew(grounds: Held): string | undefined {
  const { facts } = grounds;
  const parts = orderedIn(grounds)?.length ?? 0;
  const ended = endedIn(facts);
  return parts > ended ? `Only ${ended} of ${parts} was done.` : undefined;
}

/** How many things calls have ended with, well or not. */
const endedIn = ({ results, states }: Facts) => Math.max(results, states.length);

/** A claim that names what only a failed call was about: "and Bob, too". */
function falseForOne(folded: string, facts: Facts): string | undefined {
  const said = new Set(words(folded));
  const done = new Set(facts.acts.flatMap(({ ok, about }) => (ok ? about : [])));
  const isOnly = (word: string) => isContent(word) && said.has(word) && !done.has(word);
  const other = facts.acts.find(({ ok, about }) => !ok && about.some(isOnly));
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
  const isWrong = real
    ? kinds.includes(real === 'locked' && kinds.includes('open') ? 'open' : OPPOSITE[real]) && !kinds.includes(real)
    : false;
  if (isWrong || (kinds.length > 0 && /^(?:unavailable|unknown)\b/.test(known))) return `${name} is: ${known}.`;
  const bare =
    kinds.length === 0 && named !== undefined ? numbersIn(/(?<= )\d+(?:[.,]\d+)?$/.exec(clause)?.[0] ?? '') : [];
  const said = [...valuesIn(clause, claims.units, reading.language), ...bare];
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

/** The kinds of acts that a dialogue has done: by its calls, and by what was said in it, which was checked then. */
export function actsEarlier(dialogue: readonly Message[], tools: readonly Tool[], language: string): Earlier {
  const kinds = dialogue.flatMap(({ role, content, tool_name, tool_failed }): readonly ActKind[] => {
    if (role === 'assistant') return content === '' ? [] : claimedEarlier(content, language);
    const tool = tool_failed ? undefined : tools.find(({ name, acts }) => acts && name === tool_name);
    return tool ? actsOf(tool, language) : [];
  });
  const about = dialogue.flatMap(({ role, content, tool_calls = [] }) =>
    words(
      role === 'tool'
        ? content
        : tool_calls
            .flatMap((call) => Object.values(call.arguments))
            .flat()
            .join(' '),
    ),
  );
  return { kinds: [...new Set(kinds)], about };
}

function claimedEarlier(said: string, language: string): readonly ActKind[] {
  const claims = claimsIn(language);
  const beside = {
    asked: 'order',
    query: '',
    language,
    isOffer: false,
    isRead: false,
    isNow: false,
    isHeld: false,
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
