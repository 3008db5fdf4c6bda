import type { Language } from '../turn/language.js';
import type { Abbreviations } from './speech-abbreviations.js';

/** A unit's name for exactly one, and for any other number. */
type Unit = readonly [one: string, many: string];

/** How a language says what is written in signs. */
export interface SpeechWords {
  language: Language;
  /** By the sign as it is written after a number. */
  units: Readonly<Record<string, Unit>>;
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
  months: readonly string[];
  date: (day: number, month: string, year: string) => string;
  time: (hour: number, minute: number, second: number | undefined) => string;
  /** What a text may have written after a time that is said anyway: "14:30 Uhr". */
  afterTime: string;
  decimal: '.' | ',';
}

/** The words of simple units, and those of rates made of them: "kilometres per hour". */
export function unitsOf(words: Readonly<Record<string, Unit>>, per: string): Record<string, Unit> {
  const units: Record<string, Unit> = { ...words };
  for (const [sign, over, under] of RATES) {
    const [one, many] = words[over] ?? [over, over];
    const bottom = words[under]?.[0] ?? under;
    units[sign] = [`${one} ${per} ${bottom}`, `${many} ${per} ${bottom}`];
  }
  return units;
}

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

/** Names that are the same in every language, given how its plural is made. */
export function physical(
  plural: (word: string) => Unit,
  watt: string,
  volt: string,
  ampere: string,
): Record<string, Unit> {
  return {
    W: plural(watt),
    kW: plural(`kilo${watt}`),
    MW: plural(`mega${watt}`),
    V: plural(volt),
    mV: plural(`milli${volt}`),
    mA: plural(`milli${ampere}`),
    Hz: same('hertz'),
    kHz: same('kilohertz'),
    MHz: same('megahertz'),
    GHz: same('gigahertz'),
    Pa: plural('pascal'),
    dB: same('decibel'),
    lx: same('lux'),
    lm: same('lumen'),
    ppm: same('ppm'),
    bar: same('bar'),
    mbar: same('millibar'),
    kB: same('kilobytes'),
    KB: same('kilobytes'),
    MB: same('megabytes'),
    GB: same('gigabytes'),
    TB: same('terabytes'),
    'Mbit/s': same('megabit per second'),
    Mbps: same('megabit per second'),
  };
}
