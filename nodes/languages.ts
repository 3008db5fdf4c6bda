import { spokenLanguage, wordsOfNames } from '../lib/deciding/spoken-language.js';
import { LANGUAGES } from '../lib/language/folders.js';
import { languagesOf } from '../lib/language/tags.js';
import { first } from './running.js';
import { setting } from './settings.js';

/** The languages spoken in the house, the usual one first; all that have local commands where nothing says which. */
export function houseLanguages(): readonly string[] {
  return first('satellites')?.languages ?? LANGUAGES;
}

/**
 * The language of words that came without one, among those of the house.
 * @param usual the language where the words don't say, e.g. "stop"; the house's first when not given
 */
export function languageOf(text: unknown, usual = houseLanguages()[0] ?? 'en'): string {
  return typeof text === 'string' ? spokenLanguage(text, houseLanguages(), usual, houseNames()) : usual;
}

/** Words of the names in the house: they say nothing of the language that they are said in. */
export function houseNames(): ReadonlySet<string> | undefined {
  const home = first('home')?.home;
  return home && wordsOfNames(home.house());
}

/**
 * The house's usual language, as a tag: the satellites config node has it.
 * @param own what a node of an older flow has saved; counts only where there are no satellites
 */
export function houseLanguage(own = ''): string {
  return first('satellites')?.language ?? languagesOf(setting('JARVIS_LANGUAGE', own))[0] ?? 'en';
}
