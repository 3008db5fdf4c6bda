import { targetTemperature } from './actions.js';
import type { Entity } from './types.js';

/** An entity's state in short English, for the model: "on, brightness 40 %", "21.5 °C", "heat, target 21, now 20.6". */
export function stateWords(entity: Entity): string {
  const { state, attributes, domain } = entity;
  const said = [state];
  const add = (what: string, value: unknown, unit = '') => {
    if (typeof value === 'number') said.push(`${what} ${Math.round(value * 10) / 10}${unit}`);
    else if (typeof value === 'string' && value !== '') said.push(`${what} ${value}`);
  };
  switch (domain) {
    case 'light':
      if (typeof attributes['brightness'] === 'number') {
        add('brightness', Math.round((attributes['brightness'] / 255) * 100), ' %');
      }
      break;
    case 'climate':
      add('target', targetTemperature(entity), ' degrees');
      add('now', attributes['current_temperature'], ' degrees');
      break;
    case 'cover':
      add('position', attributes['current_position'], ' %');
      break;
    case 'media_player':
      if (typeof attributes['volume_level'] === 'number')
        add('volume', Math.round(attributes['volume_level'] * 100), ' %');
      if (state === 'playing' || state === 'paused') add('title', attributes['media_title']);
      break;
    case 'fan':
      add('speed', attributes['percentage'], ' %');
      break;
    case 'binary_sensor':
      return contactWords(state, attributes['device_class']);
    case 'sensor':
      return `${state} ${String(attributes['unit_of_measurement'] ?? '')}`.trim();
    default:
      break;
  }
  return said.join(', ');
}

/** What "on" means for a contact or a motion sensor. */
function contactWords(state: string, deviceClass: unknown): string {
  if (state !== 'on' && state !== 'off') return state;
  const on = state === 'on';
  switch (deviceClass) {
    case 'door':
    case 'garage_door':
    case 'opening':
    case 'window':
      return on ? 'open' : 'closed';
    case 'motion':
    case 'occupancy':
    case 'presence':
      return on ? 'detected' : 'clear';
    case 'lock':
      return on ? 'unlocked' : 'locked';
    default:
      return state;
  }
}
