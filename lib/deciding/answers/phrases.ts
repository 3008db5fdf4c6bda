import { z } from 'zod';
import { isSetting } from '../../home/settings.js';
import { ACTIONS, DOMAINS } from '../../home/types.js';
import { languageTable, listed, supportedLanguage } from '../../language/folders.js';
import { inDigits, pluralForm } from '../../language/plural.js';

/** Grammar of a noun: masculine, feminine, neuter; upper case for plurals. "c" where the language has no gender. */
const GENDERS = ['m', 'f', 'n', 'c', 'M', 'F', 'N', 'C'] as const;
export type Gender = (typeof GENDERS)[number];

/** Something with a name, ready to stand in a sentence: "the kitchen light", "Kitchen Light". */
export interface Named {
  text: string;
  gender: Gender;
  plural: boolean;
}

export const STATES = [
  'on',
  'off',
  'open',
  'closed',
  'locked',
  'unlocked',
  'playing',
  'paused',
  'home',
  'not_home',
  'armed',
  'disarmed',
] as const;
export type State = (typeof STATES)[number];
const FAILURES = [
  'unavailable',
  'not-dimmable',
  'no-colour',
  'no-position',
  'only-steps',
  'no-reaction',
  'off',
  'code',
  'incapable',
  'range',
  'options',
  'no-setting',
] as const;
export type Failure = (typeof FAILURES)[number];
/** What a person is asked whether it shall really be done; `other` where it can't be said in a word. */
const CONFIRMED = ['unlock', 'open', 'disarm', 'activate', 'on', 'off', 'other'] as const;
export type Confirmed = (typeof CONFIRMED)[number];
/** What a command is told to have done; `mute` is a volume of nothing, `stop` a pause of what moves, `set` any setting. */
const DONE = [
  ...ACTIONS.filter((action) => action !== 'get_state' && action !== 'list_on' && !isSetting(action)),
  'mute',
  'stop',
  'set',
] as const;

const KIND = z.tuple([z.string(), z.enum(GENDERS)]);
/** The first whose pattern fits a name with its gender before it ("f kitchen", "- attic" where that isn't known). */
const FORMS = z.array(z.tuple([z.string().transform((source) => new RegExp(source, 'u')), z.string()]));
/** Where a place is named that has to stand elsewhere in the sentence: without one, and with it. */
const PLACED = z.union([
  z.string().transform((one): [string, string] => [one, one]),
  z.tuple([z.string(), z.string()]),
]);

/**
 * How a language answers, as its folder has it. Sentences are capitalised by the caller; in them {name} stands for a value,
 * {name:case} for it in one of the language's cases, {is|are} for what the number of {what} asks for, and {name:degree|degrees}
 * for the form that goes with a value that is a number.
 */
const PHRASES = z.object({
  /** Genders of nouns that devices and rooms are called by, as `words of this gender` lists. */
  nouns: z.partialRecord(z.enum(GENDERS), z.string()),
  /** Where the telling noun of a name stands; German ones end a compound. */
  head: z.enum(['first', 'last', 'end']),
  /** The name with its article. */
  the: FORMS,
  /** "in the kitchen". */
  in: FORMS,
  /** What becomes of words in a case: patterns and what they are replaced by, one after the other. */
  cases: z
    .record(z.string(), z.array(z.tuple([z.string().transform((source) => new RegExp(source, 'gu')), z.string()])))
    .default({}),
  and: z.string(),
  others: z.string(),
  /** Plural names of kinds, with their gender: "lights". */
  kinds: z.partialRecord(z.enum([...DOMAINS, 'door', 'window']), KIND),
  things: KIND,
  colors: z.record(z.string(), z.string()),
  done: z.record(z.enum(DONE), z.string()),
  /** In one form, or masculine, feminine and their plurals. */
  states: z.record(z.enum(STATES), z.string().transform(listed)),
  is: z.string(),
  /** Of what was so before it was asked for. */
  already: z.string(),
  yes: z.string(),
  no: z.string(),
  nothing: PLACED,
  /** "No lights are on in the kitchen." */
  noneOf: PLACED,
  count: z.string(),
  temperature: PLACED,
  temperatureOf: z.string(),
  humidity: z.string(),
  value: z.string(),
  at: z.string(),
  setTo: z.string(),
  /** Units of measurement as they are spoken, in the forms that numbers ask for. */
  units: z.record(z.string(), z.string().transform(listed)),
  /** Home Assistant's modes of thermostats and other devices. */
  modes: z.record(z.string(), z.string()),
  average: z.string(),
  /** From a value to a higher one. */
  range: z.string(),
  unknown: z.string(),
  failures: z.record(z.enum(FAILURES), z.string()),
  failed: z.string(),
  but: z.string(),
  confirm: z.string(),
  /** Of the question whether it shall really be done. */
  verbs: z.record(z.enum(CONFIRMED), z.string()),
  /** Said to somebody who only called us. */
  prompt: z.string(),
  cancelled: z.string(),
  /** Asked when the answer was no clear yes or no; it has no word that is one. */
  again: z.string(),
  /** Nothing is there to do something with. */
  none: z.string(),
  /** Sentences that a person could say, about a device or a place. */
  examples: z.object({
    turnOn: z.string(),
    listOn: z.string(),
    warm: z.string(),
    close: z.string(),
    temperature: z.string(),
  }),
});
export type Phrases = z.output<typeof PHRASES> & {
  /** Tag of the language that they are in. */
  language: string;
};

const known = new Map<string, Phrases>();

/** Of the closest language that answers. @param language BCP 47 tag */
export function phrasesOf(language: string): Phrases {
  const tag = supportedLanguage(language);
  const read = known.get(tag);
  if (read) return read;
  const table = languageTable(tag, 'answers', PHRASES);
  if (!table) throw new Error(`No answers in ${tag}`);
  const phrases = { ...table, language: tag };
  known.set(tag, phrases);
  return phrases;
}

/** A sentence of a language with its values; one with a place that may stand first has none before it. */
export function sentence(
  template: string | readonly [string, string],
  values: Readonly<Record<string, string | number | Named>>,
  { cases, language }: Phrases,
): string {
  const form = typeof template === 'string' ? template : template[values['where'] ? 1 : 0];
  const { what } = values;
  const isPlural = typeof what === 'object' && what.plural;
  const slots = /\{([^{}|:]+)(?::(\w+))?\}|\{(?:(\w+):)?([^{}|]*)\|([^{}]*)\}/g;
  const filled = form.replace(slots, (_, name, as, number, one, many) => {
    if (number !== undefined) return pluralForm(Number(values[number]), [one, ...many.split('|')], language);
    if (name === undefined) return isPlural ? many : one;
    const value = values[name] ?? '';
    const text =
      typeof value === 'object' ? value.text : typeof value === 'number' ? inDigits(value, { language }) : value;
    return (cases[as] ?? []).reduce((said, [pattern, instead]) => said.replace(pattern, instead), text);
  });
  return filled.trim();
}

/** A state as it is said of something. */
export function stateWord(state: State, gender: Gender, { states }: Phrases): string {
  const forms = states[state];
  const at = (/f/i.test(gender) ? 1 : 0) + (isPlural(gender) ? 2 : 0);
  return forms[at] ?? forms[0] ?? state;
}

export function isPlural(gender: Gender): boolean {
  return gender === gender.toUpperCase();
}

/** A mode of Home Assistant's as it is said; others as they are called there. */
export function modeWord(mode: string, { modes }: Phrases): string {
  return modes[mode] ?? mode.replaceAll('_', ' ');
}
