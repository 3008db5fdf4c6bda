import { askedAbout, isQuestion } from '../home/actions.js';
import type { GuardedHome } from '../home/guard.js';
import type { Command } from '../home/types.js';
import type { Memory } from '../memory/memory.js';
import { restoreAsked, restoreDamaged } from '../memory/restoring.js';
import { clock } from '../turn/clock.js';
import { turns } from '../turn/live.js';
import type { Turn } from '../turn/turn.js';
import { answer, cancelledAnswer, confirmationQuestion, promptAnswer } from './answers.js';
import { everyday, everydayAnswer, isRoutine, nothingRunsAnswer } from './everyday/everyday.js';
import { recognise, soundsLikeCommand } from './sentences/recognise.js';

/** What a command came to: the words to say, and what the turn keeps of it. */
export interface Answered {
  text: string;
  command?: Turn['command'];
  /** The words ask something. */
  question?: boolean;
}

export interface DecideOptions {
  home: GuardedHome;
  turn: Turn;
  signal: AbortSignal;
  /** Memories that a person may ask to restore. */
  memories: readonly Memory[];
  /** Whether Home Assistant's own recogniser is asked; true when not given. */
  conversation?: boolean | undefined;
}

/**
 * The answer to a query that needs no model, after what it asks for was done; undefined for every other query.
 * @throws JarvisError home-unreachable, home-unauthorised, home-refused, not-configured; AbortError.
 */
export async function decideCommand(query: string, options: DecideOptions): Promise<Answered | undefined> {
  const { home, turn, signal, memories, conversation = true } = options;
  const { site, language, area } = turn;
  if (query.trim() === '') return { text: promptAnswer(language), question: true };
  // Only words of a person are an answer.
  const confirmed = turn.source === 'announcement' ? undefined : home.confirmations.answer(site, query);
  if (confirmed?.said === 'no') return { text: cancelledAnswer(language) };
  if (confirmed) return run(confirmed.command, options);
  if (turn.judgement?.stop) {
    turns.emit('stop', site);
    return { text: nothingRunsAnswer(language) };
  }
  if (turn.source !== 'announcement' && restoreAsked(query)) return { text: await restoreDamaged(memories, language) };
  const recognised = () => recognise(query, { language, area, house: home.house() });
  let command = recognised();
  if (home.status().state !== 'connected' && (command || soundsLikeCommand(query, language))) {
    // What was known of the house may be old: a house that is away does nothing and answers nothing.
    await home.ready(signal);
    command = recognised();
  }
  if (command) {
    const opening = home.opening(command, 'person');
    if (opening.length === 0) return run(command, options);
    home.confirmations.hold(site, command);
    return { text: confirmationQuestion(command, opening, language), question: true };
  }
  const kind = everyday(query, language);
  const where = { now: new Date(clock.now()), language, timeZone: home.timeZone?.(), area };
  const said = () => kind && { text: everydayAnswer(kind, { ...where, house: home.house() }) };
  if (kind && !isRoutine(kind)) return said();
  // Home Assistant's recogniser knows sentences ours doesn't.
  if (!home.converse || !conversation) return said();
  const conversed = await home.converse(query, language, signal);
  if (!conversed) return said();
  const { speech, targets, ok } = conversed;
  return { text: speech, command: { action: 'conversation', targets, ok, by: 'home-assistant' } };
}

async function run(command: Command, { home, turn, signal }: DecideOptions): Promise<Answered> {
  const { language } = turn;
  const house = home.house();
  if (isQuestion(command.action)) {
    const { text } = answer(command, askedAbout(house, command), { language, house });
    return { text, command: { ...command, ok: true, by: 'local' } };
  }
  const result = await home.run(command, signal, 'person');
  const { text } = answer(command, result, { language, house: home.house() });
  return { text, command: { ...command, ok: result.ok, by: 'local' } };
}
