import type { RemoteInfo } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { Answer } from 'dns-packet';
import type { ResponsePacket } from 'multicast-dns';
import { contained } from '../../turn/contained.js';
import { sleep } from '../../turn/wait.js';
import { OWN_PROJECT } from './announce.js';
import { type MdnsOptions, openMdns } from './socket.js';

/** A satellite that says on the network that it is there; anybody may say so. */
export interface FoundSatellite {
  kind: 'esphome' | 'wyoming';
  /** As people read it. */
  name: string;
  /** As it is entered in the form: `esphome://192.168.1.20:6053`. */
  address: string;
}

const TYPES = { '_esphomelib._tcp.local': 'esphome', '_wyoming._tcp.local': 'wyoming' } as const;
/** Answers are waited for so long after each of two questions, in milliseconds. */
const WAIT_MS = 1_500;
const MAX_FOUND = 50;
const MAX_NAME = 64;

interface Service {
  kind: FoundSatellite['kind'];
  instance: string;
  host?: string;
  port?: number;
  /** Who told its port. */
  sender?: string;
  name?: string | undefined;
  isOwn?: boolean;
}

/**
 * Asks on the local network (Multicast DNS, RFC 6762) for devices with ESPHome and for Wyoming's, for three seconds.
 * Empty where nothing can be asked. Answers are anybody's: at most 50 are taken, and names are cut.
 */
export async function findSatellites(options: MdnsOptions = {}): Promise<FoundSatellite[]> {
  const services = new Map<string, Service>();
  const addresses = new Map<string, string>();
  const mdns = openMdns(options, () => {});
  const ask = () =>
    mdns.query([
      ...Object.keys(TYPES).map((name) => ({ name, type: 'PTR' as const })),
      ...[...services.values()].flatMap(({ instance, port }) =>
        port === undefined ? (['SRV', 'TXT'] as const).map((type) => ({ name: instance, type })) : [],
      ),
    ]);
  const listener = ({ answers, additionals }: ResponsePacket, sender: RemoteInfo) =>
    contained(
      () => take(services, addresses, [...answers, ...additionals].filter(isThere), sender.address),
      // What can't be understood is no satellite.
      () => {},
    )();
  mdns.on('response', listener);
  try {
    for (let round = 0; round < 2; round++) {
      ask();
      await sleep(WAIT_MS);
    }
  } finally {
    await new Promise<void>((resolve) => mdns.destroy(resolve));
  }
  return [...services.values()]
    .flatMap(({ kind, instance, host = '', port, sender, name, isOwn }) => {
      const at = addresses.get(host) ?? sender ?? '';
      if (port === undefined || isOwn || !isIPv4(at)) return [];
      return { kind, name: name || shown(instance.split('.')[0] ?? ''), address: `${kind}://${at}:${port}` };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

function take(
  services: Map<string, Service>,
  addresses: Map<string, string>,
  records: readonly Answer[],
  sender: string,
): void {
  for (const record of records) {
    if (record.type !== 'PTR') continue;
    const kind = Object.entries(TYPES).find(([known]) => known === record.name.toLowerCase())?.[1];
    const key = record.data.toLowerCase();
    if (kind && services.size < MAX_FOUND && !services.has(key)) services.set(key, { kind, instance: record.data });
  }
  for (const record of records) {
    const name = record.name.toLowerCase();
    const service = services.get(name);
    if (record.type === 'A' && addresses.size < MAX_FOUND) addresses.set(name, record.data);
    if (record.type === 'SRV' && service && record.data.port > 0) {
      Object.assign(service, { host: record.data.target.toLowerCase(), port: record.data.port, sender });
    }
    if (record.type === 'TXT' && service) {
      const texts = (Array.isArray(record.data) ? record.data : [record.data]).map(String);
      const value = (key: string) => texts.find((text) => text.startsWith(`${key}=`))?.slice(key.length + 1);
      service.name = shown(value('friendly_name') ?? '');
      service.isOwn = value('project_name') === OWN_PROJECT;
    }
  }
}

/** What goes is told with a time to live of nothing. */
const isThere = (record: Answer) => !('ttl' in record) || record.ttl !== 0;

/** Without what isn't to be seen. */
function shown(name: string): string {
  return name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
}
