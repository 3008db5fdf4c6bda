import { z } from 'zod';
import { languageTable, listed } from '../../language/folders.js';

/** How sums are said in a language, as its folder has it: sources of regular expressions. */
const SUMS = z.object({
  /** May begin and end the question. */
  lead: z.string(),
  tail: z.string(),
  /** Articles, which say nothing. */
  skip: z.string(),
  /** The article that counts: "a pound". */
  one: z.string(),
  /** What the signs of `arithmetic.ts` are called; tried in this order. */
  signs: z.record(z.string(), z.string()),
  /** Questions for an {amount} of a unit, {from}, in another unit, {to}. */
  conversions: z.array(z.string()),
  /** What units are called beside what CLDR calls them, by `Intl`'s name of them; `unclear` are those with two sizes. */
  units: z.record(z.string(), z.string().transform(listed)),
});
export type SumWords = z.output<typeof SUMS>;

/** @param language one of those that are supported @throws ZodError when its file isn't what the schema asks for */
export function sumWords(language: string): SumWords {
  const words = languageTable(language, 'sums', SUMS);
  if (!words) throw new Error(`No sums are known in "${language}".`);
  return words;
}
