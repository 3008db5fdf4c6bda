import { z } from 'zod';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import type { Site } from './types.js';

/** Rooms as people give them: a list, or words with commas. */
export const rooms = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.string().trim()).max(50),
);

/** What an announcement looks like, wherever it comes from. */
export const announcement = z.object({
  text: z.string().trim().min(1).max(5000),
  rooms: rooms.optional(),
  language: z.string().max(35).optional(),
});

/** Announcements that run or wait at one satellite. */
const MAX_WAITING = 20;
const QUIET_MS = 60_000;

/**
 * Picks the sites that can take one more announcement.
 * @param waiting how many a site has
 * @param dropped is told that others can't, once in a minute
 */
export function freeSites(
  waiting: (site: string) => number,
  dropped: (error: JarvisError) => void,
): (sites: readonly Site[]) => Site[] {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (sites) => {
    const free = sites.filter(({ id }) => waiting(id) < MAX_WAITING);
    if (free.length < sites.length && clock.steady() - toldAt > QUIET_MS) {
      toldAt = clock.steady();
      const why = `${MAX_WAITING} announcements wait already: more are dropped until some were heard.`;
      dropped(new JarvisError('satellite-unreachable', why));
    }
    return free;
  };
}
