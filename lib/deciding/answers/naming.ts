import type { Area, Entity } from '../../home/types.js';
import { type Gender, isPlural, type Named, type Phrases, phrasesOf } from './phrases.js';

const nounsKnown = new Map<Phrases, ReadonlyMap<string, Gender>>();

/** The nouns of a language, longest first, so that "rollladen" is found before "laden". */
function nounsOf(phrases: Phrases): ReadonlyMap<string, Gender> {
  const known = nounsKnown.get(phrases);
  if (known) return known;
  const listed = Object.entries(phrases.nouns).flatMap(([gender, list]) =>
    list.split(' ').map((noun): [string, Gender] => [noun, gender as Gender]),
  );
  // of a noun in two genders the first counts
  const made = new Map(listed.toReversed().sort(([a], [b]) => b.length - a.length));
  nounsKnown.set(phrases, made);
  return made;
}

/** What a device is called in an answer: the name that is of this language where it has one, with its article. */
export function nameOf({ name, aliases, domain }: Entity, phrases: Phrases): Named {
  const isName = domain === 'scene' || domain === 'script' || domain === 'person';
  for (const candidate of [name, ...aliases]) {
    const gender = genderOf(candidate, phrases);
    if (gender === undefined || isName) continue;
    return { text: withArticle(inSentence(candidate, phrases), gender, phrases), gender, plural: isPlural(gender) };
  }
  if (phrases.head === 'last' && !isName) {
    return { text: withArticle(inSentence(name, phrases), 'c', phrases), gender: 'c', plural: false };
  }
  return { text: name, gender: 'm', plural: false };
}

/** " in the kitchen", with a space before it; "" without an area. */
export function placeOf(area: Area | undefined, phrases: Phrases): string {
  if (!area) return '';
  for (const candidate of [area.name, ...area.aliases]) {
    const gender = genderOf(candidate, phrases);
    if (gender !== undefined) return ` ${inRoom(inSentence(candidate, phrases), gender, phrases)}`;
  }
  return ` ${inRoom(phrases.head === 'last' ? inSentence(area.name, phrases) : area.name, undefined, phrases)}`;
}

/** "the kitchen light" */
export function withArticle(name: string, gender: Gender | undefined, { the }: Phrases): string {
  return formed(the, name, gender).replace('{name}', name).trim();
}

function inRoom(name: string, gender: Gender | undefined, phrases: Phrases): string {
  return formed(phrases.in, name, gender)
    .replace('{the}', withArticle(name, gender, phrases))
    .replace('{name}', name);
}

function formed(forms: Phrases['the'], name: string, gender: Gender | undefined): string {
  return forms.find(([pattern]) => pattern.test(`${gender ?? '-'} ${name}`))?.[1] ?? '{name}';
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
  const nouns = nounsOf(phrases);
  const english = nounsOf(phrasesOf('en'));
  if (words.some((word) => english.has(word) && !nouns.has(word))) return undefined;
  const head = (phrases.head === 'first' ? words[0] : words.at(-1)) ?? '';
  const fits = (noun: string) => (phrases.head === 'end' ? head.endsWith(noun) : head === noun);
  return [...nouns].find(([noun]) => fits(noun))?.[1];
}

/** English writes names in lower case within a sentence, French and Spanish their first word; German keeps capitals. */
function inSentence(name: string, { head }: Phrases): string {
  const lower = (word: string) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word);
  if (head === 'end') return name;
  const words = name.split(' ');
  return (head === 'last' ? words.map(lower) : [lower(words[0] ?? ''), ...words.slice(1)]).join(' ');
}
