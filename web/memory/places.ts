import { siteName } from '../../lib/satellites/site-names.js';
import type { Language } from '../strings.js';
import type { Status } from './api.js';
import { memoryText } from './strings.js';

/** The rooms that the status has told of last: what is kept names a site by its id only. */
let areas: ReadonlyMap<string, string | null> = new Map();

export function knowRooms(rooms: Status['rooms']): void {
  areas = new Map(rooms.map(({ site, area }) => [site, area]));
}

/** What a site is called: a browser by the room it stands in. @param area its room then; as it is now where not given */
export function placeName(language: Language, site: string, area?: string | null): string {
  return siteName(site, area ?? areas.get(site) ?? undefined, memoryText(language, 'browser'));
}
