import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** As geocoding-api.open-meteo.com answers, shortened. */
export const PLACES = {
  results: [
    {
      id: 2988507,
      name: 'Paris',
      latitude: 48.85341,
      longitude: 2.3488,
      country_code: 'FR',
      admin1: 'Île-de-France',
      country: 'France',
    },
    {
      id: 4717560,
      name: 'Paris',
      latitude: 33.66094,
      longitude: -95.55551,
      country_code: 'US',
      admin1: 'Texas',
      country: 'United States',
    },
  ],
};
/** As api.open-meteo.com answers, of three days. */
export const FORECAST = {
  latitude: 48.86,
  longitude: 2.35,
  timezone: 'Europe/Paris',
  current_units: { temperature_2m: '°C' },
  current: { time: '2026-11-26T13:00', interval: 900, temperature_2m: 8.4, weather_code: 61, wind_speed_10m: 14.8 },
  daily: {
    time: ['2026-11-26', '2026-11-27', '2026-11-28'],
    weather_code: [63, 3, null],
    temperature_2m_max: [9.6, 11.2, null],
    temperature_2m_min: [4.4, -0.4, null],
    precipitation_probability_max: [85, null, null],
  },
};

type Handler = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => void;

/** A web server on loopback until the tests are over, and what it was asked. */
export async function serve(handler: Handler) {
  const requests: { url: URL; headers: http.IncomingHttpHeaders }[] = [];
  const server = http.createServer((incoming, outgoing) => {
    requests.push({ url: new URL(incoming.url ?? '/', 'http://127.0.0.1'), headers: incoming.headers });
    handler(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers every path with its JSON, or its text, or with 404. */
export const json =
  (answers: Readonly<Record<string, unknown>>): Handler =>
  ({ url = '/' }, outgoing) => {
    const found = answers[new URL(url, 'http://127.0.0.1').pathname];
    const isText = typeof found === 'string';
    outgoing.writeHead(found === undefined ? 404 : 200, { 'content-type': isText ? 'text/plain' : 'application/json' });
    outgoing.end(isText ? found : JSON.stringify(found ?? {}));
  };

export const toolContext = (more: { language?: string; said?: string; signal?: AbortSignal } = {}) => ({
  site: 'kitchen',
  language: 'en',
  signal: new AbortController().signal,
  ...more,
});
