/** The primary subtag in lower case: "de-AT" and "de_DE" become "de"; anything that isn't a language tag becomes "". */
export function primaryLanguage(tag: string | undefined): string {
  return /^[a-z]{2,3}(?=$|[-_])/i.exec(tag ?? '')?.[0].toLowerCase() ?? '';
}

/**
 * Languages as a setting gives them ("de, en-GB"), in their order and each once; what isn't a language tag is left out.
 * The first is the one for what is in no language ("stop").
 */
export function languagesOf(list: string): string[] {
  return [...new Set(list.split(/[\s,;]+/).filter((tag) => primaryLanguage(tag) !== ''))];
}
