import { fold } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { numberIn } from '../../language/numbers.js';
import { evaluate } from './arithmetic.js';
import { sumWords } from './sum-words.js';
import { unitCalled } from './units.js';

/** Longer utterances are no sum that is said. */
const MAX_LETTERS = 120;
/** "Tell me, what is the …" */
const MAX_LEADS = 4;
/** Most words that a number is said with: "fifty two and a half". */
const MAX_NUMBER_WORDS = 5;

interface Patterns {
  lead: RegExp;
  tail: RegExp;
  skip: RegExp;
  one: RegExp;
  signs: [string, RegExp][];
  conversions: RegExp[];
  decimal: string;
}

const compiled = new Map<string, Patterns>();

/** A word of its own, not a part of one. */
const alone = (source: string) => new RegExp(`(?<![\\p{L}'-])(?:${source})(?![\\p{L}])`, 'gu');
const NAME = "[\\p{L}°][\\p{L}°'/ -]{0,30}?";

function patternsOf(language: string): Patterns {
  const known = compiled.get(language);
  if (known) return known;
  const { lead, tail, skip, one, signs, conversions } = sumWords(language);
  const made: Patterns = {
    lead: new RegExp(`^(?:${lead})(?![\\p{L}]),? *`, 'u'),
    tail: new RegExp(`[ ,]*(?<![\\p{L}])(?:${tail})$`, 'u'),
    skip: alone(skip),
    one: alone(one),
    signs: Object.entries(signs).map(([sign, source]) => [sign, alone(source)]),
    conversions: conversions.map((pattern) => {
      const slots = pattern
        .replace('{amount}', '(?<amount>-?\\d+(?:\\.\\d+)?)')
        .replace(/ ?\{from\}/, ` ?(?:of |de |d')?(?<from>${NAME})`)
        .replace('{to}', `(?<to>${NAME})`);
      return new RegExp(`^${slots}$`, 'u');
    }),
    decimal: new Intl.NumberFormat(language).format(1.5).charAt(1),
  };
  compiled.set(language, made);
  return made;
}

/**
 * The sum that an utterance as a whole asks for, as `workedOut` of `sums.ts` takes it: "15 % of 80", "200 gram to ounce".
 * Undefined where it asks for anything else, or not certainly for a sum.
 */
export function sumAsked(query: string, tag: string): string | undefined {
  if (query.length > MAX_LETTERS || !/[\p{L}\d]/u.test(query)) return undefined;
  const language = supportedLanguage(tag);
  const patterns = patternsOf(language);
  const { lead, tail, skip, one, signs, conversions } = patterns;
  const percent = signs.find(([sign]) => sign === '%')?.[1] ?? /(?!)/g;
  // "Pour cent" holds a number by itself.
  const text = withDigits(plain(query, patterns.decimal).replace(percent, ' % ').replace(/ +/g, ' '), language);
  // "A pound" is counted only where nothing else is an amount.
  for (const counted of /\d/.test(text) ? [text] : [text.replace(one, '1')]) {
    for (const said of [counted, ledBy(counted, lead).rest]) {
      for (const pattern of conversions) {
        const { amount, from = '', to = '' } = pattern.exec(said.replace(tail, ''))?.groups ?? {};
        const units = [from, to].map((name) => unitCalled(name, language));
        if (amount && units[0] && units[1]) return `${amount} ${units[0]} to ${units[1]}`;
      }
    }
    const led = ledBy(counted, lead);
    let sum = led.rest.replace(tail, '').replace(skip, '');
    let isSaid = led.count > 0;
    for (const [sign, word] of signs) {
      const before = sum;
      sum = sum.replace(word, ` ${sign} `);
      if (sum !== before) isSaid = true;
    }
    sum = sum.replace(/\s+/g, ' ').trim();
    if (isSaid && isSum(sum)) return sum;
  }
  return undefined;
}

/** Lower case, without the signs of a question, decimals with a point and thousands with nothing. */
function plain(query: string, decimal: string): string {
  const text = query
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’´`]/g, "'")
    .replace(/^[\s¿¡]+|[\s.?!¿¡]+$/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
  const grouped = decimal === ',' ? /(?<=\d)[.](?=\d{3}(?!\d))/g : /(?<=\d),(?=\d{3}(?!\d))/g;
  const whole = text.replace(grouped, '');
  return decimal === ',' ? whole.replace(/(?<=\d),(?=\d)/g, '.') : whole;
}

/** Numbers in words as digits. */
function withDigits(text: string, language: string): string {
  const words = text.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ').split(' ');
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    let taken = 0;
    for (let count = Math.min(MAX_NUMBER_WORDS, words.length - at); count > 0 && taken === 0; count--) {
      const run = words.slice(at, at + count);
      if (run.every((word) => /^[\d.]/.test(word)) || run.some((word) => /[^\p{L}\d]/u.test(word))) continue;
      const number = numberIn(fold(run.join(' ')), language);
      if (number === undefined) continue;
      said.push(String(number));
      taken = count;
    }
    if (taken === 0) said.push(words[at] ?? '');
    at += Math.max(1, taken);
  }
  return said.join(' ');
}

function ledBy(text: string, lead: RegExp): { rest: string; count: number } {
  let rest = text;
  let count = 0;
  while (count < MAX_LEADS && lead.test(rest)) {
    rest = rest.replace(lead, '');
    count++;
  }
  return { rest, count };
}

/** Whether it has an operator and a value. "24/7" and "5-3" are names as well. */
function isSum(sum: string): boolean {
  if (!/[+*^%×÷]| [-/] |of|sqrt/.test(sum) || !/\d/.test(sum)) return false;
  if (/^[-\d. ]*%?$/.test(sum)) return false;
  try {
    return Number.isFinite(evaluate(sum));
  } catch {
    return false;
  }
}
