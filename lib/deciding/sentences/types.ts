import { z } from 'zod';
import type { Kind } from '../../home/names.js';
import type { Action, Aggregate, Domain } from '../../home/types.js';
import { listed } from '../../language/folders.js';
import { MEANINGS } from './meanings.js';

/** What sensors measure, as device classes. */
export const MEASURES = [
  'temperature',
  'humidity',
  'battery',
  'power',
  'energy',
  'illuminance',
  'carbon_dioxide',
  'pressure',
] as const;
export type Measure = (typeof MEASURES)[number];

/** What a device has beside its state and what it measures, and the attribute of Home Assistant's that tells it. */
export const ASPECTS = {
  color_temp: 'color_temp_kelvin',
  effect: 'effect',
  tilt: 'current_tilt_position',
  suction: 'fan_speed',
  source: 'source',
  sound_mode: 'sound_mode',
  artist: 'media_artist',
  album: 'media_album_name',
  preset: 'preset_mode',
} as const;
export type Aspect = keyof typeof ASPECTS;
const ASPECT_NAMES = Object.keys(ASPECTS) as Aspect[];

/** What a question asks about a device, as `value` of a get_state command. */
export const ASKED = [
  'on',
  'off',
  'open',
  'closed',
  'locked',
  'unlocked',
  'armed',
  'disarmed',
  'playing',
  'home',
  'not_home',
  ...MEASURES,
  'brightness',
  'position',
  'volume',
  'speed',
  'mode',
  'target',
  'title',
  ...ASPECT_NAMES,
  'state',
] as const;
export type Asked = (typeof ASKED)[number];

const LIST = z.string().default('').transform(listed);
/** Words for more and for less. */
const STEP = z.tuple([z.string(), z.string()]);
const WORDS = z.record(z.string(), z.string()).default({});

/**
 * What a sentence does. Beside the house's actions: `set_percent` (brightness, position or volume, as the device has it)
 * `step` (a bit more or less of what the device has) and `shade` (a warmer or a colder white).
 */
export type Does = Action | 'set_percent' | 'step' | 'shade';

/** What a sentence says about its devices. */
export interface Pattern {
  does: Does;
  /** A fixed value: percent, or what is asked where the sentence doesn't say it. */
  value?: number | string;
  /** What is meant when only a place is named, or nothing; left out where a verb and a place say to go there ("sube al salón"). */
  of?: Kind;
  /** The domains it may act on, where that is fewer than the action's. */
  only?: readonly Domain[];
  /** Asks about all of a kind ("which windows are open"), in the whole house unless a place is named. */
  which?: true;
  /** Asks about all in the house, or a place, that can be asked about: "is anything open". */
  every?: true;
  aggregate?: Aggregate;
}

/**
 * What people say to their house in a language, as its folder has it. Everything is written as people write it, with | between
 * words for one thing; the engine folds case and accents.
 */
export const SENTENCES = z.object({
  /** Said before a request and without meaning. */
  lead: LIST,
  /** Said before a request and making it one: a question mark after it asks nothing ("could you …?"). */
  request: LIST,
  /** Said after a request and without meaning. */
  tail: LIST,
  /** Words without meaning wherever they stand. */
  anywhere: LIST,
  /** "a bit": without meaning beside a change (louder), but no device is switched or opened a bit. */
  slightly: LIST,
  /** What joins devices, and orders. */
  and: LIST,
  /** "all": every one of them, in the whole house unless a place is named. */
  all: LIST,
  /** "everywhere": the whole house. */
  everywhere: LIST,
  /** "in here": the room of the speaker. */
  here: LIST,
  /** "everything": lights, switches, fans and players of a named place, or to switch off those of the house. */
  everything: LIST,
  /** "something": nothing that could be acted upon. */
  anything: LIST,
  /** "except": what follows is left as it is. */
  except: LIST,
  /** Nouns that mean all of them in the room, though "the lamp" is one. */
  groups: LIST,
  /** Words that open a place: "in", "im", "dans", "en"; and places that need none: "outside". */
  prepositions: LIST,
  adverbs: LIST,
  /** Where the telling word of a compound name stands: "reading lamp" or "lampe de chevet". */
  head: z.enum(['last', 'first']).default('last'),
  /** The words for each CSS colour. */
  colors: WORDS,
  /** "percent", and what may be said after a level without changing it: "full brightness". */
  percent: LIST,
  /** Words for a level in percent: "half". */
  levels: z.record(z.string(), z.number()).default({}),
  /** Words for parts of sentences; <lit> and <updown> are the states "on" and the steps "up". */
  macros: WORDS,
  /** Words for Home Assistant's own modes and presets, and speeds: {option} is any words. */
  modes: WORDS,
  /** How a device is said to be: {state}. */
  states: z.partialRecord(z.enum(ASKED), z.string()).default({}),
  /** Between a device and its state: "is"; and its form that is joined to the device. */
  verb: z.string().default(''),
  contracted: z.string().optional(),
  /** What makes a question of a device and a state without a verb: "the TV *still* on". */
  stillAsks: LIST,
  /** How somebody says to have left it so: {done}. */
  done: z.partialRecord(z.enum(ASKED), z.string()).default({}),
  /** Slots for a change to more and to less. */
  steps: z.record(z.string(), STEP).default({}),
  /** What is measured: {measure}. */
  measures: z.partialRecord(z.enum(MEASURES), z.string()).default({}),
  /** What a device has beside its state: {aspect}. */
  aspects: z.partialRecord(z.enum(ASPECT_NAMES), z.string()).default({}),
  /** Words for the most and the least of what is measured, `any` beside a {measure}: {extreme}. */
  extremes: z.partialRecord(z.enum([...MEASURES, 'any']), STEP).default({}),
  /**
   * The ways to say each meaning: plain words, `[optional]`, `(one|or|other)`, `<macro>` and slots: {target} a device or
   * group, {where} a place with its preposition, {percent}, {degrees}, {high}, {by} numbers, {kelvin} a number with its unit, {leader} the player that others join, {color}, {state}, {done} and steps.
   */
  says: z.partialRecord(z.enum(MEANINGS.map((meaning) => meaning.says)), z.array(z.string())).default({}),
});
export type LanguageTable = z.output<typeof SENTENCES>;
