import { sumWords } from './sum-words.js';

/** What a unit measures, and how much of the kind's base it is; `zero` is where its scale begins on the base's. */
interface Unit {
  kind: 'length' | 'mass' | 'volume' | 'temperature' | 'speed' | 'time' | 'data' | 'area';
  factor: number;
  zero?: number;
}

const of = (kind: Unit['kind'], factors: Record<string, number>): [string, Unit][] =>
  Object.entries(factors).map(([id, factor]) => [id, { kind, factor }]);

/** By the names that `Intl` has for them, so that it says them in every language. Gallons and fluid ounces are those of the USA. */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...of('length', { millimeter: 0.001, centimeter: 0.01, meter: 1, kilometer: 1000 }),
  ...of('length', { inch: 0.0254, foot: 0.3048, yard: 0.9144, mile: 1609.344 }),
  ...of('mass', { gram: 1, kilogram: 1000, ounce: 28.349523125, pound: 453.59237, stone: 6350.29318 }),
  ...of('volume', { milliliter: 0.001, liter: 1, 'fluid-ounce': 0.0295735295625, gallon: 3.785411784 }),
  ...of('speed', { 'meter-per-second': 1, 'kilometer-per-hour': 1 / 3.6, 'mile-per-hour': 0.44704 }),
  ...of('time', { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }),
  ...of('data', { bit: 1, byte: 8, kilobyte: 8e3, megabyte: 8e6, gigabyte: 8e9, terabyte: 8e12 }),
  ...of('area', { acre: 4046.8564224, hectare: 10_000 }),
  ['celsius', { kind: 'temperature', factor: 1, zero: 0 }],
  ['fahrenheit', { kind: 'temperature', factor: 5 / 9, zero: -160 / 9 }],
]);

const DISPLAYS = ['long', 'short'] as const;
const known = new Map<string, ReadonlyMap<string, string>>();
const formatted = new Map<string, readonly string[]>();

/** What CLDR calls one and two of a unit, in lower case. */
function namesOf(unit: string, unitDisplay: (typeof DISPLAYS)[number], language: string): readonly string[] {
  const key = `${language} ${unitDisplay} ${unit}`;
  const kept = formatted.get(key);
  if (kept) return kept;
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
  const names = [1, 2].map((count) => {
    const said = format.formatToParts(count).filter(({ type }) => type === 'unit');
    return said.map(({ value }) => value.toLowerCase()).join(' ');
  });
  formatted.set(key, names);
  return names;
}

/** Names of units in a language, and what they are; CLDR's and those of the language's folder. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const kept = known.get(language);
  if (kept) return kept;
  const names = new Map<string, string>();
  for (const [id, words] of Object.entries(sumWords(language).units)) for (const word of words) names.set(word, id);
  for (const display of DISPLAYS) {
    for (const unit of UNITS.keys())
      for (const name of namesOf(unit, display, language)) if (!names.has(name)) names.set(name, unit);
  }
  known.set(language, names);
  return names;
}

/** The unit that is called so in a supported language or in English; undefined where none is. */
export function unitCalled(name: string, language: string): string | undefined {
  const word = name.trim().toLowerCase();
  const unit = UNITS.has(word) ? word : (namesIn(language).get(word) ?? namesIn('en').get(word) ?? '');
  return UNITS.has(unit) ? unit : undefined;
}

/** A value in another unit; undefined where one can't be had from the other. */
export function converted(value: number, from: string, to: string): number | undefined {
  const [one, other] = [UNITS.get(from), UNITS.get(to)];
  if (!one || !other || one.kind !== other.kind) return undefined;
  const base = value * one.factor + (one.zero ?? 0);
  return Number(((base - (other.zero ?? 0)) / other.factor).toPrecision(12));
}
