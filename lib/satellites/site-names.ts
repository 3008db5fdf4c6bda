import { ASSIST_PREFIX } from '../turn/site-prefixes.js';

/** Names of the browser's satellites begin with this, and no other's do. */
export const BROWSER_PREFIX = 'browser-';

export { ASSIST_PREFIX };

/** Days after which a browser that isn't open any more is out of lists; it comes back with its next words. */
const MAX_IDLE_DAYS = 7;
/** A conversation of Home Assistant's is over within minutes, and its next one is another site. */
const MAX_CONVERSATION_DAYS = 1;

/**
 * What a site is called in lists: a browser by its room, for its id says nothing to anybody; a satellite by its own name.
 * @param room name of the room it stands in
 * @param browser the word for a browser
 */
export function siteName(site: string, room: string | undefined, browser = 'browser'): string {
  if (site.startsWith(ASSIST_PREFIX)) return room ? `${room} (Home Assistant)` : `Home Assistant ${site.slice(-4)}`;
  if (!site.startsWith(BROWSER_PREFIX)) return room && room !== site ? `${room} (${site})` : site;
  // The end of the id tells browsers without a room apart.
  return room ? `${room} (${browser})` : `${browser} ${site.slice(-4)}`;
}

/** Whether a browser or conversation that was last heard of then is no longer used. Satellites are furniture: they stay. */
export function isUnused(site: string, lastSeen: number, now: number): boolean {
  const days = (now - lastSeen) / 86_400_000;
  if (site.startsWith(ASSIST_PREFIX)) return days > MAX_CONVERSATION_DAYS;
  return site.startsWith(BROWSER_PREFIX) && days > MAX_IDLE_DAYS;
}
