import { z } from 'zod';
import { fold, words } from '../language/fold.js';
import { LANGUAGES, languageTable } from '../language/folders.js';
import { WHOLE } from '../language/patterns.js';
import { HUMOURS, type Humour } from './persona.js';

/** How a language speaks of it, as its folder has it; folded. */
const HUMOUR = z.object({
  /** Whole sentences that ask for each. */
  off: WHOLE,
  dry: WHOLE,
  sarcastic: WHOLE,
  /** Words without which nobody has spoken of jokes. */
  words: z.string().transform((text) => text.split(' ')),
});

const MAX_LETTERS = 100;
const WORDS = new Set(LANGUAGES.flatMap((language) => languageTable(language, 'humour', HUMOUR)?.words ?? []));

/** The humour that a sentence asks for and does nothing else ("no jokes please"); undefined for all others. @param language BCP 47 tag */
export function humourAsked(query: string, language: string): Humour | undefined {
  const table = query.length > MAX_LETTERS ? undefined : languageTable(language, 'humour', HUMOUR);
  if (!table) return undefined;
  const said = fold(query);
  return HUMOURS.find((humour) => table[humour].test(said));
}

/** Whether somebody's words speak of jokes at all. */
export function speaksOfHumour(said: string): boolean {
  return words(said).some((word) => WORDS.has(word));
}
