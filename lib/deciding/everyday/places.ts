import { readFile } from 'node:fs/promises';
import { setImmediate as afterOthers } from 'node:timers/promises';
import type { CityData } from 'city-timezones';
import { z } from 'zod';
import { fold } from '../../language/fold.js';
import { languageTable, listed, supportedLanguage } from '../../language/folders.js';
import { clock } from '../../turn/clock.js';

/** How the time elsewhere is asked for in a language, and what it calls places. */
const ELSEWHERE = z.object({
  asked: z.array(z.string()),
  places: z.record(z.string(), z.string().transform(listed)),
});

/** @param language one of those that are supported */
export const elsewhereIn = (language: string) =>
  languageTable(language, 'elsewhere', ELSEWHERE) ?? { asked: [], places: {} };

/** Share of a country's people in cities whose clocks must agree, for the country to have one time. */
const AGREED_SHARE = 0.9;

/** The time zone of a place; of a country that has several, that it has. */
export type Place = { zone: string } | { several: true };

interface Gazetteer {
  cities: ReadonlyMap<string, readonly CityData[]>;
  countries: ReadonlyMap<string, readonly CityData[]>;
}

let gazetteer: Promise<Gazetteer> | undefined;
const names = new Map<string, ReadonlyMap<string, string>>();

/** So many cities are folded at once: a few milliseconds. */
const SLICE = 1500;

/** Cities by folded name, the largest first, and by country; read when a place is first asked for, as it takes two megabytes, and in slices. */
async function readGazetteer(): Promise<Gazetteer> {
  const file = require.resolve('city-timezones/data/cityMap.json');
  const all: CityData[] = JSON.parse(await readFile(file, 'utf8'));
  await afterOthers();
  const known = all.filter(({ timezone }) => timezone).sort((a, b) => b.pop - a.pop);
  const cities = new Map<string, CityData[]>();
  const countries = new Map<string, CityData[]>();
  for (let at = 0; at < known.length; at += SLICE) {
    await afterOthers();
    const some = known.slice(at, at + SLICE);
    groupBy(some, ({ city_ascii }) => fold(city_ascii), cities);
    groupBy(some, ({ iso2 }) => iso2, countries);
  }
  return { cities, countries };
}

function groupBy(
  cities: readonly CityData[],
  key: (city: CityData) => string,
  groups = new Map<string, CityData[]>(),
): Map<string, CityData[]> {
  for (const city of cities) {
    const group = groups.get(key(city));
    if (group) group.push(city);
    else groups.set(key(city), [city]);
  }
  return groups;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The time zone of a city ("Tokyo", "Munich, Germany"), a country or a zone's own name ("Asia/Tokyo"), in a supported
 * language or English; of cities with one name the largest. Undefined where the place isn't known.
 * @param tag BCP 47 tag
 */
export async function placeCalled(name: string, tag: string): Promise<Place | undefined> {
  if (/^[A-Z][\w+-]*(?:\/[\w+-]+){1,2}$|^(?:UTC|GMT)$/.test(name) && isZone(name)) return { zone: name };
  gazetteer ??= readGazetteer();
  const { cities, countries } = await gazetteer;
  const called = await namesIn(supportedLanguage(tag), countries.keys());
  const [first = '', ...region] = name.slice(0, 100).split(',');
  const wanted = fold(region.join(' '));
  const meant = [name, name.replace(/^the /i, ''), first].map((one) => called.get(fold(one))).find(Boolean) ?? first;
  const country = countries.get(meant);
  if (country) return zoneOfCountry(country);
  const found = cities.get(fold(meant)) ?? [];
  const isThere = ({ country, province, iso2, state_ansi = '' }: CityData) =>
    [country, province, iso2, state_ansi].some((part) => fold(part ?? '') === wanted) || called.get(wanted) === iso2;
  const city = wanted === '' ? found[0] : (found.find(isThere) ?? found[0]);
  return city && isZone(city.timezone) ? { zone: city.timezone } : undefined;
}

function zoneOfCountry(cities: readonly CityData[]): Place {
  const now = new Date(clock.now());
  const people = new Map<string, number>();
  for (const [timeZone, there] of groupBy(cities, ({ timezone }) => timezone)) {
    if (!isZone(timeZone)) continue;
    const offset = now.toLocaleString('en', { timeZone, timeZoneName: 'longOffset' });
    people.set(
      offset,
      there.reduce((sum, { pop }) => sum + pop, people.get(offset) ?? 0),
    );
  }
  const all = [...people.values()].reduce((sum, count) => sum + count, 0);
  const [largest] = cities;
  return largest && Math.max(...people.values()) >= all * AGREED_SHARE ? { zone: largest.timezone } : { several: true };
}

/** What a language and English call countries, as their code, and cities, as their English name. */
async function namesIn(language: string, codes: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const known = names.get(language);
  if (known) return known;
  const all = [...codes].filter((code) => /^[A-Z]{2}$/.test(code));
  const made = new Map<string, string>();
  for (const tongue of ['en', language]) {
    await afterOthers();
    const regions = new Intl.DisplayNames(tongue, { type: 'region' });
    for (const code of all) made.set(fold(regions.of(code) ?? code), code);
    for (const [meant, called] of Object.entries(elsewhereIn(tongue).places))
      for (const one of called) made.set(fold(one), meant);
  }
  names.set(language, made);
  return made;
}
