import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languageTable, listed, oneOf, supportedLanguage } from '../language/folders.js';
import { filled } from '../language/spoken.js';

const LIST = z.string().transform(listed);

const ASKING = z.object({
  /** The question; {options} are what is chosen from. */
  which: z.string(),
  /** "the second", in their order. */
  ordinals: z.array(LIST),
  last: LIST,
  all: LIST,
  /** What stands around a choice and says nothing. */
  beside: LIST,
  /** The question for a room that wasn't named. */
  where: z.string(),
  /** What is said of {what} nobody knows, at all and in a {place}. */
  unknown: z.string(),
  empty: z.string(),
  /** What rooms are called, whether the house has them or not. */
  rooms: LIST,
});

/** The question for a room, and what is said of things that aren't known, in a language; rooms as people call them. */
export const askingIn = (language: string) => languageTable(supportedLanguage(language), 'asking', ASKING);

/** "Which one: the office, the bedroom, or the hall?" @param options how each is called */
export function whichQuestion(options: readonly string[], language: string): string {
  const told = new Intl.ListFormat(supportedLanguage(language), { type: 'disjunction' }).format(options);
  return filled(askingIn(language)?.which ?? '', { options: told });
}

/**
 * What an answer to "which one?" means: one that is called so, "the second", "the last one", or all of them.
 * @param isCalled whether folded words without what stands around them call a thing
 * @returns undefined where it is none of them, or not certainly one
 */
export function chosen<One>(
  text: string,
  options: readonly One[],
  language: string,
  isCalled: (one: One, words: string) => boolean,
): readonly One[] | undefined {
  const table = askingIn(language);
  if (!table) return undefined;
  const beside = new RegExp(`(?<= )${oneOf(table.beside)} `, 'g');
  const words = ` ${fold(text)} `.replace(/ /g, '  ').replace(beside, ' ').replace(/ +/g, ' ').trim();
  const said = (list: readonly string[]) => list.map(fold).includes(words);
  if (said(table.all)) return options;
  const place = said(table.last) ? options.length - 1 : table.ordinals.findIndex(said);
  const called = words === '' ? [] : options.filter((one) => isCalled(one, words));
  if (called.length === 1) return called;
  const one = called.length === 0 ? options[place] : undefined;
  return one && [one];
}
