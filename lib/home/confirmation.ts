import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { spoken } from '../language/spoken.js';
import { clock } from '../turn/clock.js';
import type { Command } from './types.js';

const LIFE_MS = 30_000;
const MAX_ASKERS = 200;

/** What a tapped yes or no is in the words of a language, as they are understood when they are typed. */
const TAPPED = z.object({ yes: z.string(), no: z.string() });

/** What a person said to "are you sure?". */
export interface Answer {
  said: 'yes' | 'no';
  command: Command;
}

/** What a person is asked before a command that waits for a yes, in their language. */
export interface Asked {
  question: string;
  language: string;
}

interface Held {
  command: Command;
  asked: Asked | undefined;
  until: number;
  timer: NodeJS.Timeout;
  /** Asked about a second time. */
  again: boolean;
}

export type QuestionListener = (asker: string, id: string | undefined, asked?: Asked) => void;

/** Commands that wait for a yes, one for each asker: a site, or the session of an open page. */
export interface Confirmations {
  /** Keeps a command until the asker answers; a newer one replaces it. Gives the way to let go of this very one. */
  hold(asker: string, command: Command, asked?: Asked): () => void;
  /** What waits for the asker's answer. */
  held(asker: string): Command | undefined;
  /** The answer was unclear: keeps the command once more, and lets go of it the next time. @returns whether it is kept */
  keep(asker: string): boolean;
  /** Takes a person's yes or no, said or tapped. Undefined when nothing waits for it any more. */
  settle(asker: string, yes: boolean): Answer | undefined;
  /** Nothing waits for this asker any more: it said stop, or its page is gone. */
  cancel(asker: string): void;
  /**
   * Tells of each question that is put: its asker, its id and its words; and without an id when none waits for that asker any
   * more, because it was answered, taken back or 30 s old. @returns the way to stop it
   */
  onChange(listener: QuestionListener): () => void;
  /** Whether this very object came with a yes and wasn't redeemed before. A copy never counts. */
  redeem(command: Command): boolean;
}

/** Confirmations expire after 30 s. `now` gives the time in milliseconds. */
export function confirmations(now: () => number = () => clock.now()): Confirmations {
  const pending = new Map<string, Held>();
  const confirmed = new WeakSet<Command>();
  const listeners = new Set<QuestionListener>();
  const tell: QuestionListener = (...question) => {
    for (const listener of listeners) listener(...question);
  };
  const drop = (asker: string) => {
    const held = pending.get(asker);
    if (!held) return;
    clearTimeout(held.timer);
    pending.delete(asker);
    tell(asker, undefined);
  };
  const heldBy = (asker: string): Held | undefined => {
    const held = pending.get(asker);
    return held && now() < held.until ? held : undefined;
  };
  const put = (asker: string, { command, asked, again }: Pick<Held, 'command' | 'asked' | 'again'>) => {
    clearTimeout(pending.get(asker)?.timer);
    pending.delete(asker);
    const oldest = pending.size >= MAX_ASKERS ? pending.keys().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
    const letGo = () => {
      if (pending.get(asker) === held) drop(asker);
    };
    const held = { command, asked, again, until: now() + LIFE_MS, timer: setTimeout(letGo, LIFE_MS).unref() };
    pending.set(asker, held);
    tell(asker, randomUUID(), asked);
    return letGo;
  };
  return {
    // what is asked about is what is done, whatever becomes of the caller's object
    hold: (asker, command, asked) =>
      put(asker, { command: Object.freeze(structuredClone(command)), asked, again: false }),
    held: (asker) => heldBy(asker)?.command,
    keep(asker) {
      const held = heldBy(asker);
      if (held && !held.again) put(asker, { ...held, again: true });
      else drop(asker);
      return held?.again === false;
    },
    settle(asker, yes) {
      const held = heldBy(asker);
      drop(asker);
      if (!held) return undefined;
      if (yes) confirmed.add(held.command);
      return { said: yes ? 'yes' : 'no', command: held.command };
    },
    cancel: drop,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redeem: (command) => confirmed.delete(command),
  };
}

/** The word for a tapped yes or no in a language; English where it has none of ours. */
export function wordFor(yes: boolean, language = 'en'): string {
  return spoken(language, 'tapped', TAPPED)[yes ? 'yes' : 'no'];
}
