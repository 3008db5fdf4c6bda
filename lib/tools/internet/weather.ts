import { z } from 'zod';
import type { Place } from '../../home/types.js';
import type { Tool } from '../../llm/types.js';
import { weatherAsked } from './asked.js';
import { DAYS, forecastAt, forecastLines, type Units } from './forecast.js';
import { placeFinder, type Spot } from './places.js';

const given = z.object({
  place: z.string().trim().max(100).default(''),
  day: z.enum(DAYS).catch('week'),
});
/** Countries where degrees are Fahrenheit's and roads have miles. */
const IMPERIAL = ['US', 'LR', 'BS', 'BZ', 'KY', 'PW', 'FM', 'MH'];

export interface WeatherOptions {
  /** The owner's place, as entered. */
  place: string;
  /** Where Home Assistant says that the house is. */
  home(): Place | undefined;
  units: Units | 'auto';
  /** A server that speaks Open-Meteo's API, for forecasts and places; theirs when not given. */
  server?: string | undefined;
}

/** Tells the weather by Open-Meteo, which wants no key. It is asked for a place, and nothing else is said to it. */
export function weatherTool({ place: own, home, units, server }: WeatherOptions): Tool {
  const find = placeFinder(server);

  async function spotOf(place: string, language: string, signal: AbortSignal): Promise<Spot | undefined> {
    const named = place || own;
    if (named !== '') return await find(named, language, signal);
    const { name = 'The house', latitude, longitude } = home() ?? {};
    return latitude === undefined || longitude === undefined ? undefined : { name, latitude, longitude };
  }
  const unitsIn = (language: string): Units => {
    if (units !== 'auto') return units;
    const country = home()?.country ?? /-([a-z]{2})$/i.exec(language)?.[1]?.toUpperCase() ?? '';
    return IMPERIAL.includes(country) ? 'imperial' : 'metric';
  };
  const hasPlace = () => own !== '' || home()?.latitude !== undefined;

  return {
    name: 'weather',
    description: 'Tells the weather now and for the next seven days, at home or at another place.',
    parameters: {
      type: 'object',
      properties: {
        place: { type: 'string', description: 'A town, e.g. "Paris" or "Paris, Texas"; left out: at home.' },
        day: { type: 'string', enum: DAYS, description: 'Which days.' },
      },
    },
    ahead(query, { language }) {
      const asked = weatherAsked(query, language);
      return asked && (asked.place !== undefined || hasPlace()) ? { ...asked } : undefined;
    },
    async run(args, { language, signal }) {
      const { place, day } = given.parse(args);
      if (place === '' && !hasPlace()) {
        return { ok: false, text: 'It is not known where the house is. Ask for a town.' };
      }
      const spot = await spotOf(place, language, signal);
      if (!spot) return { ok: false, text: `No place called "${place || own}" was found.` };
      const unit = unitsIn(language);
      const forecast = await forecastAt(spot, unit, signal, server);
      return { ok: true, text: [`Weather at ${spot.name}`, ...forecastLines(forecast, unit, day)].join('\n') };
    },
  };
}
