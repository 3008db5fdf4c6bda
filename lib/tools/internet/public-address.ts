import type { LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Asks for all addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;
const resolveName: Resolve = (name) => dns.lookup(name, { all: true });

/** The only IPv6 addresses that are given out; beside it are old ways to wrap an IPv4 address, "::7f00:1". */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet: no loopback, private, link-local, carrier-grade NAT, multicast or
 * reserved one, and none that only wraps an IPv4 address. @param address with or without the brackets of a URL
 */
export function isPublic(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL));
}

/** Whether the host of a URL is an IP address and not a name. */
export const isAddress = (host: string): boolean => ipaddr.isValid(host.replace(/^\[|\]$/g, ''));

/**
 * A lookup for `http.request` that fails where any address of the name isn't public. What it gives is what is connected to:
 * a name can't have another address a moment later (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, { all }, callback) => {
    const answer = (found: LookupAddress[]) => {
      const [first] = found;
      if (!first || found.some(({ address }) => !isPublic(address))) return callback(new NotPublic(name), '');
      if (all) callback(null, found);
      else callback(null, first.address, first.family);
    };
    resolve(name).then(answer, (thrown: NodeJS.ErrnoException) => callback(thrown, ''));
  };
}

/** An address in the house, or of no host at all, that a stranger has named. */
export class NotPublic extends Error {
  override name = 'NotPublic';
  constructor(host: string) {
    super(`${host} is not an address of the public internet. Only those may be opened.`);
  }
}
