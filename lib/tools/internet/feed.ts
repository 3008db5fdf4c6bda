import { parseFeed } from 'htmlparser2';
import { oneLine } from '../../turn/shorten.js';

const MAX_ITEMS = 50;
const MAX_TITLE = 150;
const MAX_TEXT = 150;

export interface Feed {
  xml: string;
  /** Where it was read. */
  url: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** One entry of a feed. */
export interface Headline {
  title: string;
  /** The feed's name. */
  source: string;
  /** What it says beside its title, shortened. */
  text: string;
  url: string;
  /** Milliseconds since the epoch; now where it has no date, or one to come. */
  at: number;
}

/**
 * The first entries of an RSS or Atom feed. One that is nested deeply takes minutes: for a thread only (`reader.ts`).
 * @throws Error where it is none
 */
export function headlinesIn({ xml, url, now }: Feed): Headline[] {
  const feed = parseFeed(xml);
  const { host } = new URL(url);
  if (!feed) throw new Error(`${host} has sent no feed.`);
  const source = oneLine(plain(feed.title ?? ''), MAX_TITLE) || host;
  return feed.items.slice(0, MAX_ITEMS).flatMap(({ title = '', description = '', link = '', pubDate }) => {
    const told = oneLine(plain(title), MAX_TITLE);
    if (told === '') return [];
    const at = pubDate?.getTime() ?? now;
    return {
      ...{ title: told, source, text: oneLine(plain(description), MAX_TEXT) },
      url: URL.canParse(link, url) ? new URL(link, url).href : '',
      at: Number.isFinite(at) ? Math.min(at, now) : now,
    };
  });
}

/** Without tags, which some feeds have in their texts. */
const plain = (text: string) => text.replace(/<[^<>]{0,500}>/g, ' ');
