import { LRUCache } from 'lru-cache';

const MAX_ADDRESSES = 500;

/** Addresses of pages that may be opened. */
export interface KnownAddresses {
  /** A search or a feed has given them. */
  add(addresses: Iterable<string>): void;
  has(address: string, said: string): boolean;
}

/**
 * Only what a search or a feed has given, or whose site the person names in this turn, may be opened: an address that a page
 * talks a model into could carry away what is in its prompt.
 */
export function knownAddresses(): KnownAddresses {
  const given = new LRUCache<string, true>({ max: MAX_ADDRESSES });
  return {
    add(addresses) {
      for (const address of addresses) if (URL.canParse(address)) given.set(withoutHash(address), true);
    },
    has(address, said) {
      if (!URL.canParse(address)) return false;
      const { hostname, pathname, search } = new URL(address);
      const words = said.toLowerCase();
      const isSaid = (part: string) => words.includes(part.toLowerCase());
      const isSite = (pathname === '/' && search === '') || isSaid(decoded(pathname + search));
      return given.has(withoutHash(address)) || (isSite && isSaid(hostname.replace(/^www\./, '')));
    },
  };
}

function withoutHash(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
