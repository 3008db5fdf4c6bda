import { languagesWith } from './folders.js';
import { wordLists } from './word-lists.js';

const set = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g));

/**
 * Stop words of one of the languages that are names and things in another, so that they count where nobody knows the
 * language: "ate" is Portuguese, "dos" French for the back, Ben and Kim are people.
 */
const CONTENT_ELSEWHERE = set(`
  ama ate ben bin car con dan die don dos dove era ete hat hay hem hoe kim mal man met mine os over pour sin sobre son
  ton uno var war will may once solo tan bien`);
const OF_ALL: ReadonlySet<string> = new Set(
  languagesWith('words.json').flatMap((tag) =>
    [...(stopWordsOf(tag) ?? [])].filter((word) => !CONTENT_ELSEWHERE.has(word)),
  ),
);

/** The folded stop words of a language; undefined where none are known. */
export function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  return wordLists(language)?.empty;
}

/**
 * Whether a folded word says nothing by itself.
 * @param language BCP 47 tag of what it stands in; where it isn't given or known, of all languages at once
 */
export function isStopWord(word: string, language = ''): boolean {
  return (stopWordsOf(language) ?? OF_ALL).has(word);
}
