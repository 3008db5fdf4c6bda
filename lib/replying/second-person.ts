import { oneOf, supportedLanguage } from '../language/folders.js';
import { textsOf } from '../language/word-lists.js';

const { turned: englishPairs, tells, you, startsLower } = textsOf('en', 'second-person');
const { turned: germanPairs, verbs: germanVerbs, noVerbs } = textsOf('de', 'second-person');

/** "a=b, c d=e f" */
const pairs = (text = ''): ReadonlyMap<string, string> =>
  new Map(text.split(', ').map((pair) => pair.split('=') as [string, string]));

/** English has the same verb for "I" and "you", but for these. */
const ENGLISH = pairs(englishPairs);
const ENGLISH_WORDS = new RegExp(`(?<![\\p{L}'])${oneOf([...ENGLISH.keys()], (word) => word)}(?!\\p{L})`, 'giu');
/** Words that most English sentences have one of: a line of another language is quoted. */
const IS_ENGLISH = new RegExp(`(?<![\\p{L}'])(?:${tells})(?![\\p{L}'])`, 'iu');
/** To whom it was said is us, the subject or not: too hard to turn around by rule. */
const SAYS_YOU = new RegExp(`(?<!\\p{L})${you}(?!\\p{L})`, 'iu');
const STARTS_LOWER = new RegExp(`^(?:${startsLower})(?= )`);

/** "I" and "you" of German verbs whose vowel or ending changes; all others are regular. */
const GERMAN = pairs(germanVerbs);
/** Lower-case words on "e", "t" and "en" that are no verbs. */
const GERMAN_OTHERS = new Set(noVerbs?.split(' '));
const GERMAN_PRONOUNS = pairs(germanPairs);

/**
 * What a person has told as a clause about them, to stand behind "that": "I can't eat nuts" becomes "you can't eat nuts",
 * "ich keine Nüsse esse" (as it stands behind "dass") "du keine Nüsse isst". Only English and German.
 * @returns undefined where it has to be quoted: other languages, and what the rules can't turn around.
 */
export function aboutYou(text: string, language: string): string | undefined {
  const line = text.replace(/[’ʼ]/g, "'").replace(/[\s.!]+$/, '');
  const known = supportedLanguage(language);
  if (known === 'en') return englishClause(line);
  return known === 'de' ? germanClause(line) : undefined;
}

function englishClause(line: string): string | undefined {
  if (!IS_ENGLISH.test(line) || SAYS_YOU.test(line)) return undefined;
  return line
    .replace(STARTS_LOWER, (word) => word.toLowerCase())
    .replace(ENGLISH_WORDS, (word) => ENGLISH.get(word.toLowerCase()) ?? word);
}

function germanClause(line: string): string | undefined {
  const words = line.split(' ');
  const verb = words.at(-1) ?? '';
  const isMine = words.some((word) => /^(?:ich|mich|mir|mein\p{Ll}*)$/iu.test(word));
  const saysI = words.some((word) => /^ich$/i.test(word));
  // A main clause has its verb in the second place.
  if (words.length < 3 || words.slice(1, 3).some((word) => isGermanVerb(word, saysI) && word !== verb))
    return undefined;
  if (!isGermanVerb(verb, saysI)) return undefined;
  const turned = words.slice(0, -1).map((word) => {
    const pronoun = GERMAN_PRONOUNS.get(word.toLowerCase());
    return pronoun ?? word.replace(/^mein(?=\p{Ll}*$)/iu, 'dein');
  });
  return [...(isMine ? turned : words.slice(0, -1)), saysI ? secondPerson(verb) : verb].join(' ');
}

function isGermanVerb(word: string, saysI: boolean): boolean {
  if (GERMAN.has(word)) return true;
  if (GERMAN_OTHERS.has(word) || !/^\p{Ll}{3,}$/u.test(word)) return false;
  return saysI ? /e$/.test(word) : /(?:t|te|en)$/.test(word) || word === 'ist';
}

function secondPerson(verb: string): string {
  const known = GERMAN.get(verb);
  if (known !== undefined) return known;
  const stem = verb.slice(0, -1);
  if (/[sßxz]$/.test(stem)) return `${stem}t`;
  return /[td]$/.test(stem) ? `${stem}est` : `${stem}st`;
}
