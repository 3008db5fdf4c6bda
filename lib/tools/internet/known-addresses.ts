import { LRUCache } from 'lru-cache';

const MAX_ADDRESSES = 500;

/** Addresses of pages that may be opened. */
export interface KnownAddresses {
  /** A search or a feed has given them. */
  add(addresses: Iterable<string>): void;
  has(address: string, said: string): boolean;
}

/**
 * Only what a search or a feed has given, or whose site the person names in this turn by its whole name, may be opened: an address that a page
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
      if (given.has(withoutHash(address))) return true;
      const { host, pathname, search } = new URL(address);
      const words = wordsOf(said);
      const sites = words.flatMap((word) => siteIn(word) ?? []).filter((site) => site.host === withoutWww(host));
      const path = decoded(pathname + search);
      const isWhole = (word: string) => withoutEnd(word) === withoutEnd(path.toLowerCase());
      return sites.length > 0 && (path === '/' || sites.some((site) => isWhole(site.path)) || words.some(isWhole));
    },
  };
}

/** Letters of languages that have no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;
const AROUND = /^[^\p{L}\p{N}/]+|[^\p{L}\p{N}/]+$/gu;

/** What was said, in whole words as typed addresses are: in small letters, without the signs around them. */
function wordsOf(said: string): string[] {
  const text = said.toLowerCase();
  const words = [...text.split(/\s+/), ...text.replace(UNSPACED, ' ').split(/\s+/)];
  return words.map((word) => word.replace(AROUND, '')).filter(Boolean);
}

/** The site that a word names, with what of it; undefined for what names none, such as a mail address. */
function siteIn(word: string): { host: string; path: string } | undefined {
  const address = /^https?:\/\//.test(word) ? word : `http://${word}`;
  if (word.includes('@') || !/^[^/]*[^/.][.:]|^https?:/.test(word) || !URL.canParse(address)) return undefined;
  const { host, pathname, search } = new URL(address);
  return { host: withoutWww(host), path: decoded(pathname + search) };
}

const withoutWww = (host: string) => host.replace(/^www\./, '');
const withoutEnd = (path: string) => path.replace(/\/$/, '');

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
