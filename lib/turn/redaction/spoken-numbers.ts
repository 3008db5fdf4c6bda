import { numeralsOf } from '../../language/numbers.js';
import { isCard } from './cards.js';
import { isIban } from './iban.js';
import type { Found, Mark } from './mark.js';
import { PHONE_WORD, VERSION } from './numbers.js';
import { headsOf, lower, matchesAt, plain } from './places.js';

/** The words of one piece for some numbers in the languages that numbers are told apart in, with those of dictation. */
const numbered = (numbers: readonly number[], more: Readonly<Record<string, number>> = {}) =>
  new Map([
    ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((language) =>
      numbers.flatMap((number) =>
        (numeralsOf(language)[number] ?? []).flatMap((word): [string, number][] =>
          /^\p{L}+$/u.test(word) ? [[word, number]] : [],
        ),
      ),
    ),
    ...Object.entries(more),
  ]);
const span = (from: number, to: number, step = 1) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

const DIGITS = numbered(span(0, 9), { oh: 0, zwo: 2 });
const TEENS = numbered(span(10, 19));
const TENS = numbered(span(20, 90, 10), {
  vingts: 20,
  veinti: 20,
  dreissig: 30,
  septante: 70,
  huitante: 80,
  octante: 80,
  nonante: 90,
});
const TIMES: Readonly<Record<string, number>> = { double: 2, doppel: 2, doble: 2, doppio: 2, triple: 3, dreifach: 3 };

const list = (...words: Iterable<string>[]) =>
  words
    .flatMap((some) => [...some])
    .sort((a, b) => b.length - a.length)
    .join('|');
const UNIT = list(DIGITS.keys());
const TEN = list(TENS.keys());
const NUMBER = list(DIGITS.keys(), TEENS.keys(), TENS.keys());
/** "vierunddreißig", "trentaquattro", "veintiuno", or a simple number. */
export const WORD = `(?:(?:ein|${UNIT})und(?:${TEN})|(?:${TEN})(?:${UNIT})|(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)(?:uno|otto)|${NUMBER})`;
const JOINED = `(?:[ ,-]{1,2}|[ -](?:et|y|e)[ -])`;
const TIMED = `(?:(?:${list(Object.keys(TIMES))}) )?${WORD}`;
// German "um" is a Portuguese one. The words stand once in each pattern, in small letters: they take long to compile.
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=\\p{L})(?!um )(?:(?:(?<![\\p{L}\\p{N}])|${JOINED})(?:${TIMED}|\\d{1,4}(?![\\p{L}\\d.,:]\\p{N}))){4,31}(?![\\p{L}\\p{N}])`,
  'uy',
);
/** Two words behind each other that begin like numbers. */
const HEADS = headsOf([...DIGITS.keys(), ...TEENS.keys(), ...TENS.keys(), ...Object.keys(TIMES), 'vent', 'trent']);
const RUN_HINT = new RegExp(`\\b(?:${HEADS})[a-zß-ÿ]*${JOINED}(?:${HEADS})`, 'g');
const ONE_WORD = new RegExp(
  `(?:(?<into>${UNIT}|ein)und)?(?<ten>${TEN}|(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)(?=uno|otto))(?<unit>${UNIT})?|(?<plain>${NUMBER})`,
  'iu',
);

/** The digits that are meant: "thirty-four" are 34, "double seven" are 77, "quatre-vingt-dix-sept" are 97. */
function digitsOf(run: string): string {
  /** Numbers that were said, and digits that were written. */
  const numbers: (number | string)[] = [];
  let digits = '';
  let repeat = 1;
  for (const { 0: word } of run.toLowerCase().matchAll(/\p{L}+|\d+/gu)) {
    if (/\d/.test(word)) {
      numbers.push(word);
      continue;
    }
    const value = numberOf(word);
    if (value === undefined) {
      repeat = TIMES[word] ?? 1;
      continue;
    }
    const last = Number(numbers.at(-1) ?? 0);
    const isSaid = typeof numbers.at(-1) === 'number';
    const goesOn =
      (last >= 20 && last % 10 === 0 && value > 0 && value < 10) || // thirty four
      ((last === 60 || last === 80) && value >= 10 && value < 17) || // soixante douze
      (last === 10 && value >= 7 && value < 10); // dix sept
    if (isSaid && goesOn) numbers.push(Number(numbers.pop()) + value);
    else if (isSaid && last === 4 && value === 20 && /^vingts?$/.test(word)) numbers.splice(-1, 1, 80);
    else for (let time = 0; time < repeat; time++) numbers.push(value);
    repeat = 1;
  }
  for (const number of numbers) digits += String(number);
  return digits;
}

function numberOf(word: string): number | undefined {
  const simple = DIGITS.get(word) ?? TEENS.get(word) ?? TENS.get(word);
  if (simple !== undefined) return simple;
  const parts = ONE_WORD.exec(word)?.groups;
  if (!parts?.['ten']) return undefined;
  const ten = TENS.get(parts['ten']) ?? TENS.get(`${parts['ten']}a`) ?? TENS.get(`${parts['ten']}i`) ?? 0;
  const unit = parts['into'] === 'ein' ? 1 : (DIGITS.get(parts['into'] ?? parts['unit'] ?? '') ?? 0);
  return ten + unit;
}

const MIN_DIGITS = 7;
const DOT = '(?:dot|point|punkt|punto|ponto|punt)';
const PART = `(?:\\d{1,3}|${WORD}(?:[ -]${WORD}){0,3})`;
const SPOKEN_IP = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\d[ .,])${PART}(?: ${DOT} ${PART}){3}(?! ${DOT} (?:\\d|${WORD})|[\\p{L}\\p{N}])`,
  'giu',
);
const IP_HINT = new RegExp(` ${DOT} [^.!?\\n]{1,99} ${DOT} `, 'i');

/** Addresses of computers that are read out. */
export function* findSpokenIps(text: string): Generator<Found> {
  if (!IP_HINT.test(plain(text))) return;
  for (const { 0: ip, index } of text.matchAll(SPOKEN_IP)) {
    const isVersion = VERSION.test(text.slice(Math.max(0, index - 14), index));
    if (!isVersion) yield { mark: '[ip]', from: index, to: index + ip.length };
  }
}

/** Card, account and phone numbers that are read out: digit by digit, in pairs, with "double". */
export function* findSpokenNumbers(text: string): Generator<Found> {
  for (const { 0: run, index } of matchesAt(lower(text), RUN_HINT, RUN)) {
    const digits = digitsOf(run);
    if (digits.length < MIN_DIGITS) continue;
    const before = text.slice(Math.max(0, index - 60), index);
    const [, country = '', first, second] = COUNTRY.exec(before) ?? [];
    if (first && second && isIban((first + second).toUpperCase() + digits)) {
      yield { mark: '[iban]', from: index - country.length, to: index + run.length };
      continue;
    }
    const mark = markOf(digits, before);
    if (mark) yield { mark, from: index, to: index + run.length };
  }
}
/** "DE", "D E", "D, E," before the digits of an account. */
const COUNTRY = /(?<![\p{L}\p{N}])(([A-Za-z])[ .,-]{0,2}([A-Za-z])[ .,-]{1,2})$/u;

function markOf(digits: string, before: string): Mark | undefined {
  if (isCard(digits)) return '[card]';
  return isPhone(digits, before) ? '[phone]' : undefined;
}

/** After a word that says so, or like a phone number that is typed: with its zero or its plus. */
function isPhone(digits: string, before: string): boolean {
  if (PHONE_WORD.test(before)) return true;
  if (/(?:^|[^\p{L}])(?:plus|más|più|mais) $/u.test(before)) return digits.length <= 15;
  if (!digits.startsWith('0') || digits.length < 9 || digits.length > 13) return false;
  // Counting, and "null, null, null" in code.
  return !'0123456789101112'.startsWith(digits) && new Set(digits).size > 2;
}
