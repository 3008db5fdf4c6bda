import { z } from 'zod';
import { fetchJson } from './guarded-fetch.js';
import type { Spot } from './places.js';

const FORECAST = 'https://api.open-meteo.com';

const answer = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.number(), wind_speed_10m: z.number() }),
  daily: z.object({
    time: z.array(z.iso.date()),
    weather_code: z.array(z.number().nullable()),
    temperature_2m_max: z.array(z.number().nullable()),
    temperature_2m_min: z.array(z.number().nullable()),
    precipitation_probability_max: z.array(z.number().nullable()),
  }),
});

export type Units = 'metric' | 'imperial';
type Forecast = z.output<typeof answer>;

/** Seven days from today on, as the calendar there has them. */
export async function forecastAt(spot: Spot, units: Units, signal: AbortSignal, base = FORECAST): Promise<Forecast> {
  const asked = new URL('/v1/forecast', base);
  asked.search = `${new URLSearchParams({
    // A kilometre is near enough, and tells less about the house.
    latitude: spot.latitude.toFixed(2),
    longitude: spot.longitude.toFixed(2),
    timezone: 'auto',
    forecast_days: '7',
    current: 'temperature_2m,weather_code,wind_speed_10m',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max',
    ...(units === 'imperial' && { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph' }),
  })}`;
  return await fetchJson(asked.href, answer, { signal, trusted: [asked.origin] });
}

export const DAYS = ['today', 'tomorrow', 'week'] as const;
export type Days = (typeof DAYS)[number];

/** A forecast in few words, a line a day. */
export function forecastLines({ current, daily }: Forecast, units: Units, days: Days): string[] {
  const [degrees, speed] = units === 'imperial' ? ['°F', 'mph'] : ['°C', 'km/h'];
  const lines = daily.time.map((date, index) => {
    const [high, low] = [daily.temperature_2m_max[index], daily.temperature_2m_min[index]];
    const likely = daily.precipitation_probability_max[index];
    const parts = [
      weatherOf(daily.weather_code[index]),
      ...(typeof high === 'number' && typeof low === 'number'
        ? [`${Math.round(low)} to ${Math.round(high)} ${degrees}`]
        : []),
      ...(typeof likely === 'number' ? [`chance of rain or snow ${Math.round(likely)} %`] : []),
    ];
    return `${dayName(date, index)}: ${parts.join(', ')}`;
  });
  const now = [
    weatherOf(current.weather_code),
    `${Math.round(current.temperature_2m)} ${degrees}`,
    `wind ${Math.round(current.wind_speed_10m)} ${speed}`,
  ];
  if (days === 'tomorrow') return lines.slice(1, 2);
  return [`Now: ${now.join(', ')}`, ...lines.slice(0, days === 'today' ? 1 : lines.length)];
}

/** "Tomorrow, Friday 2026-11-27" */
function dayName(date: string, index: number): string {
  const weekday = new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const relative = ['Today, ', 'Tomorrow, '][index] ?? '';
  return `${relative}${weekday} ${date}`;
}

/** The weather of a WMO code, in the groups of its table 4677 that forecasts use. */
function weatherOf(code: number | null | undefined): string {
  return WEATHER.find(([codes]) => codes.includes(code ?? -1))?.[1] ?? 'unknown';
}

const WEATHER: readonly [readonly number[], string][] = [
  [[0], 'clear sky'],
  [[1], 'mostly clear'],
  [[2], 'partly cloudy'],
  [[3], 'overcast'],
  [[45, 48], 'fog'],
  [[51, 53, 55], 'drizzle'],
  [[56, 57, 66, 67], 'freezing rain'],
  [[61], 'light rain'],
  [[63], 'rain'],
  [[65], 'heavy rain'],
  [[71], 'light snow'],
  [[73, 77], 'snow'],
  [[75], 'heavy snow'],
  [[80, 81], 'rain showers'],
  [[82], 'violent rain showers'],
  [[85, 86], 'snow showers'],
  [[95], 'thunderstorm'],
  [[96, 99], 'thunderstorm with hail'],
];
