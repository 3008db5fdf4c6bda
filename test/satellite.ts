import { connect, type IClientOptions } from 'mqtt';
import type { Pcm } from '../lib/audio/pcm.js';
import { parseWav } from '../lib/audio/wav.js';
import { must, until } from './until.js';

/** A client of the MQTT broker that hears everything and speaks for any satellite. */
export interface Satellite {
  heard: { topic: string; payload: Buffer }[];
  /** Publishes; resolves when the broker has it. */
  say(topic: string, message: object | string | Buffer): Promise<unknown>;
  /** Waits for the `count`th message on a topic that begins so. */
  hears(beginning: string, count?: number): Promise<{ topic: string; payload: Buffer }>;
  /** Waits for the `count`th sound that a site is to play. */
  hearsSound(site: string, count?: number): Promise<{ id: string; wav: Pcm }>;
  /** Says that a site has played a sound. */
  played(site: string, id: string): Promise<unknown>;
  /** Sounds a site was sent. */
  sounds(site: string): number;
  close(): Promise<void>;
}

/** Connects, again and again until the broker is there. */
export async function openSatellite(port: number | string, options: IClientOptions = {}): Promise<Satellite> {
  const heard: Satellite['heard'] = [];
  const client = connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 50, ...options });
  client.on('error', () => {});
  client.on('message', (topic, payload) => heard.push({ topic, payload }));
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));
  await client.subscribeAsync('#');
  const on = (beginning: string) => heard.filter(({ topic }) => topic.startsWith(beginning));
  const playBytes = (site: string) => `hermes/audioServer/${site}/playBytes/`;
  const say: Satellite['say'] = (topic, message) => {
    const bytes = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message);
    return client.publishAsync(topic, bytes, { qos: 1 });
  };
  const hears: Satellite['hears'] = async (beginning, count = 1) => {
    const topics = () => [...new Set(heard.map(({ topic }) => topic))].join(', ');
    await until(
      () => on(beginning).length >= count,
      () => `${beginning} (${count}); heard ${topics()}`,
    );
    return must(on(beginning)[count - 1]);
  };
  return {
    heard,
    say,
    hears,
    async hearsSound(site, count = 1) {
      const { topic, payload } = await hears(playBytes(site), count);
      return { id: topic.slice(playBytes(site).length), wav: parseWav(payload) };
    },
    played: (site, id) => say(`hermes/audioServer/${site}/playFinished`, { id, siteId: site }),
    sounds: (site) => on(playBytes(site)).length,
    close: () => client.endAsync(true),
  };
}
