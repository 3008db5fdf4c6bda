import type { SpeechWords } from './speech-words.js';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const POWER = String.raw`(?:\^\{?(-?\d{1,4})\}?|(⁻?[⁰¹²³⁴-⁹]{1,4}))`;
const OF_NUMBER = new RegExp(String.raw`(?<=\d)${POWER}`, 'gu');
const OF_LETTER = new RegExp(String.raw`(?<=[\p{L})])${POWER}`, 'gu');

/** Lowered digits as digits: "CO₂" is said "CO2". */
export function withoutLowered(text: string): string {
  return text.replace(/[₀-₉]/g, (digit) => String(LOWERED.indexOf(digit)));
}

/** Powers in words; those of numbers come before the units ("10⁸ m"), those of letters after them ("75 m²"). */
export function speakPowers(text: string, { powers, minus }: SpeechWords, of: 'number' | 'letter'): string {
  const [squared, cubed, toThe] = powers;
  return text.replace(of === 'number' ? OF_NUMBER : OF_LETTER, (all, typed?: string, raised = '') => {
    const power = typed ?? raised.replace('⁻', '-').replace(/[⁰¹²³⁴-⁹]/g, (digit: string) => RAISED.indexOf(digit));
    // A lone one marks a footnote.
    if (power === '1') return typed === undefined ? '' : all;
    if (power === '2') return ` ${squared}`;
    return power === '3' ? ` ${cubed}` : ` ${toThe} ${power.replace('-', `${minus} `)}`;
  });
}

/** Heights: 6'2" is 6 feet 2 inches; only English has them. */
export function speakFeet(text: string, language: string): string {
  if (language !== 'en') return text;
  return text.replace(
    /(?<![\d'′])(\d{1,2})['′’] ?(\d{1,2})(?:["″”]|'')/g,
    (_all, feet: string, inches: string) =>
      `${feet} ${feet === '1' ? 'foot' : 'feet'} ${inches} ${inches === '1' ? 'inch' : 'inches'}`,
  );
}

/** Inches: the mark after a number where no quotation is open, as a sign that no quotation has: 27" becomes 27″. */
export function inchesMarked(text: string): string {
  if (!text.includes('"')) return text;
  let open = false;
  return text.replace(/(?<![\p{L}'′’]\d{0,3})(\d)"(?![\p{L}\d])|"/gu, (all, digit?: string) => {
    if (digit !== undefined && !open) return `${digit}″`;
    open = !open;
    return all;
  });
}

const SPANISH_ORDINALS = 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo'.split(' ');

/** "1.º", "2ª", "3.er" in words up to ten; after that the number is said. */
export function speakOrdinals(text: string, language: string): string {
  if (language !== 'es') return text;
  return text.replace(
    /(?<![\d.,])(\d{1,3})(?:\.([ºª°]|er)|(ª|º(?! ?[CF]\b)|er))(?!\p{L})/gu,
    (_all, number: string, a, b) => {
      const word = SPANISH_ORDINALS[Number(number) - 1];
      if (!word) return number;
      const ending: string = a ?? b;
      if (ending === 'ª') return `${word.slice(0, -1)}a`;
      return ending === 'er' ? word.slice(0, -1) : word;
    },
  );
}
