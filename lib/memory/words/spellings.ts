import { primaryLanguage } from '../../language/tags.js';
import { stem } from './stem.js';

/** German verbs carry these before the "ge" of their past: "eingekauft". */
const SEPARABLE =
  '(?:ab|an|auf|aus|ein|fest|her|heim|hin|los|mit|nach|rauf|raus|rein|runter|um|vor|weg|weiter|zu|zuruck|zusammen)';
const PAST = new RegExp(`^(${SEPARABLE})?ge(.{3,}?)t?$`);
const SEPARATED = new RegExp(`^(${SEPARABLE})(.{3,})$`);
/** How another form ends: luz and luces, knife and knives, huis and huizen. */
const LAST_LETTERS: readonly (readonly [string, string])[] = [
  ['z', 'c'],
  ['f', 'v'],
  ['s', 'z'],
];
const MAX_LETTERS = 24;
/** Where nobody types an umlaut as two letters: "coeur" is no "cour". */
const NO_UMLAUTS: ReadonlySet<string> = new Set(['fr', 'es', 'it', 'pt']);

/**
 * The terms of a word that is formed another way: the German past ("gegrillt", "grillen"), plurals that change the last
 * letter or lose the vowel before it ("щенок", "щенка"), "colour" and "color".
 * @param word Folded.
 * @param language BCP 47 tag of what it stands in, where it is known
 */
export function spellings(word: string, language?: string): string[] {
  const term = stem(word);
  if (!isPlain(word)) return othersThan(term, fleeting(term));
  return othersThan(term, [
    ...fleeting(term),
    ...(hasPast(language) ? pasts(word) : []),
    ...lastLetters(term),
    ...colours(word).map(stem),
  ]);
}

/**
 * The terms of a word whose umlauts are typed out, or aren't: "Mueller" and "Müller".
 * @param word Folded.
 * @param language BCP 47 tag of what it stands in, where it is known
 */
export function umlauts(word: string, language?: string): string[] {
  if (!isPlain(word) || NO_UMLAUTS.has(primaryLanguage(language))) return [];
  // not "neue", "quer"
  const without = word.replace(/(?<![aeiouq])([aou])e/g, '$1');
  const typedOut = [...word.matchAll(/(?<![aeiouq])[aou](?![aeiouy])/g)].map(
    ({ index }) => `${word.slice(0, index + 1)}e${word.slice(index + 1)}`,
  );
  return othersThan(stem(word), [without, ...typedOut].map(stem));
}

/** What a German past is made of: "gegrillt" of "grill", that a "Grillfest" begins with. */
export function pastOf(word: string, language?: string): string | undefined {
  const verb = hasPast(language) ? PAST.exec(stem(word))?.[2] : undefined;
  return verb !== undefined && verb.length > 3 ? verb : undefined;
}

function hasPast(language: string | undefined): boolean {
  return ['de', 'nl', ''].includes(primaryLanguage(language));
}

function isPlain(word: string): boolean {
  return word.length >= 3 && word.length <= MAX_LETTERS && /^[a-z]+$/.test(word);
}

function othersThan(term: string, terms: readonly string[]): string[] {
  return [...new Set(terms)].filter((one) => one.length >= 2 && one !== term);
}

function pasts(word: string): string[] {
  const [, before = '', verb] = PAST.exec(stem(word)) ?? [];
  const present =
    verb === undefined ? [] : [`${before}${verb}`, verb, ...(before === '' ? [] : [`ge${verb}t`, `ge${verb}`])];
  // the stem has lost the second of two letters: "gegrillt" has both
  const root = word.replace(/e?n$/, '');
  const [, first, rest] = SEPARATED.exec(root) ?? [];
  const separated = first === undefined ? [] : [`${first}ge${rest}t`, `${first}ge${rest}`];
  return [...present, `ge${root}t`, `ge${root}`, ...separated].map(stem);
}

/** Slavic words lose a vowel with their ending: "щенок" and "щенка", "piesek" and "pieska". */
function fleeting(term: string): string[] {
  if (term.length < 4) return [];
  const without = term.replace(/[оеe]([кцk])$/u, '$1');
  const cyrillic = /[бвгджзклмнпрстфхцчшщ][кц]$/u.test(term);
  const latin = /[bcdfghjklmnprstwz]k$/.test(term);
  const vowels = cyrillic ? ['о', 'е'] : latin ? ['e'] : [];
  return [without, ...vowels.map((vowel) => `${term.slice(0, -1)}${vowel}${term.slice(-1)}`)];
}

function lastLetters(term: string): string[] {
  return LAST_LETTERS.flatMap(([one, other]) => [
    ...(term.endsWith(one) ? [`${term.slice(0, -1)}${other}`] : []),
    ...(term.endsWith(other) ? [`${term.slice(0, -1)}${one}`] : []),
  ]);
}

function colours(word: string): string[] {
  const british = word.replace(/([bdlmnrv])or(?=s$|ed$|ing$|ite|hood|$)/, '$1our');
  return [british, word.replace(/([bdlmnrv])our(?=s$|ed$|ing$|ite|hood|$)/, '$1or')].filter((one) => one !== word);
}
