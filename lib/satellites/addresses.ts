import { isIP } from 'node:net';

/** True for the addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The address a request comes from, as far as one household's goes: of IPv6 the network. A proxy on this machine says
 * last in X-Forwarded-For who came to it; from elsewhere that header counts for nothing.
 */
export function addressOf(peer: string, forwarded: string | undefined): string {
  const named = forwarded?.split(',').at(-1)?.trim() ?? '';
  const address = isLoopback(plainAddress(peer)) && isIP(named) ? named : peer;
  return isIP(plainAddress(address)) === 6 ? networkOf(address) : plainAddress(address);
}

/** An IPv4 address as such, where it came over a socket for both kinds. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

/** The first 64 bits: the rest is chosen by whoever has the network. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::');
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const zeros = address.includes('::') ? Array<string>(8 - first.length - last.length).fill('0') : [];
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
