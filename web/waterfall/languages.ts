import { primaryLanguage } from '../../lib/language/tags.js';

/** What the pages and the editor's views are written in; what the assistant speaks is another matter. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The page's language closest to a tag, English when there is none. */
export function supportedLanguage(tag: string | undefined): Language {
  const primary = primaryLanguage(tag);
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
