import { oneLine } from '../../turn/shorten.js';

const MAX_HITS = 5;
const MAX_TITLE = 120;
const MAX_TEXT = 400;
const MAX_URL = 500;

/** Something that a search has found. */
export interface Hit {
  title: string;
  url: string;
  text: string;
}

/** Asks a search engine. @param language BCP 47 tag @throws JarvisError failed, timeout; AbortError */
export type Search = (query: string, language: string, signal: AbortSignal) => Promise<Hit[]>;

/** The best of what was found, each page once and without the markup of its text. */
export function bestOf(hits: readonly Hit[]): Hit[] {
  const pages = new Map<string, Hit>();
  for (const { title, url, text } of hits) {
    if (!/^https?:/.test(url) || url.length > MAX_URL || !URL.canParse(url) || pages.has(url)) continue;
    pages.set(url, { title: oneLine(plain(title), MAX_TITLE), url, text: oneLine(plain(text), MAX_TEXT) });
  }
  return [...pages.values()].slice(0, MAX_HITS);
}

/** A line for each, and its address below it. */
export function hitLines(hits: readonly Hit[]): string {
  return hits.map(({ title, url, text }, index) => `${index + 1}. ${title}: ${text}\n${url}`).join('\n');
}

const plain = (text: string) => text.replace(/<\/?[a-z]+[^<>]{0,200}>/gi, '');
