import { z } from 'zod';
import { FACTS } from '../../home/condition.js';
import { languageTable } from '../../language/folders.js';
import { numberWordSource } from '../../language/numbers.js';
import { primaryLanguage } from '../../language/tags.js';

/** A regular expression, and what is put in its place. */
export const REWRITE = z
  .tuple([z.string(), z.string()])
  .transform(([pattern, by]) => ({ pattern: new RegExp(pattern, 'u'), by }));

/** How a language says a condition, as its folder has it; the English file says how it is written. */
const CONDITIONS = z.object({
  /** Before a condition, and between one and its command, in a sentence as it is written. */
  if: z.string(),
  between: z.string(),
  /** Makes what is said shortly plain. */
  plain: z.array(REWRITE).default([]),
  /** Takes a denial off. */
  not: z.array(REWRITE),
  /** Between what is measured and a number. */
  above: z.string(),
  below: z.string(),
  /** Conditions with a number, and the question whose answer is compared. */
  compares: z.array(z.tuple([z.string(), z.string()])),
  /** Conditions, and the question that the house answers. */
  questions: z.array(REWRITE),
  facts: z.record(
    z.enum(FACTS),
    z.string().transform((source) => new RegExp(`^(?:${source})$`, 'u')),
  ),
  /** That something is so, and that it isn't. */
  told: z.record(z.enum(FACTS), z.tuple([z.string(), z.string()])),
  left: z.string(),
  unknown: z.string(),
});
type Table = z.output<typeof CONDITIONS>;
export type Rewrite = z.output<typeof REWRITE>;
export type Words = Omit<Table, 'compares'> & { compares: readonly Rewrite[] };

const compiled = new Map<string, Words>();

/** Undefined for a language in which no condition is understood. @param tag BCP 47 tag */
export function wordsOf(tag: string): Words | undefined {
  const language = primaryLanguage(tag);
  const known = compiled.get(language);
  if (known) return known;
  const table = languageTable(language, 'conditions', CONDITIONS);
  if (!table) return undefined;
  const number = numberWordSource(language);
  const than = `(?:(?<above>${table.above})|(?<below>${table.below}))`;
  const compares = table.compares.map(([source, by]) => {
    const filled = source.replace('{than}', than).replace('{n}', `(?<n>(?:${number})(?: (?:${number})){0,5}(?= |$))`);
    return { pattern: new RegExp(`^${filled}$`, 'u'), by };
  });
  const made = { ...table, compares };
  compiled.set(language, made);
  return made;
}
