import { entityIndex } from '../../home/entity-index.js';
import { isFiller, kindsNamed, nameWords } from '../../home/names.js';
import type { House } from '../../home/types.js';
import { words } from '../../language/fold.js';
import { BROWSER_PREFIX } from '../../satellites/site-names.js';
import { plain } from '../../satellites/sites.js';
import type { Hub, Site } from '../../satellites/types.js';

/** Rooms that are named at most. */
const MAX_NAMED = 12;

/** Where words can be heard, of a house and its satellites. */
export interface Rooms {
  /**
   * The satellites of a room, a floor or a satellite's name; none for a room of the house without any, undefined for other
   * names, and where what follows makes a device of it ("the kitchen light").
   */
  called(name: string, next: string): readonly Site[] | undefined;
  /** Whether two satellites stand in one room. */
  areTogether(one: Site, other: Site): boolean;
  /** The name of the room that a satellite stands in; undefined where nobody has said. */
  nameOf(site: Pick<Site, 'area'>): string | undefined;
  /** Names of the rooms with satellites, some of them. */
  names(): string[];
}

export function roomsOf(hub: Pick<Hub, 'sites'>, house: House): Rooms {
  const index = entityIndex(house);
  const sites = hub.sites();
  const areaOf = ({ area }: Pick<Site, 'area'>) => {
    const known = area === undefined ? undefined : index.area(area);
    return { id: known?.id ?? (area && plain(area)), name: known?.name ?? area };
  };
  const spoken = (name: string) => nameWords(name).join(' ');
  return {
    called(name, next) {
      // "the lounge the film starts": the second article belongs to what is said
      if (isFiller(words(name).at(-1) ?? '')) return undefined;
      const [first = '', second = ''] = words(next);
      const isDevice = [first, `${first} ${second}`].some((more) => index.named(`${name} ${more}`).length > 0);
      if (next !== '' && (kindsNamed(first).length > 0 || isDevice)) return undefined;
      const said = spoken(name);
      const area = index.area(name)?.id;
      const onFloor = house.areas.filter(({ floor = [] }) => floor.some((one) => spoken(one) === said));
      const areas = area === undefined ? onFloor.map(({ id }) => id) : [area];
      const found = sites.filter((site) => {
        const there = areaOf(site);
        return areas.includes(there.id ?? '') || [site.id, site.area ?? ''].some((one) => spoken(one) === said);
      });
      return found.length > 0 || areas.length > 0 ? found : undefined;
    },
    areTogether: (one, other) => one.id === other.id || (one.area !== undefined && areaOf(one).id === areaOf(other).id),
    nameOf: (site) => areaOf(site).name,
    names() {
      const named = sites.flatMap((site) => areaOf(site).name ?? (site.id.startsWith(BROWSER_PREFIX) ? [] : site.id));
      return [...new Set(named)].slice(0, MAX_NAMED);
    },
  };
}
