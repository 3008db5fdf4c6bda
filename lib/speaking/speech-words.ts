import { unitNames } from '../language/names.js';
import type { Language } from '../language/tags.js';
import type { Abbreviations } from './speech-abbreviations.js';

/** A unit's name for exactly one, and for any other number. */
type Unit = readonly [one: string, many: string];

/** What a language says for units that the language data of Node doesn't have. */
interface UnitWords {
  /** "kilometres per hour" */
  per: string;
  /** Of thousands, millions, billions, thousandths, hundredths, tenths, hundreds and millionths. */
  prefixes: string;
  /** Units that prefixes stand before; amperes and calories are only said with one. */
  bases: Readonly<Record<string, Unit>>;
  /** By the sign as it is written after a number. */
  more: Readonly<Record<string, Unit>>;
}

/** How a language says what is written in signs. */
export interface SpeechWords {
  language: Language;
  units: UnitWords;
  /** By the sign; the second pair is the hundredth of it. */
  money: Readonly<Record<string, readonly [whole: Unit, cents: Unit]>>;
  /** Between an amount and its hundredths: "3 euros and 50 cents". */
  moneyJoin: string;
  /** Words for powers of a thousand that may stand between an amount and its currency. */
  magnitudes: readonly string[];
  /** Stands between magnitude and currency: "2 millones de euros". */
  magnitudeJoin: string;
  signs: Readonly<Record<string, string>>;
  /** "5–10" becomes "5 to 10". */
  to: string;
  /** "4/5" becomes "4 out of 5". */
  outOf: string;
  minus: string;
  plus: string;
  number: string;
  /** "1½" becomes "1 and 1 half". */
  and: string;
  fractions: Readonly<Record<string, Unit>>;
  /** After what is raised to the second, the third, and before any other power. */
  powers: readonly [squared: string, cubed: string, toThe: string];
  abbreviations: Abbreviations;
  date: (day: number, month: string, year: string) => string;
  time: (hour: number, minute: number, second: number | undefined) => string;
  /** What a text may have written after a time that is said anyway: "14:30 Uhr". */
  afterTime: string;
  decimal: '.' | ',';
}

/** The name of each unit, by the sign as it is written after a number. */
export function unitsOf({ language, units: { per, prefixes, bases, more } }: SpeechWords): Record<string, Unit> {
  const { A, cal, ...simple } = bases;
  const units: Record<string, Unit> = { ...simple };
  const named = { ...NAMED, ...(language === 'en' && CUSTOMARY) };
  for (const [signs, name] of Object.entries(named))
    for (const sign of signs.split(' ')) units[sign] = unitNames(language, name);
  const before = prefixes.split(' ');
  for (const [sign = '', prefix = '', base] of PREFIXED) {
    const [one, many] = bases[base] ?? units[base] ?? [base, base];
    const prefixed = (word: string) => `${before[PREFIXES.indexOf(prefix)]}${word.toLowerCase()}`;
    units[sign] = [prefixed(one), prefixed(many)];
  }
  Object.assign(units, more);
  for (const [sign, over, under] of RATES) {
    const [one, many] = units[over] ?? [over, over];
    const bottom = units[under]?.[0] ?? under;
    units[sign] = [`${one} ${per} ${bottom}`, `${many} ${per} ${bottom}`];
  }
  return units;
}

/** What Unicode calls the units that it names in every language, by their signs. */
const NAMED = {
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  kg: 'kilogram',
  g: 'gram',
  'l L': 'liter',
  'ml mL': 'milliliter',
  d: 'day',
  h: 'hour',
  min: 'minute',
  s: 'second',
  ms: 'millisecond',
  '°C': 'celsius',
  '°F': 'fahrenheit',
  '°': 'degree',
  '″': 'inch',
  '%': 'percent',
  'kB KB': 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  'Mbit/s Mbps': 'megabit-per-second',
  mph: 'mile-per-hour',
};
/** Their signs are words elsewhere: "2 mi-temps". */
const CUSTOMARY = { mi: 'mile', ft: 'foot', yd: 'yard', 'lb lbs': 'pound', oz: 'ounce' };

const PREFIXES = 'kMGmcdhµ';
/** Units with a prefix: sign, prefix, base. */
const PREFIXED = 'kW MW mV mA kHz MHz GHz hPa kPa mbar kWh MWh kcal dl cl mg µg'
  .split(' ')
  .map((sign) => [sign, sign[0], sign.slice(1)] as const);

const RATES = [
  ['km/h', 'km', 'h'],
  ['kph', 'km', 'h'],
  ['m/s', 'm', 's'],
  ['l/h', 'l', 'h'],
  ['l/min', 'l', 'min'],
  ['µg/m³', 'µg', 'm³'],
  ['mm/h', 'mm', 'h'],
  ['kWh/d', 'kWh', 'd'],
  ['g/l', 'g', 'l'],
  ['mg/l', 'mg', 'l'],
] as const;

/** A word with one form for any number. */
export const same = (word: string): Unit => [word, word];
/** A word whose plural takes an s. */
export const s = (word: string): Unit => [word, `${word}s`];
