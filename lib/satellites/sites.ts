import { clock } from '../turn/clock.js';
import type { FormSetting } from './form-settings.js';
import type { PlaceLanguages } from './room-languages.js';
import { ASSIST_PREFIX, BROWSER_PREFIX } from './site-names.js';
import type { Site } from './types.js';

/** Most sites known at a time; then the one that was silent longest is forgotten. */
const MAX_SITES = 200;

/** True for what may be a satellite's name: 1 to 64 letters, digits, "_", "." and "-". */
export function isSiteId(id: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(id);
}

/** Whether what is answered at a site is read there: no voice is made of it. */
export function isRead(site: string): boolean {
  return site.startsWith(ASSIST_PREFIX);
}

/** Whether a site is a thing that stands in a room: Home Assistant may be shown it as a device. */
export function isDevice(site: Site | undefined): boolean {
  return site?.via === 'mqtt' || site?.via === 'esphome' || site?.via === 'wyoming';
}

/** A satellite that gave no sign of life for a day isn't there, in milliseconds; between two wakes it may be silent. */
const PRESENT_MS = 24 * 60 * 60_000;

/** Whether a satellite may wake by itself at any time, although it sends no sound now; pages can't. */
export function isPresent({ via, lastSeen }: Site): boolean {
  return via !== 'browser' && via !== 'assist' && clock.now() - lastSeen < PRESENT_MS;
}

/** The satellites of a hub. */
export interface Sites {
  /** Notes a sign of life; a new site appears. Undefined when the name is no site's or belongs to the other kind. */
  touch(id: string, via: Site['via']): Site | undefined;
  get(id: string): Site | undefined;
  all(): Site[];
  /** Sites in rooms: names or ids of areas, site ids, in any case and without accents; none or "all" means all. */
  inRooms(rooms: readonly string[]): Site[];
  /** Changes what is known of a site; nothing happens when it is unknown. */
  update(id: string, change: Partial<Omit<Site, 'id' | 'via' | 'lastSeen'>>): void;
  remove(id: string): void;
}

/**
 * @param areas site id to area name, as configured: these sites are there from the start and stay.
 * @param linked site id to the kind of the satellites that are connected to: they stay, too.
 * @param settings site id to what is entered of it
 * @param usual languages of the sites that have none of their own
 */
export function openSites(
  areas: Readonly<Record<string, string>>,
  onChange: (sites: Site[]) => void,
  linked: ReadonlyMap<string, Site['via']> = new Map(),
  settings: Readonly<Record<string, FormSetting>> = {},
  usual: PlaceLanguages = {},
): Sites {
  const enteredOf = (id: string) => ({ ...(settings[id]?.language === undefined && usual), ...settings[id] });
  const configured = new Map(Object.entries(areas).filter(([id]) => isSiteId(id)));
  const known = new Map<string, Site>();
  for (const [id, area] of configured) {
    if (!id.startsWith(BROWSER_PREFIX) && !id.startsWith(ASSIST_PREFIX))
      known.set(id, { ...enteredOf(id), id, area, via: 'mqtt', lastSeen: 0 });
  }
  for (const [id, via] of linked) known.set(id, { ...enteredOf(id), id, area: configured.get(id), via, lastSeen: 0 });
  const all = () => [...known.values()];
  const changed = () => onChange(all());

  const forgetOldest = () => {
    let oldest: Site | undefined;
    for (const site of known.values()) {
      if (
        !configured.has(site.id) &&
        !linked.has(site.id) &&
        site.lastSeen < (oldest?.lastSeen ?? Number.POSITIVE_INFINITY)
      )
        oldest = site;
    }
    if (oldest) known.delete(oldest.id);
  };

  return {
    touch(id, via) {
      const site = known.get(id);
      if (site) {
        if (site.via !== via) return undefined;
        site.lastSeen = clock.now();
        return site;
      }
      if (!isSiteId(id) || id.startsWith(ASSIST_PREFIX)) return undefined;
      if (id.startsWith(BROWSER_PREFIX) !== (via === 'browser')) return undefined;
      if (known.size >= MAX_SITES) forgetOldest();
      const added: Site = { ...enteredOf(id), id, area: configured.get(id), via, lastSeen: clock.now() };
      known.set(id, added);
      changed();
      return added;
    },
    get: (id) => known.get(id),
    all,
    inRooms(rooms) {
      const wanted = new Set(rooms.map(plain));
      if (wanted.size === 0 || wanted.has('all')) return all();
      return all().filter((site) => wanted.has(plain(site.id)) || wanted.has(plain(site.area ?? '')));
    },
    update(id, change) {
      const site = known.get(id);
      if (!site) return;
      const before = JSON.stringify(site);
      Object.assign(site, change);
      if (JSON.stringify(site) !== before) changed();
    },
    remove(id) {
      if (known.delete(id)) changed();
    },
  };
}

/** A room's name as it is compared: "Küche", "KUCHE" and "kuche" are one, and so are "living_room" and "Living room". */
export function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}
