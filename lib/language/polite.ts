import { z } from 'zod';
import { clausesOf } from './compound.js';
import { fold } from './fold.js';
import { languageTable, oneOf } from './folders.js';
import { PATTERN, wordsAnywhere } from './patterns.js';

const LIST = z.string().transform((text) => text.match(/\S+/g) ?? []);
const WORDS = PATTERN.transform(wordsAnywhere);

/** How a language puts a request as a question in the present tense, as its folder has it: "Machst du das Licht an?" */
const POLITE = z
  .object({
    /** Imperatives, and the ending that makes each the second person: "mach", "machst". */
    verbs: LIST,
    ending: z.string(),
    /** Second persons that are made otherwise, with their imperatives. */
    others: z.record(z.string(), z.string()),
    /** What it begins with, as written; {second} stands for the verb, {it} for a pronoun; an imperative is named `same`. */
    begins: z.string(),
    it: PATTERN.default('(?!)'),
    /** What may stand before it. */
    lead: PATTERN,
    /** Second persons that say much else, too, and what must be said behind them; folded. */
    only: z.record(z.string(), WORDS),
    /** What makes it a real question: "always", "if", "why"; and what does behind the verb: "not", "really"; folded. */
    asks: WORDS,
    doubts: WORDS,
    /** Times, which do so too, and what is wanted for a time: "weckst du mich um sieben?"; folded. */
    times: WORDS,
    timed: WORDS,
  })
  .transform(({ verbs, ending, others, begins, it, lead, only, ...words }) => {
    const forms = [...verbs.map((verb) => [verb + ending, verb] as const), ...Object.entries(others)];
    const second = anyOf(forms.map(([form]) => form));
    const beginning = begins.replace('{second}', `(?<second>${second})`).replace('{it}', `(?:(?<it>${it})['’]?\\s*)?`);
    return {
      ...words,
      first: new RegExp(
        `^(?<before>(?:[^,;:]*[,;:]\\s+)?[¿¡\\s]*(?:(?:${lead})[,\\s]+¿?)*)(?:${beginning})${WORD_END}`,
        'iu',
      ),
      next: `(?:${beginning}|(?<plain>${second}))${WORD_END}`,
      imperatives: new Map(forms.map(([form, verb]) => [fold(form), verb])),
      only: Object.entries(only).flatMap(([list, said]) => list.split(' ').map((verb) => [verb, said] as const)),
    };
  });
type Polite = z.output<typeof POLITE>;

/** Longer sentences are no requests of a person to a house. */
const MAX_LETTERS = 300;
const WORD_END = '(?![\\p{L}\\p{N}])';
const SENTENCE_END = /(?<=[.!?…])(?=\s)/u;

/** Matches any of some words, also without their accents. */
function anyOf(list: readonly string[]): string {
  return oneOf(
    list.flatMap((word) => [word, fold(word)]),
    (word) => word,
  );
}

/**
 * A text with its requests in the shape of a question in the present tense as the orders that they are: "Machst du bitte das
 * Licht an?" is "mach bitte das Licht an". As it was where there are none, or real questions ("Machst du immer …?").
 * @param language BCP 47 tag
 */
export function asOrder(text: string, language: string): string {
  const polite = languageTable(language, 'polite', POLITE);
  if (!polite) return text;
  const sentences = text.split(SENTENCE_END);
  return sentences.map((sentence) => orderOf(sentence, polite, language) ?? sentence).join('');
}

/** Whether a sentence has the shape of such a request and is a real question, with or without its mark. */
export function asksWhether(text: string, language: string): boolean {
  const polite = languageTable(language, 'polite', POLITE);
  if (!polite) return false;
  const sentences = text.split(SENTENCE_END);
  return sentences.some((one) => begin(one, polite) && orderOf(one, polite, language) === undefined);
}

function begin(sentence: string, { first }: Polite): RegExpExecArray | null {
  return sentence.length > MAX_LETTERS ? null : first.exec(sentence);
}

function orderOf(sentence: string, polite: Polite, language: string): string | undefined {
  const begun = begin(sentence, polite);
  const { before = '', second = '', it } = begun?.groups ?? {};
  if (!begun || isAsked(sentence, before.length, polite)) return undefined;
  const rest = sentence.slice(begun[0].length).replace(/[\s?]+$/, '');
  const needs = polite.only.find(([verb]) => verb === fold(second))?.[1];
  if ((it === undefined && fold(rest) === '') || needs?.test(fold(rest)) === false) return undefined;
  const conjunctions = clausesOf(language)?.conjunctions.join('|') ?? '(?!)';
  const next = new RegExp(`(?<before>\\s(?:${conjunctions})\\s+)${polite.next}`, 'giu');
  return (
    verbOf(begun.groups, polite, before.replace('¿', '')) +
    rest.replace(next, (...match) => verbOf(match.at(-1), polite))
  );
}

function verbOf(groups: Readonly<Record<string, string | undefined>> = {}, polite: Polite, before = groups['before']) {
  const { second, plain, same, it } = groups;
  const verb = same ?? polite.imperatives.get(fold(second ?? plain ?? ''));
  return `${before}${verb}${it === undefined ? '' : ` ${it.toLowerCase()}`}`;
}

function isAsked(sentence: string, from: number, { asks, doubts, times, timed }: Polite): boolean {
  const said = fold(sentence);
  return asks.test(said) || doubts.test(fold(sentence.slice(from))) || (times.test(said) && !timed.test(said));
}
