import { turns } from '../conversation/turns.js';
import { askedAbout, isQuestion } from '../home/actions.js';
import { type HeldSentence, isCommand } from '../home/confirmation.js';
import { entityIndex } from '../home/entity-index.js';
import { type GuardedHome, isNobodyThere, onlyThere, refuseGuest } from '../home/guard.js';
import { type LastCommand, lastOf } from '../home/last-commands.js';
import type { Phones } from '../home/phones.js';
import { changedOf } from '../home/read-back.js';
import { restoring } from '../home/restoring.js';
import type { Command, Entity, House } from '../home/types.js';
import { LANGUAGES } from '../language/folders.js';
import { asOrder } from '../language/polite.js';
import { isQuestion as asks } from '../language/question.js';
import { primaryLanguage } from '../language/tags.js';
import type { HeldCall } from '../llm/types.js';
import type { Memory } from '../memory/memory.js';
import { restoreAsked, restoreDamaged } from '../memory/restoring.js';
import type { Hub } from '../satellites/types.js';
import type { Timers } from '../timers/timers.js';
import { clock } from '../turn/clock.js';
import { doorOf, isGuest, type Turn } from '../turn/turn.js';
import {
  answer,
  askedAgain,
  cancelledAnswer,
  confirmationQuestion,
  failedAnswer,
  namedIn,
  nothingToDoAnswer,
  passOnQuestion,
  promptAnswer,
} from './answers.js';
import { type Answering, answersQuestion, takeAnswer } from './asking-back.js';
import { conditional, targetsOf } from './conditions/conditions.js';
import { refuses, replyIn } from './confirming.js';
import { type ContentsAnswer, contentsAnswer, isMoreForList } from './contents/contents.js';
import { type Everyday, everyday, everydayAnswer, isRoutine, nothingRunsAnswer } from './everyday/everyday.js';
import { answerOfMicrophone } from './everyday/microphone.js';
import { plainAnswer } from './everyday/plain-answer.js';
import { firstSentence } from './first-sentence.js';
import { goesOnCommanding } from './following.js';
import {
  areNear,
  askWhether,
  type HeardOrder,
  isAsLong,
  isSureOf,
  isSureOfLikely,
  likelyOrders,
  rivalsOf,
} from './heard-orders.js';
import { type Intercom, passOn } from './intercom/intercom.js';
import { answerHeard, likelyAnswers } from './likely-answers.js';
import { namesNothing } from './likely-commands.js';
import { asksMissed, missedTold } from './missed/missed-told.js';
import { notifyPhones } from './notify.js';
import { type OwnSentences, type SaidSentence, surest } from './own-sentences/own-sentences.js';
import { askedBack, unclearIn } from './refused-told.js';
import { type FollowUp, followUp } from './sentences/follow-up.js';
import { soundsLikeCommand } from './sentences/recognise.js';
import { recogniseAll } from './sentences/recognise-all.js';
import { severalOrders } from './several-orders.js';
import { soundsAlike } from './sounds-alike.js';
import { decideTimer, timerSet } from './timers/decide-timer.js';
import { behindName } from './wake-words.js';

/** What a command came to: the words to say, and what the turn keeps of it. */
export interface Answered {
  text: string;
  command?: Turn['command'];
  /** The words ask something. */
  question?: boolean;
  /** What is to be read beside the words. */
  shown?: string | undefined;
  /** All of it was done, and can be seen where it was said. */
  seen?: boolean;
  /** It was a sentence of the owner's, of the sentences at this place: a flow answers it, and there are no words yet. */
  own?: { at: number; sentence: SaidSentence };
}

export interface DecideOptions {
  home: GuardedHome;
  turn: Turn;
  signal: AbortSignal;
  /** Memories that a person may ask to restore. */
  memories: readonly Memory[];
  /** Sentences of the owner's: they come before all that is known here. */
  sentences?: readonly Pick<OwnSentences, 'match'>[];
  /** Phones that messages are sent to. */
  phones?: Phones | undefined;
  /** What speaks in other rooms; without it nobody is told anything there. */
  intercom?: Intercom | undefined;
  /** Those of the house; without them nothing is understood of timers. */
  timers?: Timers | undefined;
  /** Makes a call of a tool that the person has said yes to; without it none is made. */
  call?: ((call: HeldCall) => Promise<Answered>) | undefined;
  /** Those of the room that it was said in, for a test of its microphone. */
  satellites?: Hub | undefined;
  /** Whether Home Assistant's own recogniser is asked; true when not given. */
  conversation?: boolean | undefined;
}

/**
 * The answer to a query that needs no model, after what it asks for was done; undefined for every other query.
 * @throws JarvisError home-unreachable, home-unauthorised, home-refused, not-configured; AbortError.
 */
export async function decideCommand(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  // What sounds nearly like an answer is no order.
  const isAsked = likelyAnswers({ home, ...turn }) !== undefined;
  const answered =
    (await decide(query, options)) ??
    (await decideSeveral(query, options)) ??
    (await decideFirst(query, options)) ??
    (await decideAlike(query, isAsked ? [] : likelyOrdersIn(options), options)) ??
    (await decideUnclear(query, options));
  // Whoever answers now, "it" is something else.
  if ((!answered || answered.own) && turn.source !== 'announcement') home.last.forget(turn.site);
  turns.conversation(turn.site).goesOn = (words) => {
    if (answersQuestion(turn.site, words)) return true;
    const last = home.last.of(turn.site);
    const house = home.house();
    if (last?.list && isMoreForList(words, turn.language, house)) return true;
    return last && followUp(words, { ...turn, house, last }) !== null;
  };
  return answered;
}

async function decide(words: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn, signal, memories, conversation = true } = options;
  const { site, language, area } = turn;
  const isOrder = (said: string) => understand(asOrder(said, language), undefined, options) !== null;
  const heard = answerHeard(words, turn, { home, site, language }, isOrder);
  const query = asOrder(heard, language);
  const held = home.confirmations.held(site);
  const last = held && isCommand(held) ? { ...held, before: [] } : home.last.of(site);
  // Only words of a person are an answer.
  const answered = turn.source === 'announcement' ? undefined : await settle(query, options);
  if (answered) return answered;
  const filled = turn.source === 'announcement' ? undefined : takeAnswer(site, heard);
  const completed = filled && (await filled(answering(options)));
  if (completed) return completed;
  if (filled === false && (turn.judgement?.stop || refuses(query))) return { text: cancelledAnswer(language) };
  if (query.trim() === '') return { text: promptAnswer(language), question: true };
  const own = turn.judgement?.stop ? undefined : ownSentence(heard, options);
  if (own) return own;
  const passed = turn.judgement?.stop ? undefined : passedOn(query, options);
  if (passed) return passed;
  const timed = await timer(query, options);
  if (timed) return timed;
  if (turn.judgement?.stop) {
    const moving = last && followUp(query, { language, area, house: home.house(), last });
    return moving?.command?.action === 'pause'
      ? carryOut(moving, last, options)
      : { text: nothingRunsAnswer(language) };
  }
  if (turn.source !== 'announcement' && restoreAsked(query)) return { text: await restoreDamaged(memories, language) };
  if (turn.source !== 'announcement' && asksMissed(query, language)) {
    return { text: await missedTold({ site, area, language, home, isGuest: isGuest(turn), signal }) };
  }
  const inside = await contentsAnswer(query, options);
  if (inside !== undefined) {
    // "it" is no lamp any more
    home.last.forget(site);
    keepList(inside, options);
    return inside || undefined;
  }
  const notified = await notifyPhones(query, { language, phones: options.phones, signal });
  if (notified) return notified;
  const bound = await onCondition(query, last, options);
  if (bound !== undefined) return bound || undefined;
  const understood = () => understand(query, last, options);
  let asked = understood();
  if (home.status().state !== 'connected' && (asked || soundsLikeCommand(query, language))) {
    // What was known of the house may be old: a house that is away does nothing and answers nothing.
    await home.ready(signal);
    asked = understood();
  }
  if (asked) return doubted(query, asked, options) ?? carryOut(asked, last, options);
  const list = last?.list && !goesOnCommanding(query, language) ? last.list : undefined;
  const more = list && (await contentsAnswer(query, { home, turn, signal, list }));
  if (more) {
    keepList(more, options);
    return more;
  }
  const played = soundsLikeCommand(query, language)
    ? undefined
    : await contentsAnswer(query, { home, turn, signal, media: true });
  if (played) return played;
  const kind = everyday(query, language);
  if (kind === 'microphone') return answerOfMicrophone(options);
  const plainly = await plainAnswer(query, whereSaid(options));
  if (plainly !== undefined) return { text: plainly };
  const said = () => kind && { text: everydayHere(kind, options) };
  if (kind && !isRoutine(kind)) return said();
  // Home Assistant's recogniser knows sentences ours doesn't.
  if (!home.converse || !conversation) return said();
  return (await converse(query, options)) ?? said();
}

/** What Home Assistant's recogniser answers; a question where only its owner knows what it would do. @param agreed it was asked */
async function converse(
  query: string,
  { home, turn, signal }: DecideOptions,
  agreed?: HeldSentence,
): Promise<Answered | undefined> {
  const { site, language, area } = turn;
  const conversed = agreed
    ? await home.passOn?.(agreed, language, signal, area)
    : await home.converse?.(query, language, signal, area);
  if (conversed?.asks) {
    refuseGuest(turn, []);
    if (isNobodyThere(home, turn)) return { text: onlyThere(language) };
    const question = passOnQuestion(query, language);
    home.confirmations.hold(site, { sentence: query, question }, { question, language, by: doorOf(turn) });
    return { text: question, question: true };
  }
  if (!conversed) return undefined;
  const { speech, targets, ok, failed = [] } = conversed;
  if (targets.length > 0) home.last.keep(site, turn.id, { targets, before: [] });
  const text = failed.length > 0 ? failedAnswer(failed, { language, house: home.house() }) : speech;
  return { text, command: { action: 'conversation', targets, ok, by: 'home-assistant' } };
}

/** One of several orders of a sentence. */
interface Order {
  run(): Promise<Answered | undefined>;
  /** Devices that are "it" behind it. */
  last?: LastCommand;
  /** Kind of timer that it sets. */
  set?: ReturnType<typeof timerSet>;
}

/** What several orders of different kinds come to, in turn: commands, timers and the time. What would ask back is none of them. */
async function decideSeveral(heard: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, timers, turn } = options;
  const { language, source, judgement } = turn;
  // A model's words are nobody's orders.
  if (source === 'announcement' || judgement?.by === 'model' || home.status().state !== 'connected') return undefined;
  const other = (part: string, before?: Order): Order | undefined => {
    const set = timers && timerSet(part, { timers, home, turn }, before?.last);
    if (set) return { run: async () => timer(part, options), set };
    const kind = everyday(part, language);
    return kind === 'time' || kind === 'date'
      ? { run: async () => ({ text: everydayHere(kind, options) }) }
      : undefined;
  };
  const command = (part: string, before?: Order): Order | undefined => {
    const asked = understand(part, before?.last, options);
    const isAsking = (one: Command) => home.opening(one, 'person').length > 0;
    const all = asked?.command ? [asked.command, ...(asked.next ?? [])] : [];
    if (!asked || all.length === 0 || all.some(isAsking)) return undefined;
    // "Wake me at seven and turn on the light" means the light at seven; "… and turn off the light" now.
    if (before?.set === 'alarm' && !all.every(({ action }) => action === 'turn_off')) return undefined;
    // "Turn on the coffee machine at seven and open the blinds" may mean both at seven.
    if (before?.set === 'delayed') return undefined;
    const [last] = all.slice(-1);
    return { run: () => carryOut(asked, undefined, options), ...(last && { last: { ...last, before: [] } }) };
  };
  const orders = severalOrders<Order>(asOrder(heard, language), language, { other, command });
  const told: Answered[] = [];
  for (const { run } of orders) {
    const done = await run();
    if (done) told.push(done);
  }
  return told.length > 0 ? joined(told) : undefined;
}

/** What the first sentence of words that are nothing as a whole asks of the house: somebody else may have spoken on. */
async function decideFirst(heard: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  const { language, source } = turn;
  if (source !== 'voice') return undefined;
  const first = firstSentence(asOrder(heard, language), { language, house: home.house() });
  if (first === undefined) return undefined;
  const timed = await timer(first, options);
  if (timed) return timed;
  const asked = understand(first, undefined, options);
  return asked ? (doubted(first, asked, options) ?? carryOut(asked, undefined, options)) : undefined;
}

/** Whether commands only do what may be done on a likeness: nothing is asked or opened. */
const areHarmless = (commands: readonly Command[], { home }: DecideOptions) =>
  commands.every((one) => !isQuestion(one.action) && home.opening(one, 'person').length === 0);

/** The orders that sound nearly like what was heard. */
function likelyOrdersIn(options: DecideOptions): HeardOrder[] {
  const { home, turn } = options;
  const { language, area, source } = turn;
  if (source !== 'voice' || home.status().state !== 'connected') return [];
  const place = { language, area, house: home.house() };
  const all = likelyOrders(turn, (words) => recogniseAll(words, place));
  return all.filter(({ commands }) => areHarmless(commands, options));
}

/** Asks about a spoken order that something else sounds nearly like, or some word of which isn't sure. */
function doubted(
  query: string,
  { command, next = [], undo }: Understood,
  options: DecideOptions,
): Answered | undefined {
  const { home, turn } = options;
  if (!command || undo || turn.source !== 'voice' || turn.judgement?.by === 'model' || !turn.heard) return undefined;
  const commands = [command, ...next];
  if (!areHarmless(commands, options)) return undefined;
  const rivals = rivalsOf(commands, likelyOrdersIn(options));
  if (isSureOf(query, rivals, turn.heard)) return undefined;
  return askWhether([{ text: query, commands, behind: 0 }, ...rivals], turn.site, home.house());
}

/**
 * What spoken words that are nothing come to where some of them were misheard, or somebody else's: it is done where it is sure,
 * and asked about where it isn't.
 */
async function decideAlike(
  heard: string,
  likely: readonly HeardOrder[],
  options: DecideOptions,
): Promise<Answered | undefined> {
  const { home, turn } = options;
  const { language, area, source, wake } = turn;
  if (source !== 'voice' || home.status().state !== 'connected') return undefined;
  const house = home.house();
  const place = { language, area, house };
  const query = asOrder(heard, language);
  const called = () => recogniseAll((wake?.word && behindName(heard, { wake: wake.word })) || '', place);
  const soundLike = () => soundsAlike(firstSentence(query, { language, house }) ?? query, place);
  // What has the form of a question, whatever its mark, is none either.
  const [best, ...rivals] = asks(heard.replace(/[?？]\s*$/u, ''), language) ? [] : likely;
  const sure = () => (best && isSureOfLikely(likely, query) && !namesNothing(best.text, language) ? best.commands : []);
  const uncontested = (commands: readonly Command[]) => (areNear(rivalsOf(commands, likely)) ? [] : commands);
  for (const find of [() => uncontested(called()), sure, () => uncontested(soundLike())]) {
    const commands = find();
    if (commands.length > 0 && areHarmless(commands, options)) return inOrder(commands, options);
  }
  // In noise "turn on the lights" is nearly as likely as anything.
  const isWorthAsking = best && isAsLong(best, query) && (best.behind < 0 || !namesNothing(best.text, language));
  return isWorthAsking ? askWhether([best, ...rivals], turn.site, house) : undefined;
}

/** What is asked back of an order that isn't clear; of a house that isn't there nothing is known. */
async function decideUnclear(heard: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  const { site, language, area, source } = turn;
  if (source === 'announcement' || home.status().state !== 'connected') return undefined;
  const query = asOrder(heard, language);
  const of = { language, area, house: home.house() };
  const unclear = unclearIn(query, of);
  if (!unclear || (await onCondition(query, undefined, options)) === false) return undefined;
  return askedBack(unclear, query, site, of);
}

/** How a question that waits in the room is answered in this turn. */
function answering(options: DecideOptions): Answering {
  const { turn, signal } = options;
  return {
    ...{ turn, signal },
    carryOut: (commands) => inOrder(commands, options),
    decide: (words) => decideCommand(words, options),
  };
}

function inOrder([command, ...next]: readonly Command[], options: DecideOptions): Promise<Answered> {
  return carryOut({ ...(command && { command }), next, undo: false }, undefined, options);
}

/** A command on a condition, done where it holds now; false where its condition is only for a model, undefined for other words. */
async function onCondition(
  query: string,
  last: LastCommand | undefined,
  options: DecideOptions,
): Promise<Answered | false | undefined> {
  const { home, turn, signal } = options;
  const { language, site, id } = turn;
  const read = () => {
    const understood = (words: string, before: LastCommand | undefined) => understand(words, before, options);
    const around = home.surroundings?.();
    return conditional(query, { language, house: home.house(), around, last, understand: understood });
  };
  let said = await read();
  if (said && home.status().state !== 'connected') {
    // what isn't known now decides nothing
    await home.ready(signal);
    said = (await read()) ?? null;
  }
  if (!said) return said === null ? false : undefined;
  const { order, holds, left } = said;
  if (holds) return carryOut(order, last, options);
  const targets = targetsOf(order);
  home.last.keep(site, id, { targets, before: [] });
  return { text: left, command: { action: 'condition', targets, ok: holds === false, by: 'local' } };
}

const whereSaid = ({ home, turn: { language, area } }: DecideOptions) => ({
  ...{ now: new Date(clock.now()), language, timeZone: home.timeZone?.(), area },
});

function everydayHere(kind: Exclude<Everyday, 'microphone'>, options: DecideOptions): string {
  return everydayAnswer(kind, { ...whereSaid(options), house: options.home.house() });
}

/** What was put on a list may go on: "and bread". */
function keepList(answer: ContentsAnswer, { home, turn }: DecideOptions): void {
  const command = answer ? answer.command : undefined;
  const [list] = command?.targets ?? [];
  if (command?.action === 'list_add' && list) home.last.keep(turn.site, turn.id, { targets: [], before: [], list });
}

/** What becomes of what waits for a yes in this room: done, dropped, or asked about once more. */
async function settle(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  const { site, language } = turn;
  const { confirmations } = home;
  const held = confirmations.held(site);
  if (!held) return undefined;
  const last = isCommand(held) ? { ...held, before: [] } : undefined;
  const commandIn = (words: string) => understand(words, last, options)?.command ?? null;
  const reply = turn.judgement?.stop
    ? 'no'
    : replyIn(query, { held, house: home.house(), language, understand: commandIn });
  // It waits on for whoever is there.
  if (reply === 'yes' && !confirmations.mayAgree(site, doorOf(turn))) return { text: onlyThere(language) };
  if (reply === 'unclear' && confirmations.keep(site)) return { text: askedAgain(language), question: true };
  if (reply === undefined) confirmations.cancel(site);
  const settled = reply && confirmations.settle(site, reply === 'yes');
  if (settled?.said === 'yes' && settled.call && options.call) return await options.call(settled.call);
  if (settled?.said === 'yes' && settled.sentence) {
    return (
      (await converse(settled.sentence.sentence, options, settled.sentence)) ?? { text: nothingToDoAnswer(language) }
    );
  }
  if (settled?.said === 'yes' && settled.command) {
    // What was asked about is told in words.
    const done = { ...(await run(settled.command, options)), seen: false };
    const [command, ...next] = settled.command.next ?? [];
    return command ? joined([done, await carryOut({ command, next, undo: false }, undefined, options)]) : done;
  }
  return reply && { text: cancelledAnswer(language) };
}

function passedOn(query: string, { intercom, home, turn }: DecideOptions): Answered | undefined {
  return intercom && passOn(query, { intercom, house: home.house(), turn });
}

function timer(query: string, options: DecideOptions): Promise<Answered | undefined> | undefined {
  const { timers, home, turn, signal } = options;
  const carryOutAll = (commands: readonly Command[]) => inOrder(commands, options);
  return timers && decideTimer(query, { timers, home, turn, signal, carryOut: carryOutAll });
}

/** The sentence of the owner's that a query is, the surest where there are several. */
function ownSentence(query: string, { home, turn, sentences = [] }: DecideOptions): Answered | undefined {
  const of = { language: turn.language, house: home.house() };
  const found = surest(
    sentences.flatMap((one, at) => {
      const match = one.match(query, of);
      return match ? [{ ...match, at }] : [];
    }),
  );
  if (!found) return undefined;
  const { at, sentence } = found;
  const command = { action: 'sentence', targets: [], value: sentence.template, ok: true, by: 'local' as const };
  return { text: '', command, own: { at, sentence } };
}

/** What is asked for: one thing, or several in order. */
type Understood = FollowUp & { next?: readonly Command[] };

/** The commands that a sentence is by itself, or after the last one. */
function understand(query: string, last: LastCommand | undefined, { home, turn }: DecideOptions): Understood | null {
  const { language, area } = turn;
  const house = home.house();
  const about = last && followUp(query, { language, area, house, last });
  if (about) return about;
  const commands = recogniseAll(query, { language, area, house });
  // What is asked about needs a language in which a yes is understood.
  if (!canConfirm(language) && commands.some((one) => home.opening(one, 'person').length > 0)) return null;
  const [command, ...next] = commands;
  return command ? { command, next, undo: false } : null;
}

/** Does what is asked for, in order, and asks about what opens the house last, one after the other. */
async function carryOut(
  { command, undo, next = [] }: Understood,
  last: LastCommand | undefined,
  options: DecideOptions,
): Promise<Answered> {
  const { home, turn } = options;
  const { site, language } = turn;
  const isOpening = (one: Command) => home.opening(one, 'person').length > 0;
  const back = undo && last ? restoring(last.before, home.house()) : [];
  const told: Answered[] = [];
  // A correction puts back what may be; what opens the house is then left as it is.
  for (const step of back) if (!isOpening(step)) told.push(await run(step, options));
  if (command) home.last.forget(site);
  const wanted = command ? [command, ...next] : back.filter(isOpening).slice(0, 1);
  for (const one of wanted) if (!isOpening(one)) told.push(await run(one, options));
  const [first, ...others] = wanted.filter(isOpening);
  if (first) {
    const opening = home.opening(first, 'person');
    refuseGuest(turn, opening);
    told.push(isNobodyThere(home, turn) ? { text: onlyThere(language) } : ask([first, ...others], opening, options));
  }
  return told.length > 0 ? joined(told) : { text: nothingToDoAnswer(language) };
}

/** Asks whether the first of some commands shall be done, after which the others are asked about. */
function ask(
  [first, ...next]: [Command, ...Command[]],
  opening: readonly Entity[],
  { home, turn }: DecideOptions,
): Answered {
  const { site, language } = turn;
  const question = confirmationQuestion(first, opening, language);
  const asked = { question, language, by: doorOf(turn) };
  home.confirmations.hold(site, next.length > 0 ? { ...first, next } : first, asked);
  return { text: question, question: true };
}

/** One answer of several; what was done is the last of it, and went well when all did. */
function joined(told: readonly Answered[]): Answered {
  const done = told.flatMap(({ command }) => command ?? []);
  const last = done.at(-1);
  return {
    text: told.map(({ text }) => text).join(' '),
    ...(last && { command: { ...last, ok: done.every(({ ok }) => ok) } }),
    ...(told.at(-1)?.question && { question: true }),
    ...(told.every(({ seen }) => seen) && { seen: true }),
  };
}

async function run(command: Command, { home, turn, signal }: DecideOptions): Promise<Answered> {
  const { language } = turn;
  const house = home.house();
  if (isQuestion(command.action)) {
    const about = askedAbout(house, command);
    const named = namedIn(command, about).map(({ id }) => id);
    // "No lights are on" – "Turn them on": those that were asked about; of "nothing" nothing is.
    const isOfKind = command.action !== 'list_on' || command.domain !== undefined;
    const targets = about.map(({ id }) => id);
    const it = named.length > 0 || !isOfKind ? { named } : {};
    home.last.keep(turn.site, turn.id, { ...command, targets, before: [], ...it });
    const { text } = answer(command, about, { language, house });
    return { text, command: { ...command, ok: true, by: 'local' } };
  }
  const said = turn.judgement?.by === 'model' ? turn.heard?.text : undefined;
  const result = await home.run(command, signal, 'person', { said, language });
  home.last.keep(turn.site, turn.id, lastOf(command, result, house));
  const { text } = answer(command, result, { language, house: home.house(), before: house });
  const hasChanged = changedOf(result.done, command, house).length > 0;
  const seen = result.ok && hasChanged && result.done.every((one) => isInSight(one, turn, house));
  return { text, command: { ...command, ok: result.ok, by: 'local' }, seen };
}

/** Whether somebody in a room sees what becomes of a device. */
function isInSight({ domain, area }: Entity, turn: Turn, house: House): boolean {
  const here = turn.area === undefined ? undefined : entityIndex(house).area(turn.area);
  return ['light', 'cover', 'switch', 'fan'].includes(domain) && here !== undefined && area === here.id;
}

function canConfirm(language: string): boolean {
  return LANGUAGES.includes(primaryLanguage(language));
}
