import { spokenLanguage } from '../lib/deciding/spoken-language.js';
import { LANGUAGES } from '../lib/turn/language.js';
import { first } from './running.js';

/** The languages spoken in the house, the usual one first; all that have local commands where nothing says which. */
export function houseLanguages(): readonly string[] {
  return first('satellites')?.languages ?? LANGUAGES;
}

/**
 * The language of words that came without one, among those of the house.
 * @param usual the language where the words don't say, e.g. "stop"; the house's first when not given
 */
export function languageOf(text: unknown, usual = houseLanguages()[0] ?? 'en'): string {
  return typeof text === 'string' ? spokenLanguage(text, houseLanguages(), usual) : usual;
}

/**
 * The language to expect of a voice before it is heard: the house's usual one. Flows from before the house had a list of
 * languages said it in the voice config node.
 */
export function expectedLanguage(ofVoice: string): string {
  const house = first('satellites');
  return house?.listed ? house.language : ofVoice;
}
