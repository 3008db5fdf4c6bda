import { z } from 'zod';
import { languageTable, listed } from '../language/folders.js';
import { unitNames } from '../language/names.js';
import { filled } from '../language/spoken.js';
import { primaryLanguage } from '../language/tags.js';

/** A unit's name for exactly one, and for any other number. */
export type Unit = readonly [one: string, many: string];

/** A word with one form for any number, or its singular and plural. */
const UNIT = z.string().transform((text): Unit => {
  const [one = '', many = one] = listed(text);
  return [one, many];
});
const UNITS = z.record(z.string(), UNIT);
const BY_SIGN = z.record(z.string(), z.string());

const SPEECH = z.object({
  /** Units that the language data of Node doesn't have. */
  units: z.object({
    /** "kilometres per hour" */
    per: z.string(),
    /** Of thousands, millions, billions, thousandths, hundredths, tenths, hundreds and millionths. */
    prefixes: z.string(),
    /** Units that prefixes stand before; amperes and calories are only said with one. */
    bases: UNITS,
    /** By the sign as it is written after a number. */
    more: UNITS,
  }),
  /** By the sign; the second is the hundredth of it. */
  money: z.record(z.string(), z.tuple([UNIT, UNIT])),
  /** Between an amount and its hundredths: "3 euros and 50 cents". */
  moneyJoin: z.string(),
  /** Words for powers of a thousand that may stand between an amount and its currency. */
  magnitudes: z.string().transform(listed),
  /** Stands between magnitude and currency: "2 millones de euros". */
  magnitudeJoin: z.string(),
  signs: BY_SIGN,
  /** "5–10" becomes "5 to 10". */
  to: z.string(),
  /** "4/5" becomes "4 out of 5". */
  outOf: z.string(),
  minus: z.string(),
  plus: z.string(),
  number: z.string(),
  /** "1½" becomes "1 and 1 half". */
  and: z.string(),
  fractions: UNITS,
  /** After what is raised to the second, the third, and before any other power. */
  powers: z.tuple([z.string(), z.string(), z.string()]),
  /** What is said for abbreviations; a space inside one may be missing in the text. */
  abbreviations: z.object({
    anywhere: BY_SIGN,
    /** Only before a capital letter: "Dr. Smith". */
    beforeName: BY_SIGN,
    /** Only before a digit: "No. 5". */
    beforeNumber: BY_SIGN,
    /** Only after a digit: "15 Min."; what is said may be a sign that is a unit. */
    afterNumber: BY_SIGN,
    /** Those that end a sentence too, whose full stop then stays. */
    closing: BY_SIGN,
  }),
  /** Words that begin a sentence, where a capital alone doesn't tell, for every noun has one. */
  sentenceStarts: z.string().optional(),
  /** {day}, {month} and {year}; the day is another word where it is the first. */
  date: z.string(),
  firstOfMonth: z.string().default('1'),
  /** {hour}, {minute}, {second}; {hours} and {unit} are the names of hours and seconds. */
  clock: z.object({
    midnight: z.string().optional(),
    hours: z.string(),
    /** Full hours from 13 on. */
    hoursAfterNoon: z.string().optional(),
    minutes: z.string(),
    /** Less than ten minutes. */
    fewMinutes: z.string().optional(),
    /** With seconds, after the {clock}. */
    seconds: z.string(),
  }),
  /** What a text may have written after a time that is said anyway: "14:30 Uhr". */
  afterTime: z.string(),
  decimal: z.enum(['.', ',']),
});

/** How a language says what is written in signs. */
export type SpeechWords = z.output<typeof SPEECH> & {
  language: string;
  /** Names of hours and seconds for a number of them. */
  unitFor(unit: 'hour' | 'second', count: number): string;
};

const known = new Map<string, SpeechWords | undefined>();

/** Undefined where it isn't known how a language says what is written in signs. @param language BCP 47 tag */
export function speechWords(language: string): SpeechWords | undefined {
  const primary = primaryLanguage(language);
  if (!known.has(primary)) {
    const words = languageTable(primary, 'speech', SPEECH);
    known.set(primary, words && { ...words, language: primary, unitFor: unitsFor(primary) });
  }
  return known.get(primary);
}

/** Intl's objects take a tenth of a millisecond to make. */
function unitsFor(language: string): SpeechWords['unitFor'] {
  const rules = new Intl.PluralRules(language);
  const names = { hour: unitNames(language, 'hour'), second: unitNames(language, 'second') };
  return (unit, count) => names[unit][rules.select(count) === 'one' ? 0 : 1];
}

/** A time of day: "14 Uhr 30". */
export function timeInWords({ clock, unitFor }: SpeechWords, hour: number, minute: number, second?: number): string {
  if (hour === 0 && minute === 0 && second === undefined && clock.midnight !== undefined) return clock.midnight;
  const full = (hour > 12 && clock.hoursAfterNoon) || clock.hours;
  const partly = (minute < 10 && clock.fewMinutes) || clock.minutes;
  const values = { hour: String(hour), minute: String(minute), hours: unitFor('hour', hour) };
  const time = filled(minute === 0 ? full : partly, values);
  if (second === undefined) return time;
  return filled(clock.seconds, { clock: time, second: String(second), unit: unitFor('second', second) });
}

/** A date: "3. Oktober 2026". The year may be empty. */
export function dateInWords({ date, firstOfMonth }: SpeechWords, day: number, month: string, year: string): string {
  return filled(date, { day: day === 1 ? firstOfMonth : String(day), month, year });
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
