import { setImmediate as afterOthers } from 'node:timers/promises';
import { type Condition, conditionSchema } from '../../home/condition.js';
import type { GuardedHome } from '../../home/guard.js';
import type { Command } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { filled } from '../../language/spoken.js';
import type { Timers } from '../../timers/timers.js';
import type { Turn } from '../../turn/turn.js';
import { conditionIn, judged } from '../conditions/conditions.js';
import { wordsOf } from '../conditions/words.js';
import { recogniseAll } from '../sentences/recognise-all.js';
import { bare } from '../timers/asked.js';
import { sentenceOf } from '../timers/sentence.js';
import { type Listener, sentence, type Told, told } from '../timers/told.js';
import { timerWords } from '../timers/words.js';
import { machineIn, stateAfter, type WaitAsked, waitsAsked } from './asked.js';
import { machineCalled } from './machine.js';
import { type WaitWords, waitWords } from './words.js';

const MAX_LETTERS = 300;
/** Things of a house that are waited for: each is looked at with every change of its devices. */
export const MAX_WAITS = 50;
/** After that it has waited in vain. */
const WAIT_MS = 7 * 86_400_000;

export interface DecideWait {
  timers: Timers;
  home: GuardedHome;
  turn: Turn;
  signal: AbortSignal;
  /** The commands that words certainly are. */
  understand: (words: string) => readonly Command[];
}

/**
 * The answer to "tell me when the washer is done" and "turn off the heating when the window is opened", after that is waited
 * for; undefined for all other words.
 * @throws JarvisError home-unreachable, home-unauthorised; store-failed; AbortError
 */
export async function decideWait(said: string, options: DecideWait, listener: Listener): Promise<Told | undefined> {
  const { home, turn, signal } = options;
  const [words, polite] = [waitWords(turn.language), timerWords(turn.language)];
  if (!words || !polite || said.length > MAX_LETTERS || /\?\s*$/.test(said)) return undefined;
  let lacking: string | undefined;
  for (const asked of waitsAsked(said, bare(sentenceOf(said), polite), words)) {
    const { state, isChange } = stateAfter(asked.when, words);
    if (asked.mayBeIf && !isChange) continue;
    // A try takes some milliseconds.
    await afterOthers();
    const commands = asked.order === undefined ? [] : options.understand(asked.order);
    if (asked.order !== undefined && commands.length === 0) continue;
    const machine = machineIn(asked.when, words);
    const found = machine === undefined ? stateIn(state, options) : machineCondition(machine, options, words);
    if (found) {
      // What is known of a house that is away decides nothing.
      await home.ready(signal);
      return waitFor(found, { asked, commands, words }, options, listener);
    }
    lacking ??= machine ?? words.lacking.exec(state)?.groups?.['what'];
  }
  if (lacking === undefined) return undefined;
  await home.ready(signal);
  return told('wait', filled(words.answers['lacking'] ?? '', { what: lacking }), false);
}

function stateIn(state: string, { home, turn: { language, area } }: DecideWait): Condition | null {
  const house = home.house();
  const understand = (words: string) => {
    const [command] = recogniseAll(words, { language, area, house });
    return command ? { command, undo: false } : null;
  };
  return conditionIn(state, { language, house, understand });
}

function machineCondition(what: string, { home, turn }: DecideWait, words: WaitWords): Condition | undefined {
  const { language, source } = turn;
  const machine = machineCalled(what, { house: home.house(), language, words, isHeard: source === 'voice' });
  return machine && { done: machine.id, what };
}

/** Sets what waits, unless it is so already, nobody can tell, or it would open the house. */
function waitFor(
  condition: Condition,
  { asked, commands, words }: { asked: WaitAsked; commands: readonly Command[]; words: WaitWords },
  { timers, home, turn }: DecideWait,
  { now }: Listener,
): Told {
  const { site, area, language } = turn;
  const say = (key: string, values: Readonly<Record<string, string>> = {}) => filled(words.answers[key] ?? '', values);
  const isOrder = asked.order !== undefined;
  if (commands.some((one) => home.opening(one, 'person').length > 0))
    return told('command', sentence(language, 'opening', {}), false);
  const { holds, why } = judged(condition, { language, house: home.house(), around: home.surroundings?.() });
  if (holds === undefined) return told('wait', wordsOf(language)?.unknown ?? '', false);
  if (holds) return told('wait', say(isOrder ? 'alreadyCommand' : 'already', { why }), false);
  if (timers.all().filter(({ awaits }) => awaits).length >= MAX_WAITS) return told('wait', say('full'), false);
  const about = asked.order ?? asked.about;
  timers.set({
    kind: isOrder ? 'command' : 'reminder',
    site,
    language,
    due: now + WAIT_MS,
    awaits: { condition: conditionSchema.parse(condition), said: asked.when },
    ...(area !== undefined && { area }),
    ...(about !== undefined && { about }),
    ...(isOrder && { commands: [...commands] }),
  });
  return told('wait', say(isOrder ? 'command' : asked.about ? 'reminder' : 'tell', { said: asked.when }));
}

/** What a reminder that is to be cancelled is about; undefined for all other words. */
export function cancelAbout(said: string, language: string): string | undefined {
  const [words, polite] = [waitWords(language), timerWords(language)];
  if (!words || !polite || said.length > MAX_LETTERS) return undefined;
  const about = words.cancel.exec(bare(sentenceOf(said), polite).folded)?.groups?.['about'];
  return about && fold(about);
}
