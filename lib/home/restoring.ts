import { isOn } from './actions.js';
import { domainsWith, settingNow } from './settings.js';
import { ACTIONS, type Command, type Entity, type House } from './types.js';

/** The commands that bring devices back into states they were in, as far as these can be commanded; equal ones together. */
export function restoring(before: readonly Entity[], house: House): Command[] {
  const commands = new Map<string, Command>();
  for (const old of before) {
    const now = house.entities.find(({ id }) => id === old.id);
    for (const step of now ? stepsBack(old, now) : []) {
      const key = JSON.stringify(step);
      const known = commands.get(key);
      if (known) known.targets.push(old.id);
      else commands.set(key, { ...step, targets: [old.id] });
    }
  }
  return [...commands.values()];
}

type Step = Pick<Command, 'action' | 'value' | 'high'>;

function stepsBack(old: Entity, now: Entity): Step[] {
  const { domain, state, attributes } = old;
  const was = (name: string) => (typeof attributes[name] === 'number' ? attributes[name] : undefined);
  const differs = (name: string) => was(name) !== undefined && was(name) !== now.attributes[name];
  const isSame = state === now.state;
  switch (domain) {
    case 'light': {
      if (state === 'on' && differs('brightness'))
        return [{ action: 'set_brightness', value: Math.max(1, Math.round(((was('brightness') ?? 0) / 255) * 100)) }];
      return isSame ? [] : switched(old);
    }
    case 'switch':
    case 'other':
      return isSame ? [] : switched(old);
    case 'fan':
    case 'humidifier':
      return isSame ? settingsBack(old, now) : switched(old);
    case 'select':
    case 'number':
    case 'water_heater':
      return settingsBack(old, now);
    case 'climate': {
      if (!isSame && !isOn(old)) return [{ action: 'turn_off' }];
      const [low, high] = [was('target_temp_low'), was('target_temp_high')];
      const range = differs('target_temp_low') || differs('target_temp_high');
      return [
        ...settingsBack(old, now),
        ...(differs('temperature') ? [{ action: 'set_temperature' as const, value: was('temperature') }] : []),
        ...(range && high !== undefined ? [{ action: 'set_temperature' as const, value: low, high }] : []),
      ];
    }
    case 'media_player': {
      const { is_volume_muted: muted } = attributes;
      if (typeof muted === 'boolean' && muted !== now.attributes['is_volume_muted'])
        return [muted ? { action: 'set_volume', value: 0 } : { action: 'unmute' }];
      const volume: Step[] = differs('volume_level')
        ? [{ action: 'set_volume', value: Math.round((was('volume_level') ?? 0) * 100) }]
        : [];
      const changed = [...volume, ...settingsBack(old, now)];
      if (isSame) return changed;
      if (state === 'playing' || state === 'paused')
        return [...changed, { action: state === 'playing' ? 'play' : 'pause' }];
      return [...changed, { action: isOn(old) ? 'turn_on' : 'turn_off' }];
    }
    case 'cover':
    case 'valve':
      if (differs('current_position')) return [{ action: 'set_position', value: was('current_position') }];
      if (differs('current_tilt_position')) return settingsBack(old, now);
      return isSame ? [] : [{ action: isOn(old) ? 'open' : 'close' }];
    case 'lock':
      return isSame ? [] : [{ action: isOn(old) ? 'unlock' : 'lock' }];
    default:
      return [];
  }
}

/** Modes and levels that are set to something else. */
function settingsBack(old: Entity, now: Entity): Step[] {
  return ACTIONS.filter((action) => domainsWith(action).includes(old.domain)).flatMap((action): Step[] => {
    const was = settingNow(old, action);
    if (was === settingNow(now, action) || (typeof was !== 'string' && typeof was !== 'number')) return [];
    return [{ action, value: was }];
  });
}

function switched({ state }: Entity): Step[] {
  return state === 'on' || state === 'off' ? [{ action: state === 'on' ? 'turn_on' : 'turn_off' }] : [];
}
