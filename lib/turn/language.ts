/** Languages with local commands, apologies and a default voice. Other languages still reach the agent. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The primary subtag in lower case: "de-AT" and "de_DE" become "de"; anything that isn't a language tag becomes "". */
export function primaryLanguage(tag: string | undefined): string {
  return /^[a-z]{2,3}(?=$|[-_])/i.exec(tag ?? '')?.[0].toLowerCase() ?? '';
}

/** The supported language closest to a tag, English when there is none. */
export function supportedLanguage(tag: string | undefined): Language {
  const primary = primaryLanguage(tag);
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
