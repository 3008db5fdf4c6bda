import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { spoken } from '../language/spoken.js';
import type { HeldCall } from '../llm/types.js';
import { clock, type Timer } from '../turn/clock.js';
import type { Door } from '../turn/turn.js';
import type { Command } from './types.js';

const LIFE_MS = 30_000;
const MAX_ASKERS = 200;

/** What a tapped yes or no is in the words of a language, as they are understood when they are typed. */
const TAPPED = z.object({ yes: z.string(), no: z.string() });

/** A sentence for Home Assistant's recogniser, of which isn't known what it would do. */
export interface HeldSentence {
  sentence: string;
  /** In the person's language. */
  question: string;
}

/** What waits for a yes: a command that opens the house, a call of a tool, or a sentence that may open it. */
export type Act = Command | HeldCall | HeldSentence;

/** What a person said to "are you sure?", and of what. */
export interface Answer {
  said: 'yes' | 'no';
  command?: Command;
  call?: HeldCall;
  sentence?: HeldSentence;
}

/** What a person is asked before what waits for a yes, in their language. */
export interface Asked {
  question: string;
  language: string;
  /** Who wanted it done; missing where that was no turn of anybody's. */
  by?: Door | undefined;
}

interface Held {
  act: Act;
  asked: Asked | undefined;
  until: number;
  timer: Timer;
  /** Asked about a second time. */
  again: boolean;
}

export type QuestionListener = (asker: string, id: string | undefined, asked?: Asked) => void;

/** What waits for a yes, one thing for each asker: a site, or the session of an open page. */
export interface Confirmations {
  /** Keeps what is asked about until the asker answers; a newer one replaces it. Gives the way to let go of this very one. */
  hold(asker: string, act: Act, asked?: Asked): () => void;
  /** What waits for the asker's answer. */
  held(asker: string): Act | undefined;
  /** Whether words that come through a door may be the yes to it; a no may always. */
  mayAgree(asker: string, door: Door): boolean;
  /** The answer was unclear: keeps it once more, and lets go of it the next time. @returns whether it is kept */
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
  redeem(act: Act): boolean;
}

/** Doors of people who are there: in the room, at its page, or with a phone of the owner's in their hand. */
const PEOPLE: readonly Door[] = ['voice', 'page', 'phone'];

/**
 * Confirmations expire after 30 s. A person who is there may say yes, a flow to what it has asked itself, and whoever else the
 * owner has named.
 * @param now gives the time in milliseconds
 * @param named doors through which a yes may come besides
 */
export function confirmations(now: () => number = () => clock.now(), named: readonly Door[] = []): Confirmations {
  const mayAlways = new Set([...PEOPLE, ...named]);
  const pending = new Map<string, Held>();
  const confirmed = new WeakSet<Act>();
  const listeners = new Set<QuestionListener>();
  const tell: QuestionListener = (...question) => {
    for (const listener of listeners) listener(...question);
  };
  const drop = (asker: string) => {
    const held = pending.get(asker);
    if (!held) return;
    held.timer.cancel();
    pending.delete(asker);
    tell(asker, undefined);
  };
  const heldBy = (asker: string): Held | undefined => {
    const held = pending.get(asker);
    return held && now() < held.until ? held : undefined;
  };
  const put = (asker: string, { act, asked, again }: Pick<Held, 'act' | 'asked' | 'again'>) => {
    pending.get(asker)?.timer.cancel();
    pending.delete(asker);
    const oldest = pending.size >= MAX_ASKERS ? pending.keys().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
    const letGo = () => {
      if (pending.get(asker) === held) drop(asker);
    };
    const held = { act, asked, again, until: now() + LIFE_MS, timer: clock.after(LIFE_MS, letGo).unref() };
    pending.set(asker, held);
    tell(asker, randomUUID(), asked);
    return letGo;
  };
  return {
    // what is asked about is what is done, whatever becomes of the caller's object
    hold: (asker, act, asked) => put(asker, { act: Object.freeze(structuredClone(act)), asked, again: false }),
    held: (asker) => heldBy(asker)?.act,
    mayAgree: (asker, door) => mayAlways.has(door) || (door === 'flow' && (heldBy(asker)?.asked?.by ?? door) === door),
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
      const { act } = held;
      if (yes) confirmed.add(act);
      const said = yes ? 'yes' : 'no';
      if ('tool' in act) return { said, call: act };
      return 'sentence' in act ? { said, sentence: act } : { said, command: act };
    },
    cancel: drop,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redeem: (act) => confirmed.delete(act),
  };
}

/** Whether it is a command; what else waits has the words that it was asked about in. */
export const isCommand = (act: Act): act is Command => 'action' in act;

/** The word for a tapped yes or no in a language; English where it has none of ours. */
export function wordFor(yes: boolean, language = 'en'): string {
  return spoken(language, 'tapped', TAPPED)[yes ? 'yes' : 'no'];
}
