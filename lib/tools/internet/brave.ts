import { z } from 'zod';
import { fetchJson } from './guarded-fetch.js';
import type { Search } from './search-hits.js';

const BRAVE = 'https://api.search.brave.com';
const answer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().default('') })) })
    .default({ results: [] }),
});

/** Searches by Brave with the owner's key. */
export function brave(key: string, base = BRAVE): Search {
  return async (query, _language, signal) => {
    const asked = new URL('/res/v1/web/search', base);
    asked.search = `${new URLSearchParams({ q: query, count: '10', text_decorations: 'false' })}`;
    const headers = { accept: 'application/json', 'x-subscription-token': key };
    const { web } = await fetchJson(asked.href, answer, { signal, headers, trusted: [asked.origin] });
    return web.results.map(({ title, url, description }) => ({ title, url, text: description }));
  };
}
