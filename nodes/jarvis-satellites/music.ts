import type { Hub } from '../../lib/satellites/types.js';
import { running } from '../running.js';

/** Lowers what the house plays in the room of a site, except what it speaks through itself. */
export function lowerMusic(hub: Hub, site: string): void {
  const area = hub.sites().find(({ id }) => id === site)?.area;
  if (area === undefined) return;
  const voices = [...running.voice].flatMap(({ throughHome }) => throughHome?.player ?? []);
  for (const { home } of running.home) home?.ducking.lower(site, area, voices);
}

/** Puts it back. */
export function raiseMusic(site: string): void {
  for (const { home } of running.home) home?.ducking.raise(site);
}
