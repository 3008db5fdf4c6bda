import { z } from 'zod';
import { words } from '../language/fold.js';
import { languagesWith, languageTable, listed, supportedLanguage } from '../language/folders.js';
import { PATTERN } from '../language/patterns.js';
import { DOMAINS, type Entity } from './types.js';

const KINDS = [
  ...DOMAINS,
  'temperature',
  'humidity',
  'door',
  'window',
  'motion',
  'garage',
  'blind',
  'curtain',
  'awning',
  'outlet',
  'power',
  'outside',
] as const;
/** What an entity is: its domain, and its device class where that has a word of its own. */
export type Kind = (typeof KINDS)[number];

const LIST = z.string().transform((list) => list.split(' '));
/** What devices and places are called, folded. */
const NAMES = z.object({
  /** Words for kinds of devices, singular and plural. */
  kinds: z.partialRecord(z.enum(KINDS), LIST),
  /** Those for a television, among the words for players. */
  television: LIST.default([]),
  /** Where persons are who are at home, as words end that say so. */
  home: LIST.default([]),
  /** Stand before or between the words of a name and say nothing: articles, possessives, "in". */
  fillers: LIST,
  /** Patterns of names of what is outside: "Outside Temperature", "Température extérieure". */
  outside: PATTERN,
  /** How signs in names are spoken; | between words for one. */
  signs: z.record(z.string(), z.string().transform(listed)).default({}),
  /** What a compound may begin with before a word for a kind, whatever the house calls its rooms: Haustür, Deckenlampe. */
  compoundParts: LIST.default([]),
});
const LANGUAGES = languagesWith('names.json');
const namesOf = (language: string) => languageTable(language, 'names', NAMES);
const NAMED = LANGUAGES.flatMap((language) => namesOf(language) ?? []);

/** Device classes that have words of their own. */
const CLASS_KINDS: Record<string, Kind> = {
  temperature: 'temperature',
  humidity: 'humidity',
  door: 'door',
  garage_door: 'garage',
  garage: 'garage',
  gate: 'garage',
  window: 'window',
  motion: 'motion',
  occupancy: 'motion',
  presence: 'motion',
  blind: 'blind',
  shade: 'blind',
  shutter: 'blind',
  curtain: 'curtain',
  awning: 'awning',
  outlet: 'outlet',
  power: 'power',
  energy: 'power',
};

const OUTSIDE = new RegExp(`(?<!\\p{L})(?:${NAMED.map(({ outside }) => outside).join('|')})`, 'iu');
const isOutside = remembered(({ name, aliases }) => [name, ...aliases].some((one) => OUTSIDE.test(one)));

/** Remembers what is said of an entity with its list of aliases, which stays when only the state changes. */
export function remembered<More extends unknown[]>(
  tell: (entity: Entity, ...more: More) => boolean,
): (entity: Entity, ...more: More) => boolean {
  const told = new WeakMap<readonly string[], Map<string, boolean>>();
  return (entity, ...more) => {
    const known = told.get(entity.aliases) ?? new Map<string, boolean>();
    const key = `${entity.id} ${entity.name}`;
    const said = known.get(key) ?? tell(entity, ...more);
    told.set(entity.aliases, known.set(key, said));
    return said;
  };
}

/** The kinds an entity can be called by. A thermostat also knows the temperature; a lock is the door's. */
export function kindsOf(entity: Entity): Kind[] {
  const kinds: Kind[] = [entity.domain];
  const ofClass = CLASS_KINDS[String(entity.attributes['device_class'] ?? '')];
  if (ofClass) kinds.push(ofClass);
  if (entity.domain === 'climate') kinds.push('temperature');
  if (entity.domain === 'lock') kinds.push('door');
  if (entity.domain === 'cover' && ofClass === undefined) kinds.push('blind', 'curtain', 'awning');
  if (isOutside(entity)) kinds.push('outside');
  return kinds;
}

/** Whether folded words say "at home" in a language. */
export function isAtHome(said: string, language: string): boolean {
  return namesOf(language)?.home.includes(said.split(' ').at(-1) ?? '') === true;
}

/** How the signs of names are spoken, in all languages. */
const SIGNS = NAMED.flatMap(({ signs }) => Object.entries(signs));

/** A name with its signs as they are spoken: "Lamp #1" is "Lamp number 1", too. */
export function withSignsSpoken(name: string): string[] {
  const said = SIGNS.filter(([sign]) => name.includes(sign)).flatMap(([sign, words]) =>
    words.map((word) => name.replaceAll(sign, ` ${word} `)),
  );
  // "3D" is heard as "three D"
  return [name, ...said, ...(/\d\p{L}/u.test(name) ? [name.replace(/(\d)(?=\p{L})/gu, '$1 ')] : [])];
}

/** Words for a television in all languages. */
export const TELEVISIONS: readonly string[] = [...new Set(NAMED.flatMap(({ television }) => television))];

const FILLERS = new Set(NAMED.flatMap(({ fillers }) => fillers));
export const COMPOUND_PARTS: ReadonlySet<string> = new Set(NAMED.flatMap(({ compoundParts }) => compoundParts));

/** Whether a folded word stands before or between the words of a name and says nothing. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** The words of a name as spoken, without fillers; all its words when there is nothing else. */
export function nameWords(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : all;
}

const spoken = new WeakMap<readonly string[], Map<string, string[][]>>();

/** The words of each of an entity's names, its name first; kept with its list of aliases, which stays when only the state changes. */
export function namesInWords({ name, aliases }: Pick<Entity, 'name' | 'aliases'>): readonly (readonly string[])[] {
  const known = spoken.get(aliases) ?? new Map<string, string[][]>();
  const told = known.get(name) ?? [name, ...aliases].map(nameWords);
  spoken.set(aliases, known.set(name, told));
  return told;
}

/** The words of a language for some kinds, or for all. */
export function kindWords(language: string, kinds: readonly Kind[] = KINDS): string[] {
  return kinds.flatMap((kind) => namesOf(language)?.kinds[kind] ?? []);
}

/** The kinds a folded word names, in one language (and English) or in all. */
export function kindsNamed(word: string, language?: string): readonly Kind[] {
  const known = language === undefined ? ALL_WORDS : WORDS_BY_LANGUAGE.get(supportedLanguage(language));
  return known?.get(word) ?? [];
}

function wordMap(languages: readonly string[]): Map<string, Kind[]> {
  const map = new Map<string, Kind[]>();
  for (const { kinds } of languages.flatMap((language) => namesOf(language) ?? [])) {
    for (const kind of KINDS) {
      for (const word of kinds[kind] ?? []) {
        const named = map.get(word);
        if (!named) map.set(word, [kind]);
        else if (!named.includes(kind)) named.push(kind);
      }
    }
  }
  return map;
}

const ALL_WORDS = wordMap(LANGUAGES);
const WORDS_BY_LANGUAGE = new Map(LANGUAGES.map((language) => [language, wordMap([language, 'en'])]));

/** Every word for a kind in any language, for taking compounds apart. */
export const KIND_VOCABULARY: readonly string[] = [...ALL_WORDS.keys()].filter((word) => word.length >= 3);
