import { z } from 'zod';
import { languageTable, listed } from './folders.js';

const schema = z.object({ sentences: z.string().transform(listed) });

/** Sentences of a house and its television, without a wake word, in a language; in English where none are known. */
export function overheard(language: string): string[] {
  return (
    languageTable(language, 'overheard', schema)?.sentences ?? languageTable('en', 'overheard', schema)?.sentences ?? []
  );
}
