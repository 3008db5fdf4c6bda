import { type Catalogue, catalogueOf } from './catalogue.js';
import { oneLine, type Registry } from './ha-registry.js';
import { plainAttributes, type RawState } from './ha-states.js';
import { globOf } from './reach.js';
import { DOMAINS, type Domain, type Entity, type House } from './types.js';

const SPEAKERS = /^(?:media_player|tts)\./;
const KNOWN = new Set<string>(DOMAINS);
/** Helpers that are used as devices are. */
const HELPERS: Readonly<Record<string, Domain>> = {
  input_button: 'button',
  input_select: 'select',
  input_number: 'number',
};

/** Entities that may be spoken of; each sentence is compared with the names of all. */
export const MAX_ENTITIES = 10_000;

/** The exposed part of Home Assistant as a house that only changes when something does. */
export interface LivingHouse {
  house(): House;
  /** As `Home.behind`. */
  behind(pattern: string): Entity[];
  /** Id of the area of an entity or a device, whether it may be spoken of or not. */
  areaOf(id: string): string | undefined;
  /** What forms offer to choose from; all but the services. */
  catalogue(): Catalogue;
  /** Id of a device in an area that is no voice satellite. */
  deviceIn(area: string): string | undefined;
  /** Takes over changed entities; returns those that may be spoken of, as they are now. */
  update(ids: Iterable<string>): Entity[];
  /** Everything anew: after a connection or when the registry changed. Returns what differs from before. */
  rebuild(registry: Registry): Entity[];
}

/** Puts entities together from their states and the registry. */
export function livingHouse(states: ReadonlyMap<string, RawState>): LivingHouse {
  let registry: Registry | undefined;
  let entities = new Map<string, Entity>();
  let house: House = { areas: [], entities: [] };
  let stale = false;

  const made = (id: string, raw: RawState): Entity | undefined =>
    registry?.isExposed(id, raw.attributes['device_class']) ? described(registry, id, raw) : undefined;

  /** An entity as it is, whether it may be spoken of or not. */
  const described = (registry: Registry, id: string, raw: RawState): Entity => {
    const domain = id.slice(0, id.indexOf('.'));
    const area = registry.areaOf(id);
    const aliases = registry.aliasesOf(id);
    const labels = registry.labelsOf(id);
    const listed = idsIn(raw.attributes['entity_id']);
    const members = listed.length > 0 ? listed : registry.membersOf(id);
    const before = entities.get(id);
    return {
      id,
      domain: HELPERS[domain] ?? (KNOWN.has(domain) ? (domain as Domain) : 'other'),
      name: nameOf(id, raw.attributes),
      // the same array as before, so that the index sees that no name has changed
      aliases: before && JSON.stringify(before.aliases) === JSON.stringify(aliases) ? before.aliases : aliases,
      ...(area === undefined ? {} : { area }),
      ...(labels.length > 0 && { labels }),
      ...(members && { members: [...members] }),
      ...(registry.isDiagnostic(id) && { diagnostic: true }),
      state: raw.state,
      attributes: plainAttributes(raw.attributes),
    };
  };

  const current = () => {
    if (stale) {
      const sorted = [...entities.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      house = { areas: house.areas, entities: sorted };
      stale = false;
    }
    return house;
  };

  return {
    house: current,
    behind(pattern) {
      const glob = pattern.includes('*') ? globOf(pattern) : undefined;
      const ids = glob ? [...states.keys()].filter((id) => glob.test(id)) : [pattern];
      return ids.flatMap((id) => {
        const raw = states.get(id);
        return registry && raw && !entities.has(id) ? described(registry, id, raw) : [];
      });
    },
    areaOf: (id) => registry?.areaOf(id),
    catalogue() {
      const { floors = [], labels = [], devices = [] } = registry ?? {};
      const ofDevice = new Map<string, string[]>();
      for (const id of entities.keys()) {
        const device = registry?.deviceOf(id);
        if (device === undefined) continue;
        const known = ofDevice.get(device);
        if (known) known.push(id);
        else ofDevice.set(device, [id]);
      }
      return {
        ...catalogueOf(current()),
        ...{ floors, labels },
        devices: devices.map((device) => ({ ...device, entities: ofDevice.get(device.id) ?? [] })),
        speakers: [...states]
          .filter(([id]) => SPEAKERS.test(id))
          .map(([id, { attributes }]) => ({ id, name: nameOf(id, attributes), area: registry?.areaOf(id) })),
      };
    },
    deviceIn: (area) => registry?.deviceIn(area),
    update(ids) {
      const changed: Entity[] = [];
      for (const id of ids) {
        const raw = states.get(id);
        const now = raw && (entities.has(id) || entities.size < MAX_ENTITIES) ? made(id, raw) : undefined;
        if (now) {
          entities.set(id, now);
          changed.push(now);
        } else if (entities.delete(id)) stale = true;
      }
      if (changed.length > 0) stale = true;
      return changed;
    },
    rebuild(fresh) {
      registry = fresh;
      const before = entities;
      const next = new Map<string, Entity>();
      const changed: Entity[] = [];
      for (const [id, raw] of states) {
        if (next.size >= MAX_ENTITIES) break;
        const now = made(id, raw);
        if (!now) continue;
        const old = before.get(id);
        const same = old !== undefined && JSON.stringify(old) === JSON.stringify(now);
        next.set(id, same ? old : now);
        if (!same) changed.push(now);
      }
      const gone = before.size !== next.size || [...before.keys()].some((id) => !next.has(id));
      entities = next;
      if (JSON.stringify(house.areas) !== JSON.stringify(fresh.areas)) {
        house = { areas: fresh.areas, entities: house.entities };
        stale = true;
      }
      if (changed.length > 0 || gone) stale = true;
      return changed;
    },
  };
}

/** "light.kitchen_counter" without a name of its own is spoken of as "kitchen counter". */
function nameOf(id: string, { friendly_name: friendly }: RawState['attributes']): string {
  return (typeof friendly === 'string' && oneLine(friendly)) || id.slice(id.indexOf('.') + 1).replaceAll('_', ' ');
}

/** Home Assistant lists under `entity_id` what a group or scene is made of. */
function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}
