import { z } from 'zod';
import { languagesWith, languageTable } from './folders.js';
import { inDigits, pluralForm } from './plural.js';
import { primaryLanguage } from './tags.js';

const SPOKEN = z.record(z.string(), z.record(z.string(), z.unknown()));
const sections = new Map<string, unknown>();
const SPOKEN_LANGUAGES = languagesWith('spoken.json');

/** The language that is spoken to somebody of a language: English where we have no words of theirs. @param tag BCP 47 tag */
export function spokenLanguageOf(tag: string | undefined): string {
  const primary = primaryLanguage(tag);
  return SPOKEN_LANGUAGES.includes(primary) ? primary : 'en';
}

/**
 * What the assistant itself says in a language: a section of `spoken.yaml` in the language's folder. A sentence that the
 * language lacks is the English one.
 * @param language BCP 47 tag
 * @throws ZodError when the section isn't what the schema asks for
 */
export function spoken<Schema extends z.ZodType>(language: string, section: string, schema: Schema): z.output<Schema> {
  const spoken = spokenLanguageOf(language);
  const key = `${spoken}/${section}`;
  if (!sections.has(key)) {
    const [english, own] = ['en', spoken].map((tag) => languageTable(tag, 'spoken', SPOKEN)?.[section]);
    sections.set(key, schema.parse({ ...english, ...own }));
  }
  return sections.get(key) as z.output<Schema>;
}

/**
 * A sentence with values in the places of their names: "It’s {clock}."; {count:timer|timers} is the form of a word that goes with
 * a number (see `pluralForm`).
 * @param language of the sentence, which writes numbers and tells their forms
 */
export function filled(template: string, values: Readonly<Record<string, string>>): string;
export function filled(template: string, values: Readonly<Record<string, string | number>>, language: string): string;
export function filled(template: string, values: Readonly<Record<string, string | number>>, language = 'en'): string {
  return template.replace(/\{(\w+)(?::([^{}|]*(?:\|[^{}|]*)+))?\}/g, (_, name: string, forms: string | undefined) => {
    const value = values[name] ?? '';
    if (forms !== undefined) return pluralForm(Number(value), forms.split('|'), language);
    return typeof value === 'number' ? inDigits(value, { language }) : value;
  });
}

/** With a capital at its begin, as a sentence has it. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
