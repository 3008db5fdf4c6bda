import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { fold } from '../../language/fold.js';
import { primaryLanguage } from '../../language/tags.js';
import { oneLine } from '../../turn/shorten.js';
import { fetchJson } from './guarded-fetch.js';

const GEOCODING = 'https://geocoding-api.open-meteo.com';
const MAX_PLACES = 100;
/** Places of one name that a country or region is looked for among. */
const MAX_SAME_NAME = 10;

const answer = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.string().optional(),
        country_code: z.string().optional(),
        admin1: z.string().optional(),
      }),
    )
    .default([]),
});

/** Somewhere on the earth. */
export interface Spot {
  /** "Paris, France" */
  name: string;
  latitude: number;
  longitude: number;
}

export type FindPlace = (place: string, language: string, signal: AbortSignal) => Promise<Spot | undefined>;

/**
 * Finds places by their names, "Paris" or "Paris, Texas", at Open-Meteo; what was found is kept while it is asked for.
 * Undefined where there is no such place.
 */
export function placeFinder(base = GEOCODING): FindPlace {
  const found = new LRUCache<string, Spot>({ max: MAX_PLACES });
  return async (place, language, signal) => {
    const key = `${primaryLanguage(language)} ${fold(place)}`;
    const known = found.get(key);
    if (known) return known;
    const [name = '', ...within] = place.split(',').map((part) => part.trim());
    const asked = new URL('/v1/search', base);
    asked.search = `${new URLSearchParams({ name, count: String(MAX_SAME_NAME), language: primaryLanguage(language) || 'en' })}`;
    const { results } = await fetchJson(asked.href, answer, { signal, trusted: [asked.origin] });
    const isMeant = ({ country = '', country_code: code = '', admin1 = '' }: (typeof results)[number]) =>
      within.every((part) => [country, code, admin1].some((one) => fold(one) === fold(part)));
    const meant = results.find(isMeant) ?? results[0];
    if (!meant) return undefined;
    const { latitude, longitude, country = '' } = meant;
    const spot = { name: oneLine([meant.name, country].filter(Boolean).join(', '), 100), latitude, longitude };
    found.set(key, spot);
    return spot;
  };
}
