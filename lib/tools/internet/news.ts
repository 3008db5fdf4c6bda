import type { Tool } from '../../llm/types.js';
import { clock } from '../../turn/clock.js';
import { reasonOf } from '../../turn/errors.js';
import { asksNews } from './asked.js';
import type { Headline } from './feed.js';
import { guardedFetch } from './guarded-fetch.js';
import type { KnownAddresses } from './known-addresses.js';
import { headlinesOf } from './reader.js';

const MAX_BYTES = 512 * 1024;
const MAX_FEEDS = 10;
const MAX_HEADLINES = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads the headlines of the last day from feeds. @param feeds addresses that the owner has entered; they may be in the house */
export function newsTool(feeds: readonly string[], known: KnownAddresses): Tool {
  const read = async (feed: string, signal: AbortSignal): Promise<Headline[]> => {
    const trusted = [new URL(feed).origin];
    const { url, body } = await guardedFetch(feed, { signal, trusted, most: MAX_BYTES });
    return await headlinesOf({ xml: body.toString('utf8'), url, now: clock.now() }, signal);
  };
  return {
    name: 'news',
    description: 'Reads the headlines of the last day.',
    parameters: { type: 'object', properties: {} },
    ahead: (query, { language }) => (asksNews(query, language) ? {} : undefined),
    async run(_, { signal }) {
      const asked = feeds.slice(0, MAX_FEEDS);
      const answers = await Promise.allSettled(asked.map((feed) => read(feed, signal)));
      signal.throwIfAborted();
      const failures = answers.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []));
      if (failures.length === asked.length) return { ok: false, text: `No news: ${failures.join(' ')}` };
      const all = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      const latest = all
        .filter(({ at }) => clock.now() - at < DAY_MS)
        .toSorted((a, b) => b.at - a.at)
        .slice(0, MAX_HEADLINES);
      known.add(latest.map(({ url }) => url));
      const lines = latest.map(({ title, source, text, url }) =>
        `${title} (${source})${text && `: ${text}`}\n${url}`.trim(),
      );
      const missing = failures.map((why) => `Not read: ${why}`);
      return {
        ok: true,
        text: [...(lines.length > 0 ? lines : ['Nothing new in the last day.']), ...missing].join('\n'),
      };
    },
  };
}
