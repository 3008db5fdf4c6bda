import { isOn, targetTemperature } from './actions.js';
import { isDone } from './acts.js';
import { colourOf, looksLike } from './colours.js';
import { entityIndex } from './entity-index.js';
import { isSet, isSetting, settingNow } from './settings.js';
import type { Action, Command, Domain, Entity, House } from './types.js';

const PERCENT = 2;
const DEGREES = 0.1;
/** Position of what is wholly open. */
const OPEN = 100;

/**
 * Whether an entity's state is what a command for it was to bring about. Covers and fading lights count from the moment
 * they are on their way; locks only when they have arrived. Undefined where nothing of it can be seen, as of a skipped track.
 */
export function reached(now: Entity, before: Entity, command: Command): boolean | undefined {
  const { action, value, high } = command;
  const { state, attributes } = now;
  if (state === 'unavailable' || state === 'unknown') return false;
  if (isSetting(action)) return isSet(now, command);
  const done = isDone(now, action);
  if (done !== undefined) return done;
  switch (action) {
    case 'turn_on':
      return now.domain === 'script' || now.domain === 'scene' ? wasStarted(now, before) : isOn(now);
    case 'activate':
      return wasStarted(now, before);
    case 'turn_off':
      return !isOn(now);
    case 'set_brightness':
      return state === 'on' && near(percentOf(attributes['brightness'], 255), value, PERCENT);
    case 'set_color': {
      const wanted = colourOf(String(value));
      const shown = attributes['rgb_color'];
      return state === 'on' && wanted !== undefined && Array.isArray(shown) && looksLike(shown.map(Number), wanted);
    }
    case 'set_temperature':
      if (high !== undefined)
        return (
          near(attributes['target_temp_low'], value, DEGREES) && near(attributes['target_temp_high'], high, DEGREES)
        );
      return near(targetTemperature(now), value, DEGREES);
    case 'set_position': {
      const position = attributes['current_position'];
      return near(position, value, PERCENT) || isCloser(position, before.attributes['current_position'], value);
    }
    case 'set_volume':
      // a player that doesn't tell its volume is only told to go up or down
      if (value === 0 && attributes['is_volume_muted'] === true) return true;
      return value === undefined || near(percentOf(attributes['volume_level'], 1), value, PERCENT);
    case 'join':
    case 'unjoin': {
      // some tell the group only of the player that leads it
      const { group_members: members } = attributes;
      if (!Array.isArray(members)) return undefined;
      if (action === 'unjoin') return members.every((id) => id === now.id);
      return members.includes(value) || undefined;
    }
    case 'unmute':
      return attributes['is_volume_muted'] !== true;
    default:
      return undefined;
  }
}

/** The state that an action brings a device into, where that state alone tells it. */
const SO: Partial<Record<Action, string>> = {
  open: 'open',
  close: 'closed',
  lock: 'locked',
  unlock: 'unlocked',
  play: 'playing',
  pause: 'paused',
  arm_home: 'armed_home',
  arm_away: 'armed_away',
  arm_night: 'armed_night',
  disarm: 'disarmed',
};
/** They are started anew, whatever they do. */
const STARTED: readonly Domain[] = ['scene', 'script', 'button', 'vacuum', 'lawn_mower'];

/** Those of the devices that a command was done to which weren't as it wants them before. @param before the house as it was then */
export function changedOf(done: readonly Entity[], { action }: Command, before: House): Entity[] {
  const index = entityIndex(before);
  return done.filter(({ id }) => {
    const was = index.entity(id);
    return !was || !isSo(was, action);
  });
}

/** Whether a device is as an action brings it; of what only assumes its state nobody knows. */
function isSo(entity: Entity, action: Action): boolean {
  const { domain, state, attributes } = entity;
  if (attributes['assumed_state'] === true || STARTED.includes(domain)) return false;
  if (state === 'unavailable' || state === 'unknown') return false;
  if (action === 'turn_on' || action === 'turn_off') return isOn(entity) === (action === 'turn_on');
  // what is half open opens further
  const position = attributes['current_position'] ?? attributes['current_tilt_position'] ?? OPEN;
  if (action === 'open' && position !== OPEN) return false;
  return state === SO[action];
}

/** What an entity is instead, in words for people. */
export function stillIs(entity: Entity, { action }: Command): string {
  const { state, attributes } = entity;
  if (isSetting(action)) return `it is set to ${String(settingNow(entity, action))}`;
  switch (action) {
    case 'set_brightness':
      return `it is ${state} at ${Math.round(percentOf(attributes['brightness'], 255) ?? 0)} % brightness`;
    case 'set_color':
      return `it is ${state} in another colour`;
    case 'set_temperature':
      return `its target is ${String(attributes['temperature'] ?? 'unknown')} degrees`;
    case 'set_volume':
      return `its volume is ${Math.round(percentOf(attributes['volume_level'], 1) ?? 0)} %`;
    case 'set_position':
      return `it is at ${String(attributes['current_position'] ?? state)} %`;
    default:
      return `it is ${state}`;
  }
}

/** Scenes carry the time they were last activated as their state, scripts as an attribute. */
function wasStarted(now: Entity, before: Entity): boolean {
  return now.state !== before.state || now.attributes['last_triggered'] !== before.attributes['last_triggered'];
}

function percentOf(value: unknown, whole: number): number | undefined {
  return typeof value === 'number' ? (value / whole) * 100 : undefined;
}

/** Whether a cover has begun to move to where it should go. */
function isCloser(now: unknown, before: unknown, wanted: unknown): boolean {
  if (typeof now !== 'number' || typeof before !== 'number' || typeof wanted !== 'number') return false;
  return Math.abs(now - wanted) < Math.abs(before - wanted);
}

function near(is: unknown, wanted: unknown, by: number): boolean {
  return typeof is === 'number' && typeof wanted === 'number' && Math.abs(is - wanted) <= by + 1e-9;
}
