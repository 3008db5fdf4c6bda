import { pluralForm } from '../../lib/language/plural.js';
import { primaryLanguage } from '../../lib/language/tags.js';

/** What the pages and the editor's views are written in; what the assistant speaks is another matter. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The page's language closest to a tag, English when there is none. */
export function supportedLanguage(tag: string | undefined): Language {
  const primary = primaryLanguage(tag);
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}

/**
 * A text with `{name}` and the like filled in, numbers as its language writes them; `{count:entry|entries}` is the form that it
 * has for so many.
 */
export function filled(language: Language, text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (forms !== undefined) return pluralForm(Number(value), forms.split('|'), language);
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? whole);
  });
}
