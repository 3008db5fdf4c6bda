import type { Area, Entity } from '../../home/types.js';
import type { Language } from '../../language/tags.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Gender, Named, Phrases } from './types.js';

export const PHRASES: Record<Language, Phrases> = { en, de, fr, es };

/** The nouns of a language, longest first, so that "rollladen" is found before "laden". */
const NOUNS = new Map<Phrases, [noun: string, gender: Gender][]>(
  Object.values(PHRASES).map((phrases) => [
    phrases,
    Object.entries(phrases.nouns)
      .flatMap(([gender, list]) => list.split(' ').map((noun): [string, Gender] => [noun, gender as Gender]))
      .sort(([a], [b]) => b.length - a.length),
  ]),
);

const OWN = new Map([...NOUNS].map(([phrases, list]) => [phrases, new Set(list.map(([noun]) => noun))]));
const ENGLISH = ownNouns(en);

function ownNouns(phrases: Phrases): ReadonlySet<string> {
  return OWN.get(phrases) ?? new Set();
}

/** What a device is called in an answer: the name that is of this language where it has one, with its article. */
export function nameOf({ name, aliases, domain }: Entity, phrases: Phrases): Named {
  const scene = domain === 'scene' || domain === 'script';
  for (const candidate of [name, ...aliases]) {
    const gender = genderOf(candidate, phrases);
    if (gender === undefined || scene) continue;
    return { text: phrases.the(inSentence(candidate, phrases), gender), gender, plural: isPlural(gender) };
  }
  if (phrases.head === 'last' && !scene) {
    return { text: phrases.the(inSentence(name, phrases), 'c'), gender: 'c', plural: false };
  }
  return { text: name, gender: 'm', plural: false };
}

/** " in the kitchen", with a space before it; "" without an area. */
export function placeOf(area: Area | undefined, phrases: Phrases): string {
  if (!area) return '';
  for (const candidate of [area.name, ...area.aliases]) {
    const gender = genderOf(candidate, phrases);
    if (gender !== undefined) return ` ${phrases.inRoom(inSentence(candidate, phrases), gender)}`;
  }
  return ` ${phrases.inRoom(phrases.head === 'last' ? inSentence(area.name, phrases) : area.name, undefined)}`;
}

/** Several devices as one subject: "the lamp and the fan". */
export function joined(names: readonly Named[], phrases: Phrases): Named {
  const [first] = names;
  if (first && names.length === 1) return first;
  const texts = names.map(({ text }) => text);
  const masculine = names.some(({ gender }) => !/f/i.test(gender));
  return {
    text: `${texts.slice(0, -1).join(', ')} ${phrases.and} ${texts.at(-1) ?? ''}`.trim(),
    gender: masculine ? 'M' : 'F',
    plural: true,
  };
}

function genderOf(name: string, phrases: Phrases): Gender | undefined {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s-]+/);
  if (phrases !== en && words.some((word) => ENGLISH.has(word) && !ownNouns(phrases).has(word))) return undefined;
  const head = (phrases.head === 'first' ? words[0] : words.at(-1)) ?? '';
  const fits = (noun: string) => (phrases.head === 'end' ? head.endsWith(noun) : head === noun);
  return NOUNS.get(phrases)?.find(([noun]) => fits(noun))?.[1];
}

/** English writes names in lower case within a sentence, French and Spanish their first word; German keeps capitals. */
function inSentence(name: string, { head }: Phrases): string {
  const lower = (word: string) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word);
  if (head === 'end') return name;
  const words = name.split(' ');
  return (head === 'last' ? words.map(lower) : [lower(words[0] ?? ''), ...words.slice(1)]).join(' ');
}

function isPlural(gender: Gender): boolean {
  return gender === gender.toUpperCase();
}
