import type { Found } from './mark.js';
import { endOf } from './places.js';

/** Lengths of the account numbers of each country. */
const IBAN_LENGTHS: Record<string, number> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  ST: 25,
  SV: 28,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

/** International account numbers whose checksum is right. */
export function* findIbans(text: string): Generator<Found> {
  for (const { index, 1: head = '' } of text.matchAll(BEGIN)) {
    const length = IBAN_LENGTHS[head.replace(/[^A-Za-z]/g, '').toUpperCase()];
    const from = index - head.length;
    const to = length === undefined ? undefined : endOf(text, from, length, isIban);
    if (to !== undefined) yield { mark: '[iban]', from, to };
  }
}
/** "DE89", "D E 8 9": the digits, with the letters in a group; digits are rarer. */
const BEGIN = /\d(?<=(?<![A-Za-z0-9])([A-Za-z] ?[A-Za-z][\s.:-]{0,2})\d)[ -]?\d/g;

export function isIban(letters: string): boolean {
  if (letters.length !== IBAN_LENGTHS[letters.slice(0, 2)]) return false;
  let rest = 0;
  for (const letter of letters.slice(4) + letters.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}
