import { z } from 'zod';
import { languagesOf, primaryLanguage } from '../language/tags.js';

/** The languages of a place: all that are spoken there, where there are several, and its own. */
export interface PlaceLanguages {
  /** BCP 47 tag; undefined is the house's. */
  language?: string | undefined;
  /** BCP 47 tags, two or more. */
  languages?: readonly string[] | undefined;
}

/** Languages as they are entered of a room ("en, de"); what is no tag is named. */
export const roomLanguages = z
  .string()
  .max(100)
  .superRefine((list, context) => {
    const wrong = list.split(/[\s,;]+/).filter((tag) => tag !== '' && primaryLanguage(tag) === '');
    if (wrong.length > 0)
      context.addIssue({ code: 'custom', message: `no language tag: ${wrong.join(', ')}; write them like en, de` });
  })
  .transform(languagesOf);

/** What a place has where several languages are spoken; nothing where it is one, or none is known. */
export function several(languages: readonly string[] = []): PlaceLanguages {
  const [language] = languages;
  return language === undefined || languages.length < 2 ? {} : { language, languages };
}

/**
 * The languages that may be spoken at a place, its own first; undefined where there is only that. What was chosen there
 * later, on the page or in Home Assistant, is its own; where the list lacks that, it is the only one.
 */
export function spokenAt({ language, languages = [] }: PlaceLanguages): string[] | undefined {
  if (language === undefined || !languages.includes(language)) return undefined;
  return [language, ...languages.filter((tag) => tag !== language)];
}

/** What a turn that is spoken at a place begins with. @param usual the language where the place has none of its own */
export function languagesAt(place: PlaceLanguages, usual: string): { language: string; languages?: string[] } {
  const { language = usual } = place;
  const languages = spokenAt(place);
  return { language, ...(languages && { languages }) };
}
