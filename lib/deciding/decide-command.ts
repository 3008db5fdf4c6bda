import { turns } from '../conversation/turns.js';
import { askedAbout, isQuestion } from '../home/actions.js';
import type { GuardedHome } from '../home/guard.js';
import { type LastCommand, lastOf } from '../home/last-commands.js';
import { restoring } from '../home/restoring.js';
import type { Command } from '../home/types.js';
import { LANGUAGES } from '../language/folders.js';
import { primaryLanguage } from '../language/tags.js';
import type { Memory } from '../memory/memory.js';
import { restoreAsked, restoreDamaged } from '../memory/restoring.js';
import { clock } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import {
  answer,
  askedAgain,
  cancelledAnswer,
  confirmationQuestion,
  failedAnswer,
  nothingToDoAnswer,
  promptAnswer,
} from './answers.js';
import { replyIn } from './confirming.js';
import { everyday, everydayAnswer, isRoutine, nothingRunsAnswer } from './everyday/everyday.js';
import { type OwnSentences, type SaidSentence, surest } from './own-sentences/own-sentences.js';
import { type FollowUp, followUp } from './sentences/follow-up.js';
import { soundsLikeCommand } from './sentences/recognise.js';
import { recogniseAll } from './sentences/recognise-all.js';

/** What a command came to: the words to say, and what the turn keeps of it. */
export interface Answered {
  text: string;
  command?: Turn['command'];
  /** The words ask something. */
  question?: boolean;
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
  /** Whether Home Assistant's own recogniser is asked; true when not given. */
  conversation?: boolean | undefined;
}

/**
 * The answer to a query that needs no model, after what it asks for was done; undefined for every other query.
 * @throws JarvisError home-unreachable, home-unauthorised, home-refused, not-configured; AbortError.
 */
export async function decideCommand(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  const answered = await decide(query, options);
  // Whoever answers now, "it" is something else.
  if ((!answered || answered.own) && turn.source !== 'announcement') home.last.forget(turn.site);
  turns.conversation(turn.site).goesOn = (words) => {
    const last = home.last.of(turn.site);
    return last && followUp(words, { ...turn, house: home.house(), last }) !== null;
  };
  return answered;
}

async function decide(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn, signal, memories, conversation = true } = options;
  const { site, language, area } = turn;
  const held = home.confirmations.held(site);
  const last = held ? { ...held, before: [] } : home.last.of(site);
  // Only words of a person are an answer.
  const answered = turn.source === 'announcement' ? undefined : await settle(query, options);
  if (answered) return answered;
  if (query.trim() === '') return { text: promptAnswer(language), question: true };
  if (turn.judgement?.stop) return { text: nothingRunsAnswer(language) };
  const own = ownSentence(query, options);
  if (own) return own;
  if (turn.source !== 'announcement' && restoreAsked(query)) return { text: await restoreDamaged(memories, language) };
  const understood = () => understand(query, last, options);
  let asked = understood();
  if (home.status().state !== 'connected' && (asked || soundsLikeCommand(query, language))) {
    // What was known of the house may be old: a house that is away does nothing and answers nothing.
    await home.ready(signal);
    asked = understood();
  }
  if (asked) return carryOut(asked, last, options);
  const kind = everyday(query, language);
  const where = { now: new Date(clock.now()), language, timeZone: home.timeZone?.(), area };
  const said = () => kind && { text: everydayAnswer(kind, { ...where, house: home.house() }) };
  if (kind && !isRoutine(kind)) return said();
  // Home Assistant's recogniser knows sentences ours doesn't.
  if (!home.converse || !conversation) return said();
  const conversed = await home.converse(query, language, signal);
  if (!conversed) return said();
  const { speech, targets, ok, failed = [] } = conversed;
  if (targets.length > 0) home.last.keep(site, turn.id, { targets, before: [] });
  const text = failed.length > 0 ? failedAnswer(failed, { language, house: home.house() }) : speech;
  return { text, command: { action: 'conversation', targets, ok, by: 'home-assistant' } };
}

/** What becomes of a command that waits for a yes in this room: done, dropped, or asked about once more. */
async function settle(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn } = options;
  const { site, language } = turn;
  const { confirmations } = home;
  const held = confirmations.held(site);
  if (!held) return undefined;
  const last = { ...held, before: [] };
  const commandIn = (words: string) => understand(words, last, options)?.command ?? null;
  const reply = turn.judgement?.stop
    ? 'no'
    : replyIn(query, { held, house: home.house(), language, understand: commandIn });
  if (reply === 'unclear' && confirmations.keep(site)) return { text: askedAgain(language), question: true };
  if (reply === undefined) confirmations.cancel(site);
  const settled = reply && confirmations.settle(site, reply === 'yes');
  if (settled?.said === 'yes') {
    const done = await run(settled.command, options);
    const [command, ...next] = settled.command.next ?? [];
    return command ? joined([done, await carryOut({ command, next, undo: false }, undefined, options)]) : done;
  }
  return reply && { text: cancelledAnswer(language) };
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
    home.confirmations.hold(site, others.length > 0 ? { ...first, next: others } : first);
    told.push({ text: confirmationQuestion(first, home.opening(first, 'person'), language), question: true });
  }
  return told.length > 0 ? joined(told) : { text: nothingToDoAnswer(language) };
}

/** One answer of several; what was done is the last of it, and went well when all did. */
function joined(told: readonly Answered[]): Answered {
  const done = told.flatMap(({ command }) => command ?? []);
  const last = done.at(-1);
  return {
    text: told.map(({ text }) => text).join(' '),
    ...(last && { command: { ...last, ok: done.every(({ ok }) => ok) } }),
    ...(told.at(-1)?.question && { question: true }),
  };
}

async function run(command: Command, { home, turn, signal }: DecideOptions): Promise<Answered> {
  const { language } = turn;
  const house = home.house();
  if (isQuestion(command.action)) {
    const about = askedAbout(house, command);
    home.last.keep(turn.site, turn.id, { ...command, targets: about.map(({ id }) => id), before: [] });
    const { text } = answer(command, about, { language, house });
    return { text, command: { ...command, ok: true, by: 'local' } };
  }
  const result = await home.run(command, signal, 'person');
  home.last.keep(turn.site, turn.id, lastOf(command, result, house));
  const { text } = answer(command, result, { language, house: home.house() });
  return { text, command: { ...command, ok: result.ok, by: 'local' } };
}

function canConfirm(language: string): boolean {
  return LANGUAGES.includes(primaryLanguage(language));
}
