import { z } from 'zod';
import { languagesWith, languageTable } from './folders.js';
import { PATTERN } from './patterns.js';

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
  /** Ask to be told something, though as an order or request: "tell me whether", "can you see if"; folded. */
  telling: LIST,
  /** Of everyday sentences, that tell the language and stand neither in its commands nor among its stop words. */
  everyday: LIST,
});

/** Undefined where a language has no lists. @param language BCP 47 tag */
export function wordLists(language: string): z.output<typeof WORDS> | undefined {
  return languageTable(language, 'words', WORDS);
}

const TEXTS = z.record(z.string(), PATTERN);

/** The words and patterns of a subject by their names; none where the language has none. @param language BCP 47 tag */
export function textsOf(language: string, subject: string): Readonly<Record<string, string>> {
  return languageTable(language, subject, TEXTS) ?? {};
}

/** What the folders of all languages say, English first. */
function saidByAll(subject: string, entry: string): string[] {
  return languagesWith(`${subject}.json`).flatMap((tag) => textsOf(tag, subject)[entry] ?? []);
}

/** The words of a list, of all languages together: for what is read where nobody knows the language. */
export function wordsOfAll(subject: string, list: string): ReadonlySet<string> {
  return new Set(saidByAll(subject, list).flatMap((text) => text.match(/\S+/g) ?? []));
}

/** The names of a subject's lists, as the English folder has them. */
export function listsOf(subject: string): string[] {
  return Object.keys(textsOf('en', subject));
}

/** The source of a regular expression that matches what a pattern of any language matches. */
export function patternOfAll(subject: string, entry: string): string {
  return saidByAll(subject, entry).join('|') || '(?!)';
}

const LISTS = z.record(z.string(), z.array(z.string()));

/** The patterns of a list, one by one, of all languages together, from a subject whose entries are all lists. */
export function listOfAll(subject: string, list: string): string[] {
  const told = languagesWith(`${subject}.json`).flatMap((tag) => languageTable(tag, subject, LISTS)?.[list] ?? []);
  return [...new Set(told)];
}
