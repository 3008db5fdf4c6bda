import { turns } from '../conversation/turns.js';
import type { Command } from '../home/types.js';
import { clock } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import { denies, withoutDenial } from './confirming.js';
import type { Answered } from './decide-command.js';
import { isUndo } from './sentences/follow-up.js';

/** The turn in which a question is answered. */
export interface Answering {
  turn: Turn;
  signal: AbortSignal;
  /** Does commands, and says what came of it. */
  carryOut(commands: readonly Command[]): Promise<Answered>;
  /** What is done about other words. */
  decide(words: string): Promise<Answered | undefined>;
}

/** What words do as an answer to a question back; undefined where they are none. */
export type Fits = (words: string) => ((now: Answering) => Promise<Answered | undefined>) | undefined;

/** A question back waits as long as that to be answered. */
const LIFE_MS = 60_000;
interface Open {
  fits: Fits;
  /** Whether something was asked; else it was done, and may be taken back. */
  isAsked: boolean;
  /** What it may choose from. */
  offered: readonly string[];
  until: number;
}
const open = new WeakMap<object, Open>();

/** Asks a room for what an order lacks: its next words answer, or are something new. @param offered as `Open.offered` */
export function askBack(site: string, question: string, fits: Fits, offered: readonly string[] = []): Answered {
  open.set(turns.conversation(site), { fits, isAsked: true, offered, until: clock.now() + LIFE_MS });
  return { text: question, question: true };
}

/** Lets a room's next words take back what was done: "no", "undo that". */
export function letTakeBack({ site, language }: Pick<Turn, 'site' | 'language'>, back: ReturnType<Fits>): void {
  const fits: Fits = (words) => (denies(words) || isUndo(withoutDenial(words), language) ? back : undefined);
  open.set(turns.conversation(site), { fits, isAsked: false, offered: [], until: clock.now() + LIFE_MS });
}

/** What the question that waits in a room offers; undefined where none waits. */
export function offeredIn(site: string): readonly string[] | undefined {
  return openIn(site)?.offered;
}

/** Whether words answer what a room was asked back. */
export function answersQuestion(site: string, words: string): boolean {
  return openIn(site)?.fits(words) !== undefined;
}

/** Ends the question that waits in a room, if any. @returns what words do as its answer; false where they are none, undefined where none was asked */
export function takeAnswer(site: string, words: string): ReturnType<Fits> | false {
  const asked = openIn(site);
  open.delete(turns.conversation(site));
  return asked && (asked.fits(words) ?? (asked.isAsked ? false : undefined));
}

function openIn(site: string): Open | undefined {
  const asked = open.get(turns.conversation(site));
  return asked && clock.now() < asked.until ? asked : undefined;
}
