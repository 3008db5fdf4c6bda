import openMulticast, { type MulticastDNS, type Options } from 'multicast-dns';

/** Where Multicast DNS is spoken; a test has a port and an interface of its own. */
export type MdnsOptions = Pick<Options, 'port' | 'interface' | 'bind'>;

/** @param failed is told once, where nothing can be sent or heard: the port is another's alone */
export function openMdns(options: MdnsOptions, failed: (error: Error) => void): MulticastDNS {
  const mdns = openMulticast(options);
  // It emits some errors twice; what somebody sends that can't be read is a warning.
  mdns.on('error', failed);
  mdns.on('warning', () => {});
  return mdns;
}
