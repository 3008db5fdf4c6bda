import { z } from 'zod';
import { languageTable, supportedLanguage } from './folders.js';

const SPOKEN = z.record(z.string(), z.record(z.string(), z.unknown()));
const sections = new Map<string, unknown>();

/**
 * What the assistant itself says in a language: a section of `spoken.yaml` in the language's folder. A sentence that the
 * language lacks is the English one.
 * @param language BCP 47 tag
 * @throws ZodError when the section isn't what the schema asks for
 */
export function spoken<Schema extends z.ZodType>(language: string, section: string, schema: Schema): z.output<Schema> {
  const key = `${supportedLanguage(language)}/${section}`;
  if (!sections.has(key)) {
    const [english, own] = ['en', language].map((tag) => languageTable(tag, 'spoken', SPOKEN)?.[section]);
    sections.set(key, schema.parse({ ...english, ...own }));
  }
  return sections.get(key) as z.output<Schema>;
}

/** A sentence with values in the places of their names: "It’s {clock}." */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** With a capital at its begin, as a sentence has it. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
