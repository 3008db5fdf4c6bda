import { z } from 'zod';
import type { Command, House } from '../home/types.js';
import { words } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { isQuestion } from '../language/question.js';
import { recogniseAll } from './sentences/recognise-all.js';

/** Words, folded, and what they may have been; ^ before those that only begin a sentence. */
const ALIKE = z.record(z.string(), z.string()).transform((table) => Object.entries(table));

export interface SoundsAlikeOptions {
  /** BCP 47 tag */
  language: string;
  /** The room it was said in. */
  area?: string | undefined;
  house: House;
}

/** Longer sentences are no commands, and more words than two are seldom misheard in one that can still be read. */
const MAX_WORDS = 14;
const MAX_CHANGED = 2;
/** Sentences that are tried, each of which takes a millisecond or two. */
const MAX_TRIED = 10;

/**
 * The commands that words come to where one or two of them are what speech to text takes for others that sound alike
 * ("turn on the kitchen like"), as the language's folder has them. Only for words that are nothing by themselves. Empty
 * where they ask something, and where what they may be isn't one and the same.
 */
export function soundsAlike(text: string, { language, area, house }: SoundsAlikeOptions): Command[] {
  const table = languageTable(language, 'sounds-alike', ALIKE);
  const said = words(text);
  if (!table || said.length > MAX_WORDS || isQuestion(text, language)) return [];
  let [left, sentences] = [MAX_TRIED, [said.join(' ')]];
  for (let changed = 0; changed < MAX_CHANGED; changed++) {
    sentences = [...new Set(sentences.flatMap((one) => variants(one, table)))].slice(0, left);
    left -= sentences.length;
    const commands = sentences.map((one) => recogniseAll(one, { language, area, house }));
    const found = new Map(commands.flatMap((of) => (of.length > 0 ? [[JSON.stringify(of), of]] : [])));
    if (found.size > 0) return found.size === 1 ? [...found.values()].flat() : [];
  }
  return [];
}

/** A sentence with one of its places changed to what it may have been, each time another. */
function variants(said: string, table: z.output<typeof ALIKE>): string[] {
  return table
    .flatMap(([heard, meant]) => placesOf(heard, said).map(([at, end]) => said.slice(0, at) + meant + said.slice(end)))
    .filter((sentence) => !/(?<=^| )(\S+) \1(?= |$)/u.test(sentence));
}

/** Where whole words stand in a sentence: from, to. */
function placesOf(heard: string, sentence: string): [number, number][] {
  const isFirst = heard.startsWith('^');
  const pattern = isFirst ? `${heard}(?= |$)` : `(?<=^| )${heard}(?= |$)`;
  return [...sentence.matchAll(new RegExp(pattern, 'gu'))].map(({ 0: { length }, index }) => [index, index + length]);
}
