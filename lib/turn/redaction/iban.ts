import isIBAN, { locales as ibanCountries } from 'validator/lib/isIBAN';
import type { Found } from './mark.js';
import { endOf } from './places.js';

/** The shortest account number (Norway) and the longest there may be, in letters. */
const MIN_LENGTH = 15;
const MAX_LENGTH = 34;

/** International account numbers whose checksum is right. */
export function* findIbans(text: string): Generator<Found> {
  for (const { index, 1: head = '' } of text.matchAll(BEGIN)) {
    const from = index - head.length;
    const to = COUNTRIES.has(head.replace(/[^A-Za-z]/g, '').toUpperCase())
      ? endOf(text, from, MAX_LENGTH, isIban, MIN_LENGTH)
      : undefined;
    if (to !== undefined) yield { mark: '[iban]', from, to };
  }
}
/** "DE89", "D E 8 9": the digits, with the letters in a group; digits are rarer. */
const BEGIN = /\d(?<=(?<![A-Za-z0-9])([A-Za-z] ?[A-Za-z][\s.:-]{0,2})\d)[ -]?\d/g;

/** Libya's and Sao Tome's, which the package doesn't know. */
const UNLISTED = /^(?:LY|ST)\d{23}$/;
const COUNTRIES: ReadonlySet<string> = new Set([...ibanCountries, 'LY', 'ST']);

/** True for an account number of its country's length and shape (letters in capitals, nothing between them) with the right checksum. */
export function isIban(letters: string): boolean {
  if (!UNLISTED.test(letters)) return isIBAN(letters);
  const digits = Array.from(letters.slice(4) + letters.slice(0, 4), (letter) => Number.parseInt(letter, 36));
  return BigInt(digits.join('')) % 97n === 1n;
}
