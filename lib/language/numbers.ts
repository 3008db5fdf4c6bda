import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fold } from './fold.js';
import { languageFile, languageTable, listed } from './folders.js';

/** What people say beside CLDR's numbers of a language; words for one thing with | between them. */
const EXTRAS = z.object({
  /** Further forms of numbers. */
  more: z.record(z.string(), z.number()).default({}),
  /** "point", "Komma". */
  point: z.string().default(''),
  /** What adds a half after a number. */
  half: z.string().default(''),
  /** An ending that adds a half within the word: "neunzehneinhalb". */
  halfEnding: z.string().optional(),
  /** Stands before an hour that is half an hour away: "halb fünf". */
  halfTo: z.string().optional(),
  hundred: z.string().default(''),
  thousand: z.string().default(''),
  /** Between hundreds and what is added: "a hundred *and* twenty". */
  and: z.string().default(''),
  /** Whether they are one word with the numbers beside them: "zweihundertfünfzig". */
  joins: z.boolean().default(false),
});

interface NumberWords {
  /** The numbers from 0, each in all its forms. */
  spelled: readonly (readonly string[])[];
  /** All of them, folded. */
  values: ReadonlyMap<string, number>;
  point: readonly string[];
  half: readonly string[];
  halfEnding?: string | undefined;
  halfTo?: string | undefined;
  /** What numbers from 101 on are made with, the largest first. */
  scales: readonly Scale[];
  and: string;
  /** Such a number in one word, as the source of a regular expression. */
  joined?: string | undefined;
}

interface Scale {
  size: number;
  said: string;
  /** Its words among folded ones, with how many of it stand before them and what is added behind. */
  pattern: RegExp;
}

const NOTHING: NumberWords = { spelled: [], values: new Map(), point: [], half: [], scales: [], and: '' };
const known = new Map<string, NumberWords>();

/** Everything that numbers of a language are said with, read once; nothing where CLDR has no rules for it. */
function wordsOf(language: string): NumberWords {
  const file = languageFile(language, 'cldr-numbers.json');
  if (file === undefined) return NOTHING;
  const made = known.get(file) ?? readWords(file, languageTable(language, 'numbers', EXTRAS) ?? EXTRAS.parse({}));
  known.set(file, made);
  return made;
}

function readWords(file: string, extras: z.output<typeof EXTRAS>): NumberWords {
  const { more, point, half, halfEnding, halfTo, hundred, thousand, and, joins } = extras;
  const spelled = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>);
  const values = new Map(spelled.flatMap((forms, value) => forms.map((form) => [fold(form), value] as const)));
  for (const [form, value] of Object.entries(more)) values.set(fold(form), value);
  const longestFirst = (list: string) =>
    listed(list)
      .map(fold)
      .sort((a, b) => b.length - a.length);
  const [ofHundred, ofThousand, between] = [hundred, thousand, and].map((list) => longestFirst(list).join('|'));
  const blank = joins ? ' ?' : ' ';
  const scale = (size: number, said = ''): Scale[] =>
    said === ''
      ? []
      : [
          {
            size,
            said,
            pattern: new RegExp(`^(?:(.+?)${blank})?(?:${said})(?:(?:${blank}(?:${between}))?${blank}(.+))?$`),
          },
        ];
  return {
    ...{ spelled, values, point: longestFirst(point), half: longestFirst(half), halfEnding, halfTo },
    scales: [...scale(1000, ofThousand), ...scale(100, ofHundred)],
    and: between ?? '',
    joined: joins ? `\\p{L}{0,14}(?:${ofHundred}|${ofThousand})\\p{L}{0,24}` : undefined,
  };
}

/** The numbers from 0 to 100 as CLDR spells them in a language, each in all its forms. */
export function numeralsOf(language: string): readonly (readonly string[])[] {
  return wordsOf(language).spelled;
}

/** What numbers from 0 to 100 are called, folded; none in a language without number words. @param language BCP 47 tag */
export function numbersOf(language: string): ReadonlyMap<string, number> {
  return wordsOf(language).values;
}

/** Every single word that numbers of a language are said with, folded. */
export function numberWords(language: string): string[] {
  const { values, point, half } = wordsOf(language);
  return [...new Set([...values.keys(), ...point, ...half].flatMap((said) => said.split(' ')))];
}

/** What may stand for one word of a number, as the source of a regular expression. */
export function numberWordSource(language: string): string {
  const words = numberWords(language).sort((a, b) => b.length - a.length);
  const { halfEnding, joined } = wordsOf(language);
  // the letters are few, so that what only ends like a number is soon given up
  const inOneWord = [...(halfEnding === undefined ? [] : [`\\p{L}{3,16}${halfEnding}`]), ...(joined ? [joined] : [])];
  return [String.raw`\d+(?:${DOT}\d+)?`, ...inOneWord, ...words].join('|');
}

/** The joint within one number, as the source of a regular expression: "a hundred *and* ten"; undefined where numbers have none. */
export function numberJointSource(language: string): string | undefined {
  const { values, and, scales } = wordsOf(language);
  if (and === '' || scales.length === 0) return undefined;
  const numbers = [...values.keys()].filter((word) => !word.includes(' '));
  return `(?<=(?:^|\\s)(?:${scales.map(({ said }) => said).join('|')}))\\s+(?:${and})\\s+(?=(?:\\d|${numbers.join('|')})(?:\\s|$))`;
}

/** Whether the hour behind a folded word is half an hour away. */
export const isHalfTo = (word: string | undefined, language: string): boolean =>
  word !== undefined && word === wordsOf(language).halfTo;

const UNIT = 'degrees?|grad|degres?|grados?';

/** "Nineteen degrees and a half" as "nineteen and a half degrees": folded words with a space before each. */
export function halfBeforeUnit(words: string, language: string): string {
  return words.replace(new RegExp(` (${UNIT}) (${wordsOf(language).half.join('|')})(?= |$)`, 'u'), ' $2 $1');
}

/** Stands for the decimal point in folded digits: "21.5" and "21,5" are one word, "21dot5". */
export const DOT = 'dot';

/** The number that folded words say, in digits or words, to some thousands, decimals included; undefined when they say none. */
export function numberIn(words: string, language: string): number | undefined {
  const digits = /^(\d{1,4})(?:dot(\d{1,3}))?$/.exec(words);
  if (digits) return Number(`${digits[1]}.${digits[2] ?? 0}`);
  const { values, point, half } = wordsOf(language);
  const whole = values.get(words);
  if (whole !== undefined) return whole;
  const ending = half.find((end) => words.endsWith(end) && words.length > end.length);
  if (ending !== undefined) {
    const base = numberIn(words.slice(0, -ending.length).trim(), language);
    return base !== undefined && Number.isInteger(base) ? base + 0.5 : undefined;
  }
  for (const word of point) {
    const [before, after, ...more] = words.split(` ${word} `);
    if (before === undefined || after === undefined || more.length > 0) continue;
    const [left, right] = [numberIn(before, language), numberIn(after, language)];
    if (left !== undefined && right !== undefined && Number.isInteger(left) && Number.isInteger(right))
      return Number(`${left}.${right}`);
  }
  return largeIn(words, language);
}

/** A hundred or a thousand is counted by at most so many: "nineteen hundred". */
const MAX_OF_SCALE = 99;

/** "Two hundred and fifty", "zweihundertfünfzig", "doscientos cincuenta". */
function largeIn(words: string, language: string): number | undefined {
  const { values, scales } = wordsOf(language);
  for (const { size, pattern } of scales) {
    const parts = pattern.exec(words);
    if (!parts) continue;
    const [, before = '', behind = ''] = parts;
    const count = before === '' ? 1 : numberIn(before, language);
    const more = behind === '' ? 0 : numberIn(behind, language);
    if (count === undefined || more === undefined || !Number.isInteger(count) || !Number.isInteger(more)) continue;
    if (count >= 1 && count <= MAX_OF_SCALE && more < size) return count * size + more;
  }
  const [first = '', ...rest] = words.split(' ');
  const [hundreds = 0, more] = [values.get(first), values.get(rest.join(' '))];
  const isSum = hundreds >= 100 && hundreds % 100 === 0 && more !== undefined && more > 0 && more < 100;
  return isSum ? hundreds + more : undefined;
}

/** A whole number from 0 to 100 in words, as said before a plural noun; digits past twelve, as people write. */
export function countWord(count: number, language: string): string {
  return (count <= 12 && numeralsOf(language)[count]?.at(-1)) || String(count);
}
