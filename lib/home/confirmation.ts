import { randomUUID } from 'node:crypto';
import { supportedLanguage } from '../turn/language.js';
import { fold } from './fold.js';
import type { Command } from './types.js';

const LIFE_MS = 30_000;
const MAX_ASKERS = 200;

const set = (text: string) => new Set(text.split(/\s+/));
const YES = set(
  `yes yeah yep yup sure ok okay confirm confirmed affirmative absolutely definitely
   ja jawohl jo klar okey bestatigt bestatige naturlich genau
   oui ouais confirme accord
   si claro vale adelante confirmo confirmado`,
);
const NO = set(
  `no nope nah cancel stop never dont not
   nein ne nee nicht abbrechen abbruch stopp halt
   non pas annule annuler arrete
   cancela cancelar para tampoco`,
);
/** Words that may stand beside a yes or a no without changing it. */
const BESIDE = set(
  `please thanks thank you do don t it that go ahead unlock open the door garage gate i am sure
   bitte danke gern gerne doch mach das es auf offne offnen entsperre entriegle die tur haustur garagentor lass ab
   s il te vous plait merci bien sur d vas y allez ouvre deverrouille la porte le les fais
   por favor gracias hazlo abre desbloquea puerta el lo de acuerdo`,
);

/** What a tapped yes or no is in the words of a language, as {@link yesOrNo} reads them. */
const WORDS = { en: ['Yes', 'No'], de: ['Ja', 'Nein'], fr: ['Oui', 'Non'], es: ['Sí', 'No'] } as const;

/** What a person said to "are you sure?". */
export type Answer = { said: 'yes'; command: Command } | { said: 'no'; command: Command };

/** Commands that wait for a yes, one for each asker: a site, or the session of an open page. */
export interface Confirmations {
  /** Keeps a command until the asker answers; a newer one replaces it. Gives the way to let go of this very one. */
  hold(asker: string, command: Command): () => void;
  /** Whether the asker was asked and may still answer. */
  isPending(asker: string): boolean;
  /**
   * Takes what the asker says next, in words of a person. A yes or a no settles the question; anything else cancels it and
   * returns undefined, as without a question: the words are a new request.
   */
  answer(asker: string, text: string): Answer | undefined;
  /** Takes a tap on yes or no. Undefined when nothing waits for it any more. */
  settle(asker: string, yes: boolean): Answer | undefined;
  /** Nothing waits for this asker any more: it said stop, or its page is gone. */
  cancel(asker: string): void;
  /**
   * Tells of each question that is put: its asker and its id; and without an id when none waits for that asker any more,
   * because it was answered, taken back or 30 s old. @returns the way to stop it
   */
  onChange(listener: (asker: string, id: string | undefined) => void): () => void;
  /** Whether this very object came with a yes and wasn't redeemed before. A copy never counts. */
  redeem(command: Command): boolean;
}

/** Confirmations expire after 30 s. `now` gives the time in milliseconds. */
export function confirmations(now: () => number = () => performance.now()): Confirmations {
  const pending = new Map<string, { command: Command; until: number; timer: NodeJS.Timeout }>();
  const confirmed = new WeakSet<Command>();
  const listeners = new Set<(asker: string, id: string | undefined) => void>();
  const tell = (asker: string, id?: string) => {
    for (const listener of listeners) listener(asker, id);
  };
  const drop = (asker: string) => {
    const held = pending.get(asker);
    if (!held) return undefined;
    clearTimeout(held.timer);
    pending.delete(asker);
    tell(asker);
    return held;
  };
  const take = (asker: string): Command | undefined => {
    const held = drop(asker);
    return held && now() < held.until ? held.command : undefined;
  };
  const settled = (command: Command | undefined, said: 'yes' | 'no' | undefined): Answer | undefined => {
    if (!command || !said) return undefined;
    if (said === 'yes') confirmed.add(command);
    return { said, command };
  };
  return {
    hold(asker, command) {
      clearTimeout(pending.get(asker)?.timer);
      pending.delete(asker);
      const oldest = pending.size >= MAX_ASKERS ? pending.keys().next().value : undefined;
      if (oldest !== undefined) drop(oldest);
      const letGo = () => {
        if (pending.get(asker) === held) drop(asker);
      };
      const timer = setTimeout(letGo, LIFE_MS).unref();
      // what is asked about is what is done, whatever becomes of the caller's object
      const held = { command: Object.freeze(structuredClone(command)), until: now() + LIFE_MS, timer };
      pending.set(asker, held);
      tell(asker, randomUUID());
      return letGo;
    },
    isPending: (asker) => now() < (pending.get(asker)?.until ?? Number.NEGATIVE_INFINITY),
    answer: (asker, text) => settled(take(asker), yesOrNo(text)),
    settle: (asker, yes) => settled(take(asker), yes ? 'yes' : 'no'),
    cancel: (asker) => void drop(asker),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redeem: (command) => confirmed.delete(command),
  };
}

/** The word for a tapped yes or no in a language; English where it has none of ours. */
export function wordFor(yes: boolean, language = 'en'): string {
  return WORDS[supportedLanguage(language)][yes ? 0 : 1];
}

/** "yes", "no" or neither, in English, German, French and Spanish; a no anywhere in a short answer wins. */
export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const said = fold(text).split(' ');
  if (!said.every((word) => YES.has(word) || NO.has(word) || BESIDE.has(word))) return undefined;
  if (said.some((word) => NO.has(word)) || fold(text).startsWith('don t')) return 'no';
  return said.some((word) => YES.has(word)) || fold(text) === 'do it' || fold(text) === 'hazlo' ? 'yes' : undefined;
}
