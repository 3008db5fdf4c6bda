import type { Entity, House } from '../../home/types.js';
import type { Phrases } from './phrases.js';

/** What an answer is put in words with. */
export interface Speech {
  language: string;
  phrases: Phrases;
  house: House;
}

/** A number as the language writes it, with one decimal at most. */
export function inDigits(value: number, { language }: Pick<Speech, 'language'>): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
}

/** A value with its unit as it is spoken: "412.7 watts". */
export function withUnit(value: string | number, unit: unknown, { language, phrases }: Speech): string {
  const isNumber = typeof value === 'number' || (value.trim() !== '' && Number.isFinite(Number(value)));
  const said = isNumber ? inDigits(Number(value), { language }) : value;
  return typeof unit === 'string' ? `${said} ${phrases.units[unit] ?? unit}`.trim() : said;
}

export function isUnknown({ state }: Entity): boolean {
  return state === 'unavailable' || state === 'unknown' || state === '';
}
