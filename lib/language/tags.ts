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

/**
 * Languages as a setting gives them ("de, en-GB"), in their order and each once; what isn't a language tag is left out.
 * The first is the one for what is in no language ("stop").
 */
export function languagesOf(list: string): string[] {
  return [...new Set(list.split(/[\s,;]+/).filter((tag) => primaryLanguage(tag) !== ''))];
}
