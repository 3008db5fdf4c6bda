import { z } from 'zod';
import { languageTable } from './folders.js';

const LIST = z
  .string()
  .default('')
  .transform((text): ReadonlySet<string> => new Set(text.match(/\S+/g)));

/** Lists of words of a language, as its folder has them. */
const WORDS = z.object({
  /** Say nothing about what is looked for: questions, pronouns, helpers; folded. */
  empty: LIST,
  /** Begin a question; verbs that also begin a request ("can you turn …") are left out; folded. */
  asking: LIST,
  /** Of everyday sentences, that tell the language and stand neither in its commands nor among its stop words. */
  everyday: LIST,
});

/** Undefined where a language has no lists. @param language BCP 47 tag */
export function wordLists(language: string): z.output<typeof WORDS> | undefined {
  return languageTable(language, 'words', WORDS);
}
