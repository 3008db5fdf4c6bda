import { entityIndex } from '../home/entity-index.js';
import { kindWords } from '../home/names.js';
import type { House } from '../home/types.js';
import { words } from '../language/fold.js';
import { LANGUAGES, languagesWith } from '../language/folders.js';
import { primaryLanguage } from '../language/tags.js';
import { textsOf, wordLists } from '../language/word-lists.js';
import type { Hub } from '../satellites/types.js';
import { communityGrammars } from './sentences/community.js';
import { wordsForAgain } from './sentences/follow-up.js';
import { wordsOfTable } from './sentences/tables.js';
import { stopPhrases } from './stop-phrases.js';

/** The satellites of a house, and the languages spoken in it, the usual one first. */
export interface Speakers {
  hub: Pick<Hub, 'site'>;
  language: string;
  languages: readonly string[];
  /** Words of names of the house. */
  names?: ReadonlySet<string> | undefined;
}

/** Letters that only one of the languages has; é is French as well as Spanish. */
const LETTERS = patterns('own', 'iu');
/** Pronouns at the end of a verb: "enciéndela", "cerrarlas". */
const PRONOUNS = patterns('pronoun', 'u');
const OWN_LETTER = 0.8;
/** By how much another language must be the likelier one: less is "radio", "stop" and "ok". */
const MARGIN = 0.3;
/** Longer texts are as clear by their beginning. */
const MAX_LETTERS = 400;

function patterns(entry: string, flags: string): ReadonlyMap<string, RegExp> {
  return new Map(
    languagesWith('letters.json').flatMap((tag) => {
      const { [entry]: pattern } = textsOf(tag, 'letters');
      return pattern === undefined ? [] : [[tag, new RegExp(pattern, flags)] as const];
    }),
  );
}

const NO_NAMES: ReadonlySet<string> = new Set();
const namesOf = new WeakMap<object, ReadonlySet<string>>();
/** Letters by which a longer word of the community's sentences is known. */
const MIN_BEGINNING = 4;

interface Vocabulary {
  words: ReadonlySet<string>;
  /** Beginnings of words count, too: the community's verbs have their endings apart. */
  begun: boolean;
}
const vocabularies = new Map<string, Vocabulary>();

function speaks({ words: known, begun }: Vocabulary, word: string): boolean {
  if (known.has(word)) return true;
  return (
    begun &&
    Array.from(word.slice(MIN_BEGINNING), (_, at) => word.slice(0, MIN_BEGINNING + at)).some((one) => known.has(one))
  );
}

/** The folded words of a language that we have; undefined where there are none. */
function vocabularyOf(tag: string): Vocabulary | undefined {
  const kept = vocabularies.get(tag);
  if (kept) return kept;
  const stops = stopPhrases(tag);
  const { empty = [], everyday = [] } = wordLists(tag) ?? {};
  const spoken = [...empty, ...[...everyday].flatMap(words)];
  if (stops) spoken.push(...[...stops.stop, ...stops.speaking, ...stops.beside].flatMap(words));
  if (LANGUAGES.includes(tag))
    spoken.push(...wordsOfTable(tag), ...kindWords(tag), ...wordsForAgain(tag).flatMap(words));
  else spoken.push(...communityGrammars(tag).flatMap(({ fragments }) => fragments.flatMap(words)));
  if (spoken.length === 0) return undefined;
  const vocabulary = { words: new Set(spoken), begun: !LANGUAGES.includes(tag) };
  vocabularies.set(tag, vocabulary);
  return vocabulary;
}

/**
 * The language that words are in, of those the room speaks: the one that most of them belong to. Words that may be any of
 * them ("stop", "radio", a name) are in `usual`, and so is everything where `usual` is a language whose words we don't
 * have. Takes some µs; the first time a language is among them, some ms.
 * @param languages BCP 47 tags of the languages to choose from
 * @param usual the language where the words don't say: the page's, or the room's
 * @param names words of names of the house, which may be in any language
 * @returns a tag of `languages`, or `usual`
 */
export function spokenLanguage(
  text: string,
  languages: readonly string[],
  usual: string,
  names: ReadonlySet<string> = NO_NAMES,
): string {
  // also those that nobody speaks here: "turn on the light" is no French, though "on" is
  const tags = new Map([...LANGUAGES, ...languages, usual].map((tag) => [primaryLanguage(tag), tag]));
  const known = [...tags.values()].flatMap((tag) => {
    const vocabulary = vocabularyOf(primaryLanguage(tag));
    return vocabulary
      ? [{ tag, vocabulary, score: LETTERS.get(primaryLanguage(tag))?.test(text) ? OWN_LETTER : 0 }]
      : [];
  });
  const expected = known.find(({ tag }) => tag === usual);
  if (!expected) return usual;
  for (const word of words(text.slice(0, MAX_LETTERS))) {
    if (names.has(word)) continue;
    const whole = known.filter(({ vocabulary }) => speaks(vocabulary, word));
    const isVerb = ({ tag, vocabulary }: (typeof known)[number]) => {
      const pronoun = PRONOUNS.get(primaryLanguage(tag));
      return pronoun !== undefined && speaks(vocabulary, word.replace(pronoun, ''));
    };
    const of = whole.length > 0 ? whole : known.filter(isVerb);
    for (const one of of) one.score += 1 / of.length ** 2;
  }
  const likeliest = known.reduce((best, one) => (one.score > best.score ? one : best));
  return likeliest.score - expected.score >= MARGIN && languages.includes(likeliest.tag) ? likeliest.tag : usual;
}

/** The folded words of what the devices and rooms of a house are called. */
export function wordsOfNames(house: House): ReadonlySet<string> {
  const { names } = entityIndex(house);
  const known = namesOf.get(names);
  if (known) return known;
  const called = [...house.areas, ...house.entities].flatMap(({ name, aliases }) => [name, ...aliases]);
  const made: ReadonlySet<string> = new Set(called.flatMap(words));
  namesOf.set(names, made);
  return made;
}

/** Collects the words of the languages in steps, to be taken while nobody waits. */
export function* warmUp(): Generator<void> {
  for (const language of LANGUAGES) yield void vocabularyOf(language);
}
