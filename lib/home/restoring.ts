import { isOn } from './actions.js';
import type { Command, Entity, House } from './types.js';

/** The commands that bring devices back into states they were in, as far as these can be commanded; equal ones together. */
export function restoring(before: readonly Entity[], house: House): Command[] {
  const commands = new Map<string, Command>();
  for (const old of before) {
    const now = house.entities.find(({ id }) => id === old.id);
    for (const { action, value } of now ? stepsBack(old, now) : []) {
      const known = commands.get(`${action} ${value}`);
      if (known) known.targets.push(old.id);
      else commands.set(`${action} ${value}`, { action, targets: [old.id], ...(value !== undefined && { value }) });
    }
  }
  return [...commands.values()];
}

type Step = Pick<Command, 'action' | 'value'>;

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
    case 'fan':
    case 'other':
      return isSame ? [] : switched(old);
    case 'climate': {
      if (!isSame && !isOn(old)) return [{ action: 'turn_off' }];
      const on: Step[] = isSame ? [] : [{ action: 'turn_on' }];
      return differs('temperature') ? [...on, { action: 'set_temperature', value: was('temperature') }] : on;
    }
    case 'media_player': {
      const { is_volume_muted: muted } = attributes;
      if (typeof muted === 'boolean' && muted !== now.attributes['is_volume_muted'])
        return [muted ? { action: 'set_volume', value: 0 } : { action: 'unmute' }];
      const volume: Step[] = differs('volume_level')
        ? [{ action: 'set_volume', value: Math.round((was('volume_level') ?? 0) * 100) }]
        : [];
      if (isSame) return volume;
      if (state === 'playing' || state === 'paused')
        return [...volume, { action: state === 'playing' ? 'play' : 'pause' }];
      return [...volume, { action: isOn(old) ? 'turn_on' : 'turn_off' }];
    }
    case 'cover':
      if (differs('current_position')) return [{ action: 'set_position', value: was('current_position') }];
      return isSame ? [] : [{ action: isOn(old) ? 'open' : 'close' }];
    case 'lock':
      return isSame ? [] : [{ action: isOn(old) ? 'unlock' : 'lock' }];
    default:
      return [];
  }
}

function switched({ state }: Entity): Step[] {
  return state === 'on' || state === 'off' ? [{ action: state === 'on' ? 'turn_on' : 'turn_off' }] : [];
}
