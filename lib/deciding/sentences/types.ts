import type { Kind } from '../../home/names.js';
import type { Action, Domain } from '../../home/types.js';
import type { Said } from './meanings.js';

/** What a question asks about a device, as `value` of a get_state command. */
export const ASKED = [
  'on',
  'off',
  'open',
  'closed',
  'locked',
  'unlocked',
  'playing',
  'temperature',
  'humidity',
  'state',
] as const;
export type Asked = (typeof ASKED)[number];

/**
 * What a sentence does. Beside the house's actions: `set_percent` (brightness, position or volume, as the device has it)
 * and `step` (a bit more or less of what the device has).
 */
export type Does = Action | 'set_percent' | 'step';

/** What a sentence says about its devices. */
export interface Pattern {
  does: Does;
  /** A fixed value: percent, or what is asked where the sentence doesn't say it. */
  value?: number | Asked;
  /** What is meant when only a place is named, or nothing; left out where a verb and a place say to go there ("sube al salón"). */
  of?: Kind;
  /** The domains it may act on, where that is fewer than the action's. */
  only?: readonly Domain[];
  /** Asks about all of a kind ("which windows are open"), in the whole house unless a place is named. */
  which?: true;
}

/** A language as data. Everything is written as people write it, with | between words for one thing; the engine folds case and accents. */
export interface LanguageTable {
  /** Said before a request and without meaning. */
  lead: string;
  /** Said before a request and making it one: a question mark after it asks nothing ("could you …?"). */
  request: string;
  /** Said after a request and without meaning. */
  tail: string;
  /** Words without meaning wherever they stand. */
  anywhere: string;
  /** "a bit": without meaning beside a change (louder), but no device is switched or opened a bit. */
  slightly: string;
  /** What joins devices, and orders. */
  and: string;
  /** "all": every one of them, in the whole house unless a place is named. */
  all: string;
  /** "everywhere": the whole house. */
  everywhere: string;
  /** "in here": the room of the speaker. */
  here: string;
  /** "everything": lights, switches, fans and players of a named place, or to switch off those of the house. */
  everything: string;
  /** "something": nothing that could be acted upon. */
  anything: string;
  /** "except": what follows is left as it is. */
  except: string;
  /** Nouns that mean all of them in the room, though "the lamp" is one. */
  groups: string;
  /** Words that open a place: "in", "im", "dans", "en"; and places that need none: "outside". */
  prepositions: string;
  adverbs: string;
  /** Where the telling word of a compound name stands: "reading lamp" or "lampe de chevet". */
  head: 'last' | 'first';
  /** The words for each CSS colour. */
  colors: Readonly<Record<string, string>>;
  /** "percent", and what may be said after a level without changing it: "full brightness". */
  percent: string;
  /** Words for a level in percent: "half". */
  levels: Readonly<Record<string, number>>;
  /** Words for parts of sentences; <lit> and <updown> are the states "on" and the steps "up". */
  macros: Readonly<Record<string, string>>;
  /** How a device is said to be: {state}. */
  states: Readonly<Partial<Record<Asked, string>>>;
  /** How somebody says to have left it so: {done}. */
  done: Readonly<Partial<Record<Asked, string>>>;
  /** Slots for a change to more and to less. */
  steps: Readonly<Record<string, readonly [more: string, less: string]>> & { up: readonly [string, string] };
  /**
   * The ways to say each meaning: plain words, `[optional]`, `(one|or|other)`, `<macro>` and slots: {target} a device or
   * group, {where} a place with its preposition, {percent}, {degrees}, {by} numbers, {color}, {state}, {done} and steps.
   */
  says: Readonly<Partial<Record<Said, readonly string[]>>>;
}
