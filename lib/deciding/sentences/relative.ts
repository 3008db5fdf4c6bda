import type { Entity } from '../../home/types.js';

const PERCENT_STEP = 20;
const VOLUME_STEP = 10;
const DEGREES_STEP = 1;

/**
 * "Brighter", "two degrees warmer", "louder": the new value, from what the devices have now (their mean).
 * Percent from 1 (lights) or 0 (volume) to 100; degrees as the thermostat counts them. Undefined when it isn't known.
 */
export function relativeValue(entities: readonly Entity[], sign: 1 | -1, by: number | undefined): number | undefined {
  const domain = entities[0]?.domain;
  const now = entities.flatMap((entity) => levelOf(entity) ?? []);
  if (now.length === 0) return undefined;
  const mean = now.reduce((sum, value) => sum + value, 0) / now.length;
  switch (domain) {
    case 'light': {
      if (mean === 0 && sign < 0) return undefined;
      return Math.min(100, Math.max(1, Math.round(mean + sign * (by ?? PERCENT_STEP))));
    }
    case 'media_player':
      return Math.min(100, Math.max(0, Math.round(mean + sign * (by ?? VOLUME_STEP))));
    case 'climate':
      return Math.round((mean + sign * (by ?? DEGREES_STEP)) * 10) / 10;
    default:
      return undefined;
  }
}

function levelOf({ domain, state, attributes }: Entity): number | undefined {
  const number = (name: string): number | undefined => {
    const value = attributes[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  if (domain === 'light') {
    if (state !== 'on') return 0;
    const brightness = number('brightness');
    return brightness === undefined ? 100 : (brightness / 255) * 100;
  }
  if (domain === 'media_player') {
    const level = number('volume_level');
    return level === undefined ? undefined : level * 100;
  }
  return domain === 'climate' ? number('temperature') : undefined;
}
