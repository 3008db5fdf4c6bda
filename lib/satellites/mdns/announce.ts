import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Answer } from 'dns-packet';
import type { QueryPacket } from 'multicast-dns';
import { clock } from '../../turn/clock.js';
import { contained } from '../../turn/contained.js';
import { tokenBucket } from '../../turn/token-bucket.js';
import { type MdnsOptions, openMdns } from './socket.js';

/** A server of ours that others on the network are to find. */
export interface Announced {
  type: '_esphomelib._tcp' | '_wyoming._tcp';
  /** Letters, digits and "-": its name, and the machine's under which it is found. */
  name: string;
  /** Where it listens: an address of this machine, or all of them. */
  host: string;
  port: number;
  txt: Readonly<Record<string, string>>;
}

/** By this project other flows know a room of ours, which is no satellite for them. */
export const OWN_PROJECT = 'jarvis.room';
const ALL_TYPES = '_services._dns-sd._udp.local';
/** Seconds for which others keep what they are told: addresses and names change sooner than what there is. */
const TTL = { short: 120, long: 4_500 } as const;
/** Answers a second. */
const PACE = { rate: 10, burst: 30 } as const;
const AGAIN_MS = 1_000;
const MAX_ADDRESSES = 8;

/**
 * Says on the local network what is there (DNS-SD, RFC 6763), and answers who asks.
 * @param failed is told where nobody can be answered
 * @returns takes it back
 */
export function announce(
  services: readonly Announced[],
  failed: (error: Error) => void,
  options: MdnsOptions = {},
): () => Promise<void> {
  const mdns = openMdns(options, failed);
  const pace = tokenBucket(PACE.rate, PACE.burst);
  const all = () => services.flatMap(recordsOf);
  const answer = ({ questions }: QueryPacket) => {
    const known = all();
    const asked = known.filter((record) =>
      questions.some(
        ({ name, type }) =>
          name.toLowerCase() === record.name.toLowerCase() && (type === record.type || (type as string) === 'ANY'),
      ),
    );
    if (asked.length === 0 || !pace.take()) return;
    mdns.respond({
      answers: asked,
      additionals: known.filter((record) => record.type !== 'PTR' && !asked.includes(record)),
    });
  };
  mdns.on('query', (packet) =>
    contained(
      () => answer(packet),
      // What can't be understood asks nothing.
      () => {},
    )(),
  );
  const tell = () => mdns.respond({ answers: all() });
  tell();
  const again = clock.after(AGAIN_MS, tell).unref();
  return async () => {
    again.cancel();
    const gone = all().map((record) => ({ ...record, ttl: 0 }));
    await new Promise<void>((resolve) => mdns.respond({ answers: gone }, () => resolve()));
    await new Promise<void>((resolve) => mdns.destroy(resolve));
  };
}

function recordsOf({ type, name, host, port, txt }: Announced): Answer[] {
  const [service, machine] = [`${type}.local`, `${name}.local`];
  const instance = `${name}.${service}`;
  const texts = Object.entries(txt).map(([key, value]) => Buffer.from(`${key}=${value}`));
  return [
    { name: ALL_TYPES, type: 'PTR', ttl: TTL.long, data: service },
    { name: service, type: 'PTR', ttl: TTL.long, data: instance },
    { name: instance, type: 'SRV', ttl: TTL.short, data: { target: machine, port } },
    { name: instance, type: 'TXT', ttl: TTL.long, data: texts },
    ...addressesOf(host).map((data): Answer => ({ name: machine, type: 'A', ttl: TTL.short, data })),
  ];
}

/** Those under which others reach what listens there. */
function addressesOf(host: string): string[] {
  if (isIPv4(host) && host !== '0.0.0.0') return [host];
  return Object.values(networkInterfaces())
    .flatMap((cards = []) => cards)
    .flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? address : []))
    .slice(0, MAX_ADDRESSES);
}
