import { JarvisError } from '../turn/errors.js';
import { actOf, domainsOf } from './acts.js';
import { colourOf, kelvinOf } from './colours.js';
import { hasFeature } from './features.js';
import { domainsWith, isSetting, rangeOf, settingNow, settingRefusal } from './settings.js';
import type { Action, Command, Domain, Entity, House } from './types.js';

/** What is switched on and off by that. */
export const SWITCHABLE: readonly Domain[] = [
  'light',
  'switch',
  'fan',
  'climate',
  'humidifier',
  'water_heater',
  'media_player',
  'vacuum',
  'lawn_mower',
  'other',
];

/** Which kinds of devices an action is for; questions are for all. */
export const ACTION_DOMAINS: Record<Exclude<Action, 'get_state' | 'list_on'>, readonly Domain[]> = {
  turn_on: [...SWITCHABLE, 'automation', 'scene', 'script', 'button'],
  turn_off: [...SWITCHABLE, 'automation', 'script'],
  toggle: [...SWITCHABLE, 'cover'],
  set_brightness: ['light'],
  set_color: ['light'],
  set_color_temp: domainsWith('set_color_temp'),
  set_effect: domainsWith('set_effect'),
  set_temperature: ['climate', 'water_heater'],
  set_mode: domainsWith('set_mode'),
  set_preset: domainsWith('set_preset'),
  set_fan_mode: domainsWith('set_fan_mode'),
  set_speed: domainsWith('set_speed'),
  set_direction: domainsWith('set_direction'),
  set_oscillation: domainsWith('set_oscillation'),
  set_shuffle: domainsWith('set_shuffle'),
  set_repeat: domainsWith('set_repeat'),
  set_humidity: domainsWith('set_humidity'),
  set_value: domainsWith('set_value'),
  open: domainsOf('open'),
  close: domainsOf('close'),
  set_position: ['cover', 'valve'],
  set_tilt: domainsWith('set_tilt'),
  lock: domainsOf('lock'),
  unlock: domainsOf('unlock'),
  arm_home: domainsOf('arm_home'),
  arm_away: domainsOf('arm_away'),
  arm_night: domainsOf('arm_night'),
  disarm: domainsOf('disarm'),
  set_volume: ['media_player'],
  play: domainsOf('play'),
  pause: domainsOf('pause'),
  next: domainsOf('next'),
  previous: domainsOf('previous'),
  join: domainsOf('join'),
  unjoin: domainsOf('unjoin'),
  dock: domainsOf('dock'),
  locate: domainsOf('locate'),
  clean_area: domainsOf('clean_area'),
  press: domainsOf('press'),
  unmute: ['media_player'],
  activate: ['scene', 'script', 'automation', 'button'],
};

/** True for commands that only ask. */
export function isQuestion(action: Action): action is 'get_state' | 'list_on' {
  return action === 'get_state' || action === 'list_on';
}

/**
 * The entities a command is for.
 * @throws JarvisError home-refused when one of them doesn't exist (Home Assistant would say nothing) or the value is wrong.
 */
export function targetsOf(house: House, command: Command): Entity[] {
  checkValue(command);
  const byId = new Map(house.entities.map((entity) => [entity.id, entity]));
  // what is joined plays along with another that may be spoken about, too
  const leader = command.action === 'join' ? [String(command.value)] : [];
  const all = [...new Set([...command.targets, ...leader])].map((id) => {
    const entity = byId.get(id);
    if (entity) return entity;
    throw new JarvisError(
      'home-refused',
      `There is no device "${id}" that may be spoken about. In Home Assistant, check its id and that it is exposed to Assist.`,
    );
  });
  return leader.length > 0 ? all.filter(({ id }) => id !== command.value) : all;
}

/** What a question is about: its targets, or everything of its area and domain; for list_on only what is on. */
export function askedAbout(house: House, command: Command): Entity[] {
  const asked =
    command.targets.length > 0
      ? targetsOf(house, command)
      : house.entities.filter(
          ({ area, domain }) =>
            (command.area === undefined || area === command.area) &&
            (command.domain === undefined || domain === command.domain),
        );
  return command.action === 'list_on' ? asked.filter(isOn) : asked;
}

function checkValue({ action, value, by }: Command): void {
  if (isSetting(action)) return;
  if (by !== undefined && STEPPED.has(action)) return;
  const percent = action === 'set_brightness' || action === 'set_position' || action === 'set_volume';
  if (percent && !(typeof value === 'number' && value >= 0 && value <= 100)) {
    throw new JarvisError('home-refused', `${action} needs a number from 0 to 100, not ${String(value)}.`);
  }
  if (action === 'set_temperature' && !(typeof value === 'number' && Number.isFinite(value))) {
    throw new JarvisError('home-refused', `set_temperature needs a number of degrees, not ${String(value)}.`);
  }
  if (action === 'set_color' && !(typeof value === 'string' && colourOf(value))) {
    throw new JarvisError('home-refused', `"${String(value)}" is not a colour name known to CSS, such as "red".`);
  }
}

/**
 * The command for one entity: toggling is decided by its state, a change counts from its own value, brightness 0 is off,
 * position 0 and 100 are closed and open.
 */
export function commandFor(entity: Entity, command: Command): Command {
  const own = command.by === undefined ? command : { ...command, value: stepped(entity, command.by) };
  // a player whose volume can't be set is turned up and down
  const { value: _, ...steps } = own;
  if (own.action === 'set_volume' && own.by !== undefined && !hasFeature(entity, CAN_SET_VOLUME)) return steps;
  const action = concrete(entity, own);
  return action === own.action ? own : { ...own, action };
}

/** Actions that can be counted from what a device has now. */
const STEPPED: ReadonlySet<Action> = new Set([
  'set_brightness',
  'set_volume',
  'set_temperature',
  'set_speed',
  'set_humidity',
  'set_value',
]);
/** Which of a device's levels is meant by a change. */
const LEVELS: Partial<Record<Domain, Action>> = { fan: 'set_speed', humidifier: 'set_humidity', number: 'set_value' };

/**
 * What a device comes to that changes by so much: percent from 1 (lights) or 0 (volume) to 100, degrees as its thermostat
 * counts them. Undefined when what it has now isn't known, as of a lamp that is off.
 */
export function stepped(entity: Entity, by: number): number | undefined {
  const now = levelOf(entity);
  if (now === undefined) return undefined;
  if (entity.domain === 'climate' || entity.domain === 'water_heater') return Math.round((now + by) * 10) / 10;
  const level = LEVELS[entity.domain];
  if (level) {
    const [least, most] = rangeOf(entity, level) ?? [0, 100];
    // slower is not off
    return Math.min(most, Math.max(entity.domain === 'fan' ? 1 : least, Math.round((now + by) * 1000) / 1000));
  }
  return Math.min(100, Math.max(entity.domain === 'light' ? 1 : 0, Math.round(now + by)));
}

/** Brightness or volume in percent, or the target in degrees. */
export function levelOf(entity: Entity): number | undefined {
  const { domain, state, attributes } = entity;
  const share = (value: unknown, whole: number) =>
    typeof value === 'number' && Number.isFinite(value) ? (value / whole) * 100 : undefined;
  if (domain === 'light') return state === 'on' ? (share(attributes['brightness'], 255) ?? 100) : undefined;
  if (domain === 'media_player') return share(attributes['volume_level'], 1);
  const setting = LEVELS[domain];
  if (setting) return Number(settingNow(entity, setting) ?? Number.NaN) || 0;
  return domain === 'climate' || domain === 'water_heater' ? targetTemperature(entity) : undefined;
}

/** The temperature a thermostat aims at: its target, or the middle of its range. */
export function targetTemperature({ attributes }: Entity): number | undefined {
  const { temperature, target_temp_low: low, target_temp_high: high } = attributes;
  if (typeof temperature === 'number') return temperature;
  return typeof low === 'number' && typeof high === 'number' ? (low + high) / 2 : undefined;
}

function concrete(entity: Entity, { action, value }: Command): Action {
  if (action === 'toggle') {
    if (entity.domain === 'cover') return entity.state === 'closed' ? 'open' : 'close';
    return isOn(entity) ? 'turn_off' : 'turn_on';
  }
  if (action === 'set_brightness' && value === 0) return 'turn_off';
  if (entity.domain === 'button' && (action === 'turn_on' || action === 'activate')) return 'press';
  // a door without a latch that opens by itself
  if (action === 'open' && actOf(entity, action) === null) return 'unlock';
  if (action === 'set_speed' && value === 0 && entity.domain === 'fan') return 'turn_off';
  // slats that only turn
  if (action === 'set_position' && !hasFeature(entity, CAN_SET_POSITION) && hasFeature(entity, CAN_SET_TILT))
    return 'set_tilt';
  if (action === 'set_position' && value === 0) return 'close';
  if (action === 'set_position' && value === 100) return 'open';
  return action;
}

/** Whether something is on (lights, switches, heating), open (covers), unlocked, or playing. */
export function isOn(entity: Entity): boolean {
  switch (entity.domain) {
    case 'cover':
    case 'valve':
      return entity.state !== 'closed' && entity.state !== 'unavailable' && entity.state !== 'unknown';
    case 'lock':
      return entity.state === 'unlocked' || entity.state === 'open';
    case 'climate':
    case 'water_heater':
      return !['off', 'unavailable', 'unknown'].includes(entity.state);
    case 'media_player':
      return !['off', 'standby', 'unavailable', 'unknown'].includes(entity.state);
    case 'vacuum':
      return entity.state === 'cleaning';
    case 'lawn_mower':
      return entity.state === 'mowing';
    case 'alarm_control_panel':
      return !['disarmed', 'unavailable', 'unknown'].includes(entity.state);
    default:
      return entity.state === 'on';
  }
}

export function isPlaying({ state }: Entity): boolean {
  return state === 'playing' || state === 'buffering';
}

const MUTES = 8;
const SWITCHES_OFF = 256;

const HOLDING: ReadonlySet<string> = new Set(['todo', 'calendar', 'weather', 'sun', 'zone', 'event', 'device_tracker']);

/** Whether an entity is one that only holds or tells something: a list, a calendar. */
export const isHolding = ({ id, domain }: Entity): boolean =>
  domain === 'other' && HOLDING.has(id.slice(0, id.indexOf('.')));

/** Whether "everything" that is switched off has it: not a player that can't be. */
export function canTurnOff(entity: Entity): boolean {
  return entity.domain !== 'media_player' || hasFeature(entity, SWITCHES_OFF);
}

/** Whether a player can be muted, which leaves its volume as it is. */
export function canMute(entity: Entity): boolean {
  return typeof entity.attributes['supported_features'] === 'number' && hasFeature(entity, MUTES);
}

const CAN_SET_POSITION = 4;
const CAN_SET_TILT = 128;
const CAN_SET_VOLUME = 4;
const CAN_SET_RANGE = 2;
const COLOURED = ['hs', 'rgb', 'rgbw', 'rgbww', 'xy'];

/** Why this device can't do what is asked, in words for people; undefined when it can. */
export function refusal(entity: Entity, command: Command): string | undefined {
  const { action, value, by, high } = command;
  if (isQuestion(action)) return undefined;
  if (entity.state === 'unavailable') return 'it is unavailable: the house has no connection to it';
  if (!ACTION_DOMAINS[action].includes(entity.domain)) return `a ${entity.domain} can't ${action.replace('_', ' ')}`;
  if (actOf(entity, action) === null) return `it can't ${action.replace('_', ' ')}`;
  const { code_format: code, code_arm_required: toArm } = entity.attributes;
  if (code && toArm === true && action.startsWith('arm_')) return 'it wants a code';
  if (by !== undefined && entity.domain !== 'number' && !isOn(entity)) return 'it is off';
  const { supported_color_modes: modes } = entity.attributes;
  if (action === 'set_brightness' && Array.isArray(modes) && modes.every((mode) => mode === 'onoff')) {
    return "it can't be dimmed";
  }
  const shades = kelvinOf(String(value)) === undefined ? COLOURED : [...COLOURED, 'color_temp'];
  if (action === 'set_color' && Array.isArray(modes) && !modes.some((mode) => shades.includes(mode))) {
    return "it can't change its colour";
  }
  if (action === 'set_color_temp' && Array.isArray(modes) && !modes.includes('color_temp')) {
    return "it can't change its colour";
  }
  if (action === 'set_volume' && by === undefined && value !== 0 && !hasFeature(entity, CAN_SET_VOLUME)) {
    return 'it can only be turned up and down';
  }
  if (action === 'set_position' && !hasFeature(entity, CAN_SET_POSITION)) {
    return 'it can only be opened and closed';
  }
  if (action === 'set_temperature' && typeof value === 'number') {
    const { min_temp: least, max_temp: most } = entity.attributes;
    if ((typeof least === 'number' && value < least) || (typeof most === 'number' && (high ?? value) > most)) {
      return `it takes temperatures from ${least} to ${most} degrees`;
    }
    if (high !== undefined && (high <= value || !hasFeature(entity, CAN_SET_RANGE))) return "it can't be set so";
  }
  return settingRefusal(entity, command);
}
