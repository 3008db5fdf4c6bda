import { fold } from './fold.js';
import { primaryLanguage } from './tags.js';

/** How a language says numbers from 0 to 100. */
interface NumberWords {
  /** 0 to 19 (French and Spanish write what is irregular in `more`). */
  small: string;
  /** 20, 30, … */
  tens: string;
  hundred: string;
  join(ten: string, unit: string, unitValue: number): string;
  /** Further forms of numbers. */
  more: Record<string, number>;
  /** "point", "Komma". */
  point: string[];
  /** What adds a half after a number. */
  half: string[];
  /** Endings that add a half within the word: "neunzehneinhalb". */
  halfEnding?: string;
}

const NUMBERS: Readonly<Record<string, NumberWords>> = {
  en: {
    small:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    hundred: 'hundred',
    join: (ten, unit) => `${ten} ${unit}`,
    more: { 'one hundred': 100, 'a hundred': 100, a: 1, an: 1 },
    point: ['point', 'dot'],
    half: ['and a half'],
  },
  de: {
    small:
      'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    hundred: 'hundert',
    join: (ten, unit, value) => `${value === 1 ? 'ein' : unit}und${ten}`,
    more: { ein: 1, eine: 1, einen: 1, einem: 1, einer: 1, zwo: 2, einhundert: 100, anderthalb: 1.5, eineinhalb: 1.5 },
    point: ['komma', 'punkt'],
    half: ['einhalb', 'ein halb'],
    halfEnding: 'einhalb',
  },
  fr: {
    small:
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante',
    hundred: 'cent',
    join: (ten, unit, value) => (value === 1 ? `${ten} et un` : `${ten} ${unit}`),
    more: { une: 1, septante: 70, huitante: 80, octante: 80, nonante: 90, 'quatre-vingts': 80, 'quatre-vingt': 80 },
    point: ['virgule', 'point'],
    half: ['et demi', 'et demie'],
  },
  es: {
    small:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundred: 'cien',
    join: (ten, unit) => (ten === 'veinte' ? `veinti${unit}` : `${ten} y ${unit}`),
    more: { un: 1, una: 1, veintiún: 21, veintiuna: 21, 'treinta y un': 31, ciento: 100 },
    point: ['coma', 'punto', 'con'],
    half: ['y medio', 'y media'],
  },
  it: {
    small:
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    hundred: 'cento',
    join: (ten, unit) => `${/^[ou]/.test(unit) ? ten.slice(0, -1) : ten}${unit}`,
    more: { un: 1, una: 1 },
    point: ['virgola', 'punto'],
    half: ['e mezzo', 'e mezza'],
  },
};

/** The simple number words of each language as they are written: 0 to 19, and 20, 30, … as far as they are one word. */
export const SIMPLE_NUMBERS = Object.values(NUMBERS).map(({ small, tens }) => ({
  small: small.split(' '),
  tens: tens.split(' '),
}));

function valuesOf(language: string, { small, tens, hundred, join, more }: NumberWords): Map<string, number> {
  const values = new Map<string, number>();
  const add = (word: string, value: number) => values.set(fold(word), value);
  const units = small.split(' ');
  const multiples = tens.split(' ');
  units.forEach(add);
  multiples.forEach((ten, i) => {
    const base = 20 + i * 10;
    add(ten, base);
    for (let unit = 1; unit <= 9; unit++) add(join(ten, units[unit] ?? '', unit), base + unit);
  });
  if (language === 'fr') {
    for (let unit = 10; unit <= 19; unit++) {
      add(unit === 11 ? 'soixante et onze' : `soixante ${units[unit]}`, 60 + unit);
      add(`quatre-vingt ${units[unit]}`, 80 + unit);
    }
    for (let unit = 1; unit <= 9; unit++) add(`quatre-vingt ${units[unit]}`, 80 + unit);
  }
  add(hundred, 100);
  for (const [word, value] of Object.entries(more)) add(word, value);
  return values;
}

const VALUES = new Map(Object.entries(NUMBERS).map(([language, words]) => [language, valuesOf(language, words)]));

/** What numbers from 0 to 100 are called, folded; none in a language without number words. @param language BCP 47 tag */
export function numbersOf(language: string): ReadonlyMap<string, number> {
  return VALUES.get(primaryLanguage(language)) ?? new Map();
}

/** Every single word that numbers of a language are said with, folded. */
export function numberWords(language: string): string[] {
  const { point = [], half = [] } = NUMBERS[language] ?? {};
  return [
    ...new Set([...numbersOf(language).keys(), ...[...point, ...half].map(fold)].flatMap((said) => said.split(' '))),
  ];
}

/** What may stand for one word of a number, as the source of a regular expression. */
export function numberWordSource(language: string): string {
  const words = numberWords(language).sort((a, b) => b.length - a.length);
  const halfEnding = NUMBERS[language]?.halfEnding;
  // the letters are few, so that what only ends like a number is soon given up
  const joined = halfEnding === undefined ? [] : [`\\p{L}{3,16}${halfEnding}`];
  return [String.raw`\d+(?:${DOT}\d+)?`, ...joined, ...words].join('|');
}

const UNIT = 'degrees?|grad|degres?|grados?';

/** "Nineteen degrees and a half" as "nineteen and a half degrees": folded words with a space before each. */
export function halfBeforeUnit(words: string, language: string): string {
  const halves = (NUMBERS[language]?.half ?? []).map(fold).sort((a, b) => b.length - a.length);
  return words.replace(new RegExp(` (${UNIT}) (${halves.join('|')})(?= |$)`, 'u'), ' $2 $1');
}

/** Stands for the decimal point in folded digits: "21.5" and "21,5" are one word, "21dot5". */
export const DOT = 'dot';

/** The number that folded words say, in digits or words, decimals included; undefined when they say none. */
export function numberIn(words: string, language: string): number | undefined {
  const digits = /^(\d{1,4})(?:dot(\d{1,3}))?$/.exec(words);
  if (digits) return Number(`${digits[1]}.${digits[2] ?? 0}`);
  const whole = numbersOf(language).get(words);
  if (whole !== undefined) return whole;
  const { point = [], half = [] } = NUMBERS[language] ?? {};
  const ending = half.map(fold).find((end) => words.endsWith(end) && words.length > end.length);
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
  return undefined;
}

/** A whole number from 0 to 100 in words, as said before a plural noun; digits past twelve, as people write. */
export function countWord(count: number, language: string): string {
  return (count <= 12 && NUMBERS[language]?.small.split(' ')[count]) || String(count);
}
