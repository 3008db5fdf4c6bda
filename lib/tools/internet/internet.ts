import type { Place } from '../../home/types.js';
import type { Tool } from '../../llm/types.js';
import { brave } from './brave.js';
import { fetchPageTool } from './fetch-page.js';
import type { Units } from './forecast.js';
import { keyless } from './keyless.js';
import { knownAddresses } from './known-addresses.js';
import { newsTool } from './news.js';
import { searxng } from './searxng.js';
import { weatherTool } from './weather.js';
import { webSearchTool } from './web-search.js';

/** What the owner lets out of the house. */
export interface InternetSettings {
  weather: boolean;
  search: boolean;
  pages: boolean;
  news: boolean;
  /** A town; empty: where Home Assistant says that the house is. */
  place: string;
  units: Units | 'auto';
  /** Address of a server that speaks Open-Meteo's API; theirs when not given. */
  weatherServer?: string | undefined;
  /** Address of a SearXNG, which is asked before Brave; empty for none. */
  searxng: string;
  /** Key of Brave's search; empty for none. */
  key: string;
  /** Addresses of RSS and Atom feeds. */
  feeds: readonly string[];
  home(): Place | undefined;
}

/** The tools that the owner has ticked; no news without feeds. */
export function internetTools(settings: InternetSettings): Tool[] {
  const { place, units, home, feeds, weatherServer: server } = settings;
  const known = knownAddresses();
  const search = settings.searxng ? searxng(settings.searxng) : settings.key ? brave(settings.key) : keyless();
  return [
    ...(settings.weather ? [weatherTool({ place, units, home, server })] : []),
    ...(settings.search ? [webSearchTool(search, known)] : []),
    ...(settings.pages ? [fetchPageTool(known)] : []),
    ...(settings.news && feeds.length > 0 ? [newsTool(feeds, known)] : []),
  ];
}
