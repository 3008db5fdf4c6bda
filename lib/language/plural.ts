const rules = new Map<string, Intl.PluralRules>();

/**
 * The form of a word that a language has for a number of things. The first is the one for one, the last the one for many,
 * and one between them that for few: "plik", "pliki", "plików".
 * @param language BCP 47 tag of the language of the forms
 */
export function pluralForm(count: number, forms: readonly string[], language: string): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language, { maximumFractionDigits: 1 });
  rules.set(language, known);
  const rule = known.select(count);
  const last = forms.length - 1;
  const at = rule === 'one' ? 0 : rule === 'few' ? 1 : last;
  return forms[Math.min(at, last)] ?? '';
}

/** A number as the language writes it, with one decimal at most. */
export function inDigits(value: number, { language }: { language: string }): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
}
