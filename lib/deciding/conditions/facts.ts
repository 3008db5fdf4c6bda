import type { Fact } from '../../home/condition.js';
import type { Entity, Surroundings } from '../../home/types.js';
import { isUnknown } from '../answers/speech.js';

/** Home Assistant's words for the weather. */
const WEATHER: Partial<Record<Fact, readonly string[]>> = {
  rain: ['rainy', 'pouring', 'lightning-rainy', 'snowy-rainy', 'hail'],
  snow: ['snowy', 'snowy-rainy'],
  sun: ['sunny'],
  clouds: ['cloudy', 'partlycloudy'],
  fog: ['fog'],
  wind: ['windy', 'windy-variant'],
  storm: ['lightning', 'lightning-rainy', 'exceptional'],
};
/** In km/h. */
const SPEEDS: Readonly<Record<string, number>> = { 'km/h': 1, 'm/s': 3.6, mph: 1.609, kn: 1.852, 'ft/s': 1.097 };
/** Beaufort 5, from which small trees sway, in km/h. */
const FRESH_BREEZE = 29;

/** Whether something is so; undefined where nobody can tell. */
export function isFact(fact: Fact, entities: readonly Entity[], around: Surroundings | undefined): boolean | undefined {
  if (fact === 'home') return isAnyoneHome(around?.people ?? []);
  if (fact === 'dark' || fact === 'day') {
    const sun = { below_horizon: 'dark', above_horizon: 'day' }[around?.sun ?? ''];
    return sun === undefined ? undefined : sun === fact;
  }
  const weather = entities.find((entity) => entity.id.startsWith('weather.') && !isUnknown(entity));
  if (!weather) return undefined;
  const isSo = WEATHER[fact]?.includes(weather.state) ?? false;
  return isSo || (fact === 'wind' && windOf(weather) >= FRESH_BREEZE);
}

function isAnyoneHome(people: readonly string[]): boolean | undefined {
  if (people.includes('home')) return true;
  // who isn't known may be there
  return people.length === 0 || people.some((state) => state === 'unknown' || state === 'unavailable')
    ? undefined
    : false;
}

function windOf({ attributes }: Entity): number {
  return Number(attributes['wind_speed'] ?? 0) * (SPEEDS[String(attributes['wind_speed_unit'])] ?? 0);
}
