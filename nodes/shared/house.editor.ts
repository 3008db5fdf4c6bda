import type { Catalogue, Listed } from '../../lib/home/catalogue.js';
import type { Translate } from '../editor-types.js';
import type { ChoicesOptions } from './choices.editor.js';
import { ask, knownSites } from './forms.editor.js';
import type { Choice } from './picker.editor.js';

/** What there is in the house of a config node; in the first one without an id. @throws what {@link refusal} tells */
function houseOf(id?: unknown): Promise<Catalogue> {
  const path = typeof id === 'string' && id !== '' && id !== '_ADD_' ? `house/${encodeURIComponent(id)}` : 'house';
  return ask<Catalogue>(path);
}

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' · ');

/** Shows each with its id and area. */
function described({ areas }: Catalogue, list: readonly Listed[], icon: string): Choice[] {
  const areaNames = new Map(areas.map(({ id, name }) => [id, name]));
  return list
    .map(({ id, name, area }) => ({ value: id, label: name, about: joined(areaNames.get(area ?? ''), id), icon }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Rooms by their names, which is what satellites and people call them. */
export async function areaChoices(): Promise<Choice[]> {
  return rooms(await houseOf());
}

const rooms = ({ areas }: Catalogue): Choice[] =>
  areas.map(({ id, name, floor }) => ({ value: name, about: joined(floor, id), icon: 'fa-map-marker' }));

/** For a field that takes rooms and satellites: the house's rooms, then the satellites. */
export const roomsAndSites: ChoicesOptions = {
  load: async () => {
    const [rooms, sites] = await Promise.allSettled([areaChoices(), knownSites()]);
    if (rooms.status === 'rejected' && sites.status === 'rejected') throw rooms.reason;
    const found = [rooms, sites].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return [...new Map(found.reverse().map((one) => [one.value, one])).values()].reverse();
  },
  none: 'choices.areas',
  several: true,
  names: true,
};

/** Media players, or text-to-speech engines. */
export async function speakerChoices(home: unknown, domain: 'media_player' | 'tts'): Promise<Choice[]> {
  const house = await houseOf(home);
  const icon = domain === 'tts' ? 'fa-commenting-o' : 'fa-music';
  return described(
    house,
    house.speakers.filter(({ id }) => id.startsWith(`${domain}.`)),
    icon,
  );
}

/** Devices, entities, rooms and labels, for lists of what is asked about. A device stands for its entities. */
export async function thingChoices(home: unknown, t: Translate): Promise<Choice[]> {
  const house = await houseOf(home);
  const named = (kind: string) => t(`choices.kind.${kind}`);
  const areas = house.areas.map(({ id, name, floor }) => ({
    ...{ value: id, label: name, icon: 'fa-map-marker' },
    about: joined(named('area'), floor, id),
  }));
  const labels = house.labels.map(({ name }) => ({ value: name, icon: 'fa-tag', about: named('label') }));
  const devices = house.devices.filter(({ entities }) => entities.length > 1);
  const ofDevice = devices.map(({ name, entities }) => ({
    ...{ value: entities.join(', '), label: name, icon: 'fa-cubes' },
    about: joined(named('device'), entities.join(', ')),
  }));
  return [...areas, ...labels, ...ofDevice, ...described(house, house.entities, 'fa-cube')];
}

/** Names that can be said: of rooms, and of what may be spoken about. */
export async function nameChoices(): Promise<Choice[]> {
  const house = await houseOf();
  const sayable = (one: Choice) => ({ ...one, value: (one.label ?? one.value).replaceAll(',', ' ') });
  return [...rooms(house), ...described(house, house.entities, 'fa-cube').map(sayable)];
}

/** Services of the house; those of phones with its app have no domain before them. */
export async function serviceChoices(home: unknown, of: 'phones' | 'all'): Promise<Choice[]> {
  const { services } = await houseOf(home);
  const phone = /^notify\.(mobile_app_(.+))$/;
  if (of === 'all') return services.map(({ id, name }) => ({ value: id, label: name, about: id, icon: 'fa-cogs' }));
  return services.flatMap(({ id }) => {
    const [, value, phoneName] = phone.exec(id) ?? [];
    if (!value || !phoneName) return [];
    return [{ value, label: phoneName.replaceAll('_', ' '), about: value, icon: 'fa-mobile' }];
  });
}
