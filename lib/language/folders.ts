import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { fold } from './fold.js';
import { primaryLanguage } from './tags.js';

/** Each folder beside this file that is called by a language's tag has what is known of the language, a file a subject. */
const FOLDERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readdirSync(__dirname)
    .filter((name) => /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(name))
    .map((tag) => [tag, new Set(readdirSync(path.join(__dirname, tag)))]),
);

/** Tags of the languages that have a file ("when.json"), English first: others fall back to it. */
export function languagesWith(file: string): string[] {
  const tags = [...FOLDERS.keys()].filter((tag) => FOLDERS.get(tag)?.has(file));
  return tags.sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));
}

/** Languages that we have sentences of our own in. Other languages have the community's, or reach the agent. */
export const LANGUAGES: readonly string[] = languagesWith('sentences.json');

/** The supported language closest to a tag, English when there is none. */
export function supportedLanguage(tag: string | undefined): string {
  const primary = primaryLanguage(tag);
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}

/** By their schemas: two may read different things in one file. */
const tables = new WeakMap<z.ZodType, Map<string, unknown>>();

/**
 * The path of a file in a language's folder, or in the wider language's ("de" for "de-AT"); undefined where there is none.
 * @param tag BCP 47 tag
 */
export function languageFile(tag: string, file: string): string | undefined {
  const folder = folderWith(tag, file);
  return folder === undefined ? undefined : path.join(__dirname, folder, file);
}

function folderWith(tag: string, file: string): string | undefined {
  if (FOLDERS.get(tag)?.has(file)) return tag;
  const wider = primaryLanguage(tag);
  return FOLDERS.get(wider)?.has(file) ? wider : undefined;
}

/** The words of a list of a language's folder, with | between them. */
export function listed(text: string): string[] {
  return text === '' ? [] : text.split('|').map((word) => word.trim());
}

/** The source of a regular expression that matches any of some words, the longest first; of no words, that matches nothing. */
export function oneOf(list: readonly string[], as: (word: string) => string = fold): string {
  const longestFirst = list.map((word) => as(word)).sort((a, b) => b.length - a.length);
  return list.length === 0 ? '(?!)' : `(?:${longestFirst.join('|')})`;
}

/**
 * What a language's folder says of a subject, read once; undefined where it says nothing.
 * @param tag BCP 47 tag
 * @param subject name of its file, which is YAML among the sources ("when")
 * @throws ZodError when the file isn't what the schema asks for
 */
export function languageTable<Schema extends z.ZodType>(
  tag: string,
  subject: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const file = `${subject}.json`;
  const folder = folderWith(tag, file);
  if (folder === undefined) return undefined;
  const key = `${folder}/${subject}`;
  const read = tables.get(schema) ?? new Map<string, unknown>();
  tables.set(schema, read);
  if (!read.has(key)) read.set(key, schema.parse(JSON.parse(readFileSync(path.join(__dirname, folder, file), 'utf8'))));
  return read.get(key) as z.output<Schema>;
}
