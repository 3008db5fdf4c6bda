import { z } from 'zod';
import { JarvisError } from '../../turn/errors.js';
import { fetchJson } from './guarded-fetch.js';
import type { Search } from './search-hits.js';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const answer = z.object({ results: z.array(z.object({ title: text, url: text, content: text })) });

/** Searches by a SearXNG of the owner's, which may be in the house. @param address its own, as entered */
export function searxng(address: string): Search {
  return async (query, language, signal) => {
    const asked = new URL('search', address.endsWith('/') ? address : `${address}/`);
    asked.search = `${new URLSearchParams({ q: query, format: 'json', language })}`;
    const { results } = await fetchJson(asked.href, answer, { signal, trusted: [asked.origin] }).catch((thrown) => {
      if (!(thrown instanceof JarvisError) || !thrown.message.includes(' 403 ')) throw thrown;
      const what = 'SearXNG gives no JSON: add "json" to "formats" under "search" in its settings.yml.';
      throw new JarvisError('failed', what, { cause: thrown });
    });
    return results.map(({ title, url, content }) => ({ title, url, text: content }));
  };
}
