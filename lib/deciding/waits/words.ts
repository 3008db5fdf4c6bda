import { z } from 'zod';
import { languageTable, listed, oneOf } from '../../language/folders.js';
import { primaryLanguage } from '../../language/tags.js';
import { REWRITE } from '../conditions/words.js';

/** How a language says what it waits for, as its folder has it; the English file says how it is written. */
const WAITS = z.object({
  /** Before what is waited for; and words that may also mean "if": before a change ("is opened") they say when. */
  when: z.string(),
  whenOrIf: z.string().default('(?!)'),
  /** Between that and its command. */
  between: z.string(),
  /** Wishes to be told: {when} before what is waited for, named `when`; `about` is what a reminder reminds of. */
  says: z.array(z.string()),
  /** Makes a change what is so after it: "opens", "is open". */
  becomes: z.array(REWRITE),
  /** That a machine named `what` has finished. */
  done: z.array(z.string().transform((source) => new RegExp(`^(?:${source})$`, 'u'))),
  /** What is no name of a machine. */
  pronouns: z.string().transform(listed),
  /** What else may stand in the name of that which tells so: "washer status". */
  status: z.string().transform(listed),
  /** Names of one and the same machine. */
  machines: z.array(z.string().transform(listed)),
  /** That something named `what` is in a state, which no device of the house has. */
  lacking: z.string().transform((source) => new RegExp(`^(?:${source})$`, 'u')),
  /** Cancels a reminder `about` something. */
  cancel: z.string().transform((source) => new RegExp(`^(?:${source})$`, 'u')),
  /** "The washer is done" */
  isDone: z.string(),
  answers: z.record(z.string(), z.string()),
});
type Table = z.output<typeof WAITS>;
export type WaitWords = Omit<Table, 'says'> & { says: readonly RegExp[] };

const compiled = new Map<string, WaitWords>();

/** Undefined for a language in which nothing is waited for. @param tag BCP 47 tag */
export function waitWords(tag: string): WaitWords | undefined {
  const language = primaryLanguage(tag);
  const known = compiled.get(language);
  if (known) return known;
  const table = languageTable(language, 'waits', WAITS);
  if (!table) return undefined;
  const when = `(?:${table.when}|${table.whenOrIf})`;
  const says = table.says.map((source) => new RegExp(`^(?:${source.replaceAll('{when}', when)})$`, 'u'));
  const made = { ...table, says };
  compiled.set(language, made);
  return made;
}

/** The source of a regular expression for what else is in the name of what tells how a machine does, in English too. */
export function statusSource(language: string): string {
  const words = ['en', language].flatMap((tag) => waitWords(tag)?.status ?? []);
  return oneOf(words);
}
