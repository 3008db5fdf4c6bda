import { z } from 'zod';
import { fold } from './fold.js';
import { languageTable } from './folders.js';

const LIST = z
  .string()
  .default('')
  .transform((text) => text.match(/\S+/g) ?? []);
const SET = LIST.transform((list): ReadonlySet<string> => new Set(list));

/** What tells in a language that a clause begins, or that two things are only listed, as its folder has it; folded. */
const CLAUSES = z
  .object({
    /** The words that join two clauses. */
    conjunctions: LIST,
    /** Words of questions that ask for facts; and others that a question or a request begins with. */
    questions: LIST,
    verbs: SET,
    others: LIST,
    /** Words a thing that is asked about begins with: "the", "its". */
    determiners: SET,
    /** "between" and "both": what follows are two things of one question. */
    pairs: SET,
    /** Verbs at a clause's end, where the language puts them there. */
    enders: SET,
    /** Words that no sentence ends with: whoever stops there goes on. */
    unfinished: SET,
  })
  .transform(({ questions, verbs, others, ...lists }) => ({
    ...lists,
    verbs,
    questions: new Set(questions),
    starters: new Set([...questions, ...verbs, ...others]),
  }));
type CompoundLanguage = z.output<typeof CLAUSES>;

/** Undefined for a language in which a query stays whole. @param language BCP 47 tag */
export function clausesOf(language: string): CompoundLanguage | undefined {
  return languageTable(language, 'clauses', CLAUSES);
}

/** Shorter clauses are idioms and lists: "rock and roll", "pros and cons". */
export const MIN_CLAUSE_CHARACTERS = 9;
const MAX_QUERY_LENGTH = 1000;
const MAX_BOUNDARIES = 20;

/**
 * The two parts of a query that asks for two things ("what's the weather in Rome and who wrote Dracula?"), split at one
 * conjunction; empty when it asks for one. Names, lists and pairs ("the difference between the old and the new phone") stay
 * whole, and so does a query in a language without a table.
 * @param language BCP 47 tag; English when not given.
 */
export function splitCompound(text: string, language = 'en'): string[] {
  const words = clausesOf(language);
  if (!words || text.length > MAX_QUERY_LENGTH) return [];
  const boundary = new RegExp(`(?<=\\S)[,;]?\\s+(?:${words.conjunctions.join('|')})\\s+(?=\\S)`, 'giu');
  let tried = 0;
  for (const { 0: joint, index } of text.matchAll(boundary)) {
    if (++tried > MAX_BOUNDARIES) return [];
    const [left, right] = [text.slice(0, index).trim(), text.slice(index + joint.length).trim()];
    if (left.length < MIN_CLAUSE_CHARACTERS || right.length < MIN_CLAUSE_CHARACTERS) continue;
    if (insideQuotes(left) || !isBoundary(left, right, words)) continue;
    return [left, right];
  }
  return [];
}

function isBoundary(left: string, right: string, words: CompoundLanguage): boolean {
  const [before, after] = [wordsOf(left), wordsOf(right)];
  if (before.length < 2 || after.length < 2) return false;
  if (words.enders.size > 0) return isClause(before, words, words.enders) && isClause(after, words, words.enders);
  const first = after[0] ?? '';
  // "the Search and Find app": what is written as a name is one
  if (isName(left, right) && !words.questions.has(first)) return false;
  if (words.starters.has(first)) return !continuesOne(before, first, words);
  return words.determiners.has(first) && isSecondThing(before, after, right, words);
}

/** "whether he is tall and is he old", "who are you and your friends" don't begin a new request. */
function continuesOne(before: readonly string[], first: string, words: CompoundLanguage): boolean {
  return words.determiners.has(first) && before.some((word) => words.pairs.has(word));
}

/** "what's the capital of France | the population of Spain": the second thing asked for, without its verb. */
function isSecondThing(
  before: readonly string[],
  after: readonly string[],
  right: string,
  words: CompoundLanguage,
): boolean {
  if (after.length < 4 || before.some((word) => words.pairs.has(word))) return false;
  if (!before.slice(0, 3).some((word) => words.questions.has(word))) return false;
  // "who wrote the Odyssey and the Iliad in Greek"
  const thing = right.split(/\s+/)[1] ?? '';
  return !isCapital(thing) && before.filter((word) => words.determiners.has(word)).length > 0;
}

/** Whether words hold a question or end in a request, in a language that puts its verbs last. */
function isClause(said: readonly string[], words: CompoundLanguage, enders: ReadonlySet<string>): boolean {
  const last = said.at(-1) ?? '';
  return (
    enders.has(last) || said.some((word) => words.questions.has(word) || /(?:misin|musun|abilir|ebilir)$/.test(word))
  );
}

/** Both words beside the conjunction are written with a capital: "Tom and Jerry", "Show and Tell". */
function isName(left: string, right: string): boolean {
  return isCapital(left.split(/\s+/).at(-1) ?? '') && isCapital(right.split(/\s+/)[0] ?? '');
}

function isCapital(word: string): boolean {
  return /^["'“‘«]?\p{Lu}\p{L}/u.test(word);
}

function insideQuotes(left: string): boolean {
  const straight = (left.match(/"/g) ?? []).length % 2 === 1;
  return straight || /[“«(][^”»)]*$/.test(left);
}

function wordsOf(text: string): string[] {
  const folded = fold(text.replace(/(?<=\p{L})['’](?=(?:s|re|d|m|t|ll)\b)/gu, ''));
  return folded === '' ? [] : folded.split(' ');
}
