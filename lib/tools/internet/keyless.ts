import { z } from 'zod';
import { primaryLanguage } from '../../language/tags.js';
import { fetchJson } from './guarded-fetch.js';
import type { Hit, Search } from './search-hits.js';

/** Where DuckDuckGo's instant answers and the Wikipedia of a language are. */
interface Bases {
  duckDuckGo: string;
  wikipedia(language: string): string;
}
const BASES: Bases = {
  duckDuckGo: 'https://api.duckduckgo.com',
  wikipedia: (language) => `https://${language}.wikipedia.org`,
};

const instant = z.object({
  Heading: z.string().default(''),
  AbstractText: z.string().default(''),
  AbstractURL: z.string().default(''),
  RelatedTopics: z.array(z.object({ Text: z.string().default(''), FirstURL: z.string().default('') })).default([]),
});
const articles = z.object({
  query: z
    .object({
      pages: z.array(
        z.object({ index: z.number(), title: z.string(), extract: z.string().default(''), fullurl: z.string() }),
      ),
    })
    .default({ pages: [] }),
});

/** Searches without any key: DuckDuckGo's instant answers, and Wikipedia in the language of the question. One of both is enough. */
export function keyless(bases: Bases = BASES): Search {
  return async (query, language, signal) => {
    const answers = await Promise.allSettled([
      instantAnswers(query, bases, signal),
      wikipedia(query, primaryLanguage(language) || 'en', bases, signal),
    ]);
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const [failed] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (found.length === 0 && failed) throw failed;
    return found;
  };
}

async function instantAnswers(query: string, { duckDuckGo }: Bases, signal: AbortSignal): Promise<Hit[]> {
  const asked = new URL('/', duckDuckGo);
  asked.search = `${new URLSearchParams({ q: query, format: 'json', no_html: '1', skip_disambig: '1' })}`;
  const found = await fetchJson(asked.href, instant, { signal, trusted: [asked.origin] });
  const related = found.RelatedTopics.slice(0, 2).map(({ Text: text, FirstURL: url }) => ({
    title: found.Heading,
    url,
    text,
  }));
  const abstract = { title: found.Heading, url: found.AbstractURL, text: found.AbstractText };
  return found.AbstractText === '' ? related : [abstract];
}

async function wikipedia(query: string, language: string, bases: Bases, signal: AbortSignal): Promise<Hit[]> {
  const asked = new URL('/w/api.php', bases.wikipedia(language));
  asked.search = `${new URLSearchParams({
    ...{ action: 'query', format: 'json', formatversion: '2' },
    ...{ generator: 'search', gsrsearch: query, gsrlimit: '4' },
    ...{ prop: 'extracts|info', exintro: '1', explaintext: '1', exchars: '400', exlimit: 'max', inprop: 'url' },
  })}`;
  const { pages } = (await fetchJson(asked.href, articles, { signal, trusted: [asked.origin] })).query;
  return pages
    .toSorted((a, b) => a.index - b.index)
    .map(({ title, fullurl: url, extract: text }) => ({ title, url, text }));
}
