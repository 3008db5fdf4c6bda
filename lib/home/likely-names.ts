import { entityIndex } from './entity-index.js';
import type { Domain, House } from './types.js';

/** What people speak to; the rest they ask about at most. */
const SPOKEN_TO: ReadonlySet<Domain> = new Set([
  'light',
  'switch',
  'cover',
  'fan',
  'climate',
  'lock',
  'media_player',
  'vacuum',
]);
/** Names of many words are seldom said whole. */
const MAX_WORDS = 3;
const MAX_NAMES = 40;

/**
 * Names that somebody in a room likely says, for speech to text to expect: the room's devices, the rooms, the other devices.
 * Each once, as it is written. Takes a few milliseconds in a house of 2,000 entities. @param place id or name of the room
 */
export function likelyNames(house: House, place: string | undefined): string[] {
  const here = place === undefined ? undefined : entityIndex(house).area(place)?.id;
  const devices = house.entities.filter(({ domain }) => SPOKEN_TO.has(domain));
  const names = [
    ...devices.filter(({ area }) => area !== undefined && area === here).map(({ name }) => name),
    ...house.areas.map(({ name }) => name),
    ...devices.map(({ name }) => name),
  ];
  return [...new Set(names)].filter((name) => name.split(' ').length <= MAX_WORDS).slice(0, MAX_NAMES);
}
