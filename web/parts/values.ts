import { type Language, type StringKey, translate } from '../strings.js';
import type { Entity } from '../wire/messages.js';

/** A finite number, also where it came as a string; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A number the way the language writes it. */
export function inWords(language: Language, value: number, digits?: number): string {
  return value.toLocaleString(language, {
    maximumFractionDigits: digits ?? 2,
    ...(digits === undefined ? {} : { minimumFractionDigits: digits }),
  });
}

/** A light's brightness in percent: 0 when off, 100 when it is on and can't say. */
export function brightnessOf(light: Entity): number {
  if (light.state !== 'on') return 0;
  const brightness = numberOf(light.attributes['brightness']);
  return brightness === undefined ? 100 : Math.max(1, Math.round((brightness / 255) * 100));
}

/** Whether a light can be dimmed; one that doesn't say is taken to be dimmable. */
export function dimmable(light: Entity): boolean {
  const modes: unknown = light.attributes['supported_color_modes'];
  return !Array.isArray(modes) || modes.some((mode) => mode !== 'onoff');
}

/** The colour a light shines in, as CSS; a warm white when it doesn't say. */
export function colourOf(light: Entity): string {
  const rgb: unknown = light.attributes['rgb_color'];
  const channels = Array.isArray(rgb) ? rgb.map(numberOf) : [];
  if (channels.length !== 3 || channels.includes(undefined)) return 'rgb(255 196 110)';
  return `rgb(${channels.map((channel) => Math.max(0, Math.min(255, Math.round(channel ?? 0)))).join(' ')})`;
}

/** How open a cover is, in percent. */
export function openingOf(cover: Entity): number {
  const position = numberOf(cover.attributes['current_position']);
  if (position !== undefined) return Math.max(0, Math.min(100, Math.round(position)));
  return cover.state === 'open' || cover.state === 'opening' ? 100 : 0;
}

const STATES = [
  'on',
  'off',
  'unavailable',
  'unknown',
  'locked',
  'unlocked',
  'locking',
  'unlocking',
  'jammed',
  'closed',
  'opening',
  'closing',
  'playing',
  'paused',
  'standby',
  'heat',
  'cool',
  'auto',
  'heating',
  'cooling',
  'home',
] as const satisfies StringKey[];
/** Home Assistant's words for states that have a string. */
const STATE_KEYS = new Map<string, StringKey>([
  ...STATES.map((state) => [state, state] as const),
  ['open', 'opened'],
  ['idle', 'resting'],
  ['not_home', 'away'],
]);

/** A state in the person's language; Home Assistant's own word when the table has none. */
export function stateText(language: Language, state: string): string {
  const key = STATE_KEYS.get(state);
  return key ? translate(language, key) : state.replaceAll('_', ' ');
}

const OPENING_CLASSES = new Set(['door', 'window', 'opening', 'garage_door']);
const SENSING_CLASSES = new Set(['motion', 'occupancy', 'moisture', 'smoke', 'gas', 'vibration', 'sound', 'problem']);

/** What a sensor measures, with its unit, in the person's language. */
export function readingOf(language: Language, sensor: Entity): string {
  const { state, attributes, domain } = sensor;
  const kind = typeof attributes['device_class'] === 'string' ? attributes['device_class'] : '';
  if (domain === 'binary_sensor' && (state === 'on' || state === 'off')) {
    if (OPENING_CLASSES.has(kind)) return stateText(language, state === 'on' ? 'open' : 'closed');
    if (SENSING_CLASSES.has(kind)) return translate(language, state === 'on' ? 'detected' : 'clear');
    if (kind === 'presence') return translate(language, state === 'on' ? 'home' : 'away');
  }
  const number = numberOf(state);
  if (number === undefined) return stateText(language, state);
  const unit = attributes['unit_of_measurement'];
  return inWords(language, number) + (typeof unit === 'string' ? `\u00a0${unit}` : '');
}
