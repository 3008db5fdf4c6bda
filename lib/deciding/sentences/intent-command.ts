import { colourName, colourOf } from '../../home/colours.js';
import { type EntityIndex, entityIndex } from '../../home/entity-index.js';
import type { Action, Command, Domain, Entity, House } from '../../home/types.js';
import type { IntentMatch } from './hassil/recognise-intent.js';
import { ASKED, type Asked } from './types.js';

/** Classes of sensors that are open or closed where Home Assistant says on or off. */
const OPENINGS: readonly string[] = ['door', 'garage_door', 'window', 'opening'];
const LISTED: readonly Domain[] = ['light', 'switch', 'fan', 'media_player', 'climate'];
/** Intents with one action and the slot of its value. */
const ACTIONS: Readonly<Record<string, { action: Action; domain: Domain; value?: string; by?: string }>> = {
  HassSetPosition: { action: 'set_position', domain: 'cover', value: 'position' },
  HassSetVolume: { action: 'set_volume', domain: 'media_player', value: 'volume_level' },
  HassMediaPause: { action: 'pause', domain: 'media_player' },
  HassMediaUnpause: { action: 'play', domain: 'media_player' },
  HassClimateSetTemperature: { action: 'set_temperature', domain: 'climate', value: 'temperature' },
};
/** What switching on and off means for a domain. */
const SWITCHING: Readonly<Record<string, readonly [on: Action, off: Action | null]>> = {
  cover: ['open', 'close'],
  // "open the cellar door" may be about the door: what unlocks says so, and our own sentences know it
  lock: ['lock', null],
  scene: ['activate', null],
  script: ['activate', 'turn_off'],
};
const SWITCHED: readonly string[] = [
  'light',
  'switch',
  'fan',
  'media_player',
  'climate',
  'input_boolean',
  'humidifier',
  'siren',
  'remote',
  'water_heater',
  'automation',
];

/** The command of an intent in a house; null for one that is about none of its devices, or that isn't the house's. */
export function intentCommand(match: IntentMatch, house: House, here: string | undefined): Command | null {
  const index = entityIndex(house);
  const { intent, slots } = match;
  if (intent === 'HassGetState') return stateOf(match, index, here);
  if (intent === 'HassClimateGetTemperature') {
    return command('get_state', targets(match, index, here, 'climate'), match, index, 'temperature');
  }
  if (intent === 'HassTurnOn' || intent === 'HassTurnOff') return switching(match, index, here);
  if (intent === 'HassLightSet') {
    const lights = targets(match, index, here, 'light');
    const { brightness, color } = slots;
    if (typeof brightness === 'number') return command('set_brightness', lights, match, index, brightness);
    if (typeof color !== 'string' || !colourOf(color)) return null;
    return command('set_color', lights, match, index, colourName(color));
  }
  const known = ACTIONS[intent];
  if (!known) return null;
  const value = known.value === undefined ? undefined : slots[known.value];
  if (known.value !== undefined && typeof value !== 'number') return null;
  return command(known.action, targets(match, index, here, known.domain), match, index, value as number | undefined);
}

function switching(match: IntentMatch, index: EntityIndex, here: string | undefined): Command | null {
  const entities = targets(match, index, here);
  const domains = new Set(entities.map(homeAssistantDomain));
  const [domain = ''] = domains;
  if (domains.size > 1 && [...domains].some((one) => !SWITCHED.includes(one))) return null;
  const [on, off] = SWITCHING[domain] ?? (SWITCHED.includes(domain) ? (['turn_on', 'turn_off'] as const) : []);
  const action = match.intent === 'HassTurnOn' ? on : off;
  return action ? command(action, entities, match, index) : null;
}

function stateOf(match: IntentMatch, index: EntityIndex, here: string | undefined): Command | null {
  const { slots, response } = match;
  const entities = targets(match, index, here);
  const [first] = entities;
  if (!first) return null;
  const value = askedOf(slots, first);
  if (value === undefined) return null;
  const domain = LISTED.find((one) => one === slots['domain']);
  if (value === 'on' && response === 'which' && domain) {
    const area = areaOf(match, index);
    return { action: 'list_on', targets: [], ...(area === undefined ? {} : { area }), domain };
  }
  return command('get_state', entities, match, index, value);
}

/** What is asked of a device; undefined for what isn't answered here. */
function askedOf(slots: IntentMatch['slots'], entity: Entity): Asked | undefined {
  const { state, device_class: kind, name } = slots;
  if (state === undefined) {
    if (kind === 'temperature' || kind === 'humidity') return kind;
    return name === undefined || ['person', 'weather', 'todo'].includes(homeAssistantDomain(entity))
      ? undefined
      : 'state';
  }
  const opens = OPENINGS.includes(String(entity.attributes['device_class'])) && entity.domain === 'binary_sensor';
  const asked = opens ? (state === 'on' ? 'open' : 'closed') : state;
  return ASKED.find((one) => one === asked);
}

/** The devices that an intent is about. */
function targets({ slots, named }: IntentMatch, index: EntityIndex, here: string | undefined, only?: Domain): Entity[] {
  const values = (slot: string) => (slots[slot] === undefined ? undefined : [slots[slot]].flat().map(String));
  const [ids, areas] = ['name', 'area'].map((slot) => named[slot]?.map(({ id }) => id));
  const [domains, classes] = [values('domain'), values('device_class')];
  const place = areas ?? (slots['area'] === undefined || here === undefined ? undefined : [here]);
  if (slots['floor'] !== undefined || (slots['name'] !== undefined && !ids)) return [];
  const fitting = index.house.entities.filter(
    (entity) =>
      (only === undefined || entity.domain === only) &&
      ids?.includes(entity.id) !== false &&
      (!place || (entity.area !== undefined && place.includes(entity.area))) &&
      domains?.includes(homeAssistantDomain(entity)) !== false &&
      classes?.includes(String(entity.attributes['device_class'])) !== false,
  );
  const local = fitting.filter(({ area }) => area !== undefined && area === here);
  // a heating or player that isn't named nor placed is this room's, or the house's only one
  if (!ids && !place && (only === 'climate' || only === 'media_player') && fitting.length > 1) return local;
  // of several that are called so, the one in this room
  if (!ids || fitting.length < 2) return fitting;
  return local.length === 1 ? local : [];
}

function command(
  action: Action,
  entities: readonly Entity[],
  match: IntentMatch,
  index: EntityIndex,
  value?: number | string,
): Command | null {
  const [first] = entities;
  if (!first) return null;
  const area = areaOf(match, index);
  const group = match.slots['name'] === undefined && entities.every(({ domain }) => domain === first.domain);
  return {
    action,
    targets: entities.map(({ id }) => id),
    ...(value === undefined ? {} : { value }),
    ...(area === undefined || match.slots['name'] !== undefined ? {} : { area }),
    ...(group ? { domain: first.domain } : {}),
  };
}

function areaOf({ slots, named }: IntentMatch, index: EntityIndex): string | undefined {
  return named['area']?.[0]?.id ?? (typeof slots['area'] === 'string' ? index.area(slots['area'])?.id : undefined);
}

/** As Home Assistant calls it: ours are fewer. */
function homeAssistantDomain({ id }: Entity): string {
  return id.split('.', 1)[0] ?? '';
}
