import { fold } from '../../language/fold.js';
import { languagesWith } from '../../language/folders.js';
import { monthNames, weekdayNames } from '../../language/names.js';
import { numberIn } from '../../language/numbers.js';
import { stopWordsOf } from '../../language/stop-words.js';
import { patternOfAll, wordsOfAll } from '../../language/word-lists.js';

/*
 * Words by which lines of the knowledge graph are compared. Languages without `facts.yaml` have no function words here: all
 * their words count, so their lines are taken for different more often, and nothing is lost by it.
 */

const KNOWN = languagesWith('facts.json');
const words = (entry: string) => wordsOfAll('facts', entry);
const of = (entry: string) => patternOfAll('facts', entry);

/** Grammar, weekdays, what tells how often and when, verbs of liking (see `LIKINGS`), and the person; folded. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...KNOWN.flatMap((language) =>
    [...(stopWordsOf(language) ?? [])].filter((word) => (numberIn(word, language) ?? 1) < 2),
  ),
  ...KNOWN.flatMap(weekdayNames).map(fold),
  ...words('empty'),
]);

/** Whether a word says nothing about which fact it is. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(fold(word));
}

/** What stands before a place or a firm. */
export const PREPOSITIONS = words('prepositions');

/** What is said of a new home or job, and tells nothing about whose it is: "started a new job at Bosch". */
export const BEGINNINGS = words('beginnings');

/** Facts of which a person has one at a time, by the words that tell them. */
export const SLOTS: ReadonlyMap<string, string> = new Map(
  ['home', 'work', 'name'].flatMap((slot) =>
    [...words(slot)].map((word): [string, string] => [word.replace(/ß/g, 'ss'), slot]),
  ),
);

/** Phrases that stand as words of their own, in any script. */
const phrases = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u');

/** What languages are called in the languages that have these lists. */
const LANGUAGES = KNOWN.map((locale) => new Intl.DisplayNames([locale], { type: 'language' }))
  .flatMap((names) =>
    'en de fr es it nl pt pl tr ru uk cs sv da no fi el ro hu ar he hi zh ja ko'
      .split(' ')
      .map((code) => names.of(code)),
  )
  .map((name) => name?.toLowerCase())
  .join('|');

/** Wishes of which there is one at a time, and that no single word tells: the language of replies, how one is called. */
export const SLOT_PHRASES: readonly (readonly [RegExp, string])[] = [
  [phrases(`(?:${of('reply')})(?:[ -]\\p{L}{1,20}){0,4}? (?:${of('into')}) (?:${LANGUAGES})`), 'reply language'],
  [phrases(`(?:${of('address')})(?! (?:${of('otherCall')}))`), 'address'],
];

/** What tells a liking, or its opposite. They count as function words, but a line of one isn't told by one without. */
export const LIKINGS = phrases(of('likings'));

/** What says that something is no longer as it was. */
export const CHANGES = phrases(of('changes'));

/** What says that something isn't so. */
export const DENIALS = phrases(of('denials'));

const MONTHS = KNOWN.flatMap(monthNames).join('|').toLowerCase();

/** Days of the calendar, as they stand in a folded line. */
export const DATES = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${of('on')}) )?(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4})?|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:${of('ordinal')}|\\.)? (?:(?:${of('of')}) )?(?:${MONTHS})(?: (?:de )?\\d{4})?)(?![\\p{L}\\d])`,
  'gu',
);
