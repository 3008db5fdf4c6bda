import type { Entity, House } from '../../home/types.js';
import { inDigits, pluralForm } from '../../language/plural.js';
import type { Phrases } from './phrases.js';

/** What an answer is put in words with. */
export interface Speech {
  language: string;
  phrases: Phrases;
  house: House;
}

/** A value with its unit as it is spoken: "412.7 watts". */
export function withUnit(value: string | number, unit: unknown, { language, phrases }: Speech): string {
  const isNumber = typeof value === 'number' || (value.trim() !== '' && Number.isFinite(Number(value)));
  const said = isNumber ? inDigits(Number(value), { language }) : value;
  if (typeof unit !== 'string') return said;
  const name = pluralForm(isNumber ? Number(value) : Number.NaN, phrases.units[unit] ?? [unit], language);
  return `${said} ${name}`.trim();
}

export function isUnknown({ state }: Entity): boolean {
  return state === 'unavailable' || state === 'unknown' || state === '';
}
