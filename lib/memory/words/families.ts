import { z } from 'zod';
import { languagesWith, languageTable } from '../../language/folders.js';
import { primaryLanguage } from '../../language/tags.js';
import { stem } from './stem.js';

/**
 * Forms of one word that no ending tells, by language: what a diary says happened ("we bought") is asked for in another
 * form ("what did we buy?").
 */
const FAMILIES = z.object({ families: z.string() });
const LANGUAGES = languagesWith('families.json');
const textOf = (language: string) => languageTable(language, 'families', FAMILIES)?.families ?? '';

const BY_LANGUAGE = new Map(LANGUAGES.map((language) => [language, familiesOf([textOf(language)])]));
const OF_ALL = familiesOf(LANGUAGES.map(textOf));

/**
 * The terms of the other forms of a word.
 * @param word Folded.
 * @param language BCP 47 tag of what it stands in; where it isn't given or known, all languages are looked at
 */
export function familyOf(word: string, language?: string): readonly string[] {
  const families = BY_LANGUAGE.get(primaryLanguage(language)) ?? OF_ALL;
  return families.get(stem(word)) ?? [];
}

function familiesOf(texts: readonly string[]): ReadonlyMap<string, string[]> {
  const families = new Map<string, string[]>();
  for (const family of texts.flatMap((text) => text.split('|'))) {
    const terms = [...new Set((family.match(/\S+/g) ?? []).map(stem))];
    for (const term of terms) {
      const others = terms.filter((other) => other !== term);
      families.set(term, [...new Set([...(families.get(term) ?? []), ...others])]);
    }
  }
  return families;
}
