import { ACTION_DOMAINS, isOn, SWITCHABLE, stepped } from '../../home/actions.js';
import { kindsOf } from '../../home/names.js';
import type { Action, Command, Domain, Entity } from '../../home/types.js';
import { numberIn } from '../../language/numbers.js';
import type { Scope, Target, Wanted } from './scope.js';
import type { CompiledPattern, CompiledTable } from './tables.js';
import type { Asked, Does } from './types.js';
import { percentIn } from './values.js';

const COLDEST = 5;
const WARMEST = 95;
/** A device is named, or a kind: what switches a cover or a script by its name is left to its own verbs. */
const MADE_FOR: Record<Exclude<Does, 'get_state' | 'list_on'>, readonly Domain[]> = {
  ...ACTION_DOMAINS,
  turn_off: SWITCHABLE,
  toggle: SWITCHABLE,
  set_percent: ['light', 'cover', 'media_player', 'climate'],
  step: ['light', 'media_player', 'climate'],
};
const OPENINGS = new Set(['door', 'garage_door', 'window', 'opening']);
const HAS: Record<Asked, Wanted> = {
  on: { domains: [...SWITCHABLE, 'binary_sensor'] },
  off: { domains: [...SWITCHABLE, 'binary_sensor'] },
  open: { domains: ['cover', 'binary_sensor'], accepts: opens, sure: true },
  closed: { domains: ['cover', 'binary_sensor'], accepts: opens, sure: true },
  locked: { domains: ['lock'] },
  unlocked: { domains: ['lock'] },
  playing: { domains: ['media_player'] },
  home: { domains: ['person'] },
  not_home: { domains: ['person'] },
  temperature: { domains: ['sensor', 'climate'], accepts: (entity) => kindsOf(entity).includes('temperature') },
  humidity: { domains: ['sensor'], accepts: (entity) => kindsOf(entity).includes('humidity') },
  state: {
    domains: ['light', 'switch', 'climate', 'cover', 'lock', 'media_player', 'sensor', 'binary_sensor', 'fan', 'other'],
  },
};
const PERCENT_ACTION: Partial<Record<Domain, Action>> = {
  light: 'set_brightness',
  cover: 'set_position',
  media_player: 'set_volume',
};
/** What a change without a size means, in percent or degrees. */
const STEPS: Partial<Record<Domain, [action: Action, by: number]>> = {
  light: ['set_brightness', 20],
  media_player: ['set_volume', 10],
  climate: ['set_temperature', 1],
};

/** What a sentence has in its slots, as folded words. */
export type Slots = Record<string, string | undefined>;

/** Which devices a pattern can be about. */
export function wantedBy({ does, value, of, only, which, fits }: Omit<CompiledPattern, 'matches' | 'asks'>): Wanted {
  if (does === 'get_state') {
    const has = HAS[(value as Asked | undefined) ?? 'state'];
    const accepts = (entity: Entity) => has.accepts?.(entity) !== false && fits?.(entity) !== false;
    return { ...has, accepts, of, anywhere: which ?? false };
  }
  if (does === 'list_on') return { domains: [] };
  const domains = only ?? MADE_FOR[does];
  // "louder", "pause" are about what plays, "brighter" about what is lit
  const isPlayers = of === 'media_player' || only?.[0] === 'media_player';
  const active = isPlayers && does !== 'play' ? isPlaying : does === 'step' ? isOn : undefined;
  // darkness harms nobody, light everywhere may wake somebody
  return { domains, of, roomless: does === 'turn_off', ...(active && { active }), ...(fits && { accepts: fits }) };
}

/** The command for devices that were found; null where the sentence gives no value that they can take. */
export function commandFor(
  { does, value, sign }: Pick<CompiledPattern, 'does' | 'sign' | 'value'>,
  slots: Slots,
  target: Target,
  scope: Scope,
  table: CompiledTable,
): Command | null {
  const { entities, area, domain } = target;
  const command = (action: Action, wanted?: number | string): Command => ({
    action,
    targets: entities.map(({ id }) => id),
    ...(wanted === undefined ? {} : { value: wanted }),
    ...(area === undefined ? {} : { area }),
    ...(domain === undefined ? {} : { domain }),
  });
  const only = soleDomain(entities);
  switch (does) {
    case 'set_brightness':
    case 'set_position':
    case 'set_volume':
    case 'set_percent': {
      const percent = typeof value === 'number' ? value : percentIn(slots['percent'], scope.language, table);
      // "the one in the hall to 18", after another heating
      if (only === 'climate') return degreesFor(slots['percent'], scope.language, command);
      const action = does === 'set_percent' ? only && PERCENT_ACTION[only] : does;
      return percent === undefined || action === undefined ? null : command(action, percent);
    }
    case 'set_temperature':
      return degreesFor(slots['degrees'], scope.language, command);
    case 'step': {
      const size = slots['by'] === undefined ? undefined : numberIn(slots['by'].trim(), scope.language);
      const [action, usual] = (only && STEPS[only]) ?? [];
      if (action === undefined || usual === undefined || (slots['by'] !== undefined && size === undefined)) return null;
      const each = new Set(entities.flatMap((entity) => membersOf(entity, scope)));
      // what is off stays off
      const on = [...each].filter(isOn);
      const moved = on.length > 0 ? on : [...each];
      const by = (sign ?? 1) * (size ?? usual);
      const [first, ...others] = new Set(moved.map((entity) => stepped(entity, by)));
      return {
        ...command(action, others.length === 0 ? first : undefined),
        targets: moved.map(({ id }) => id),
        by,
      };
    }
    case 'set_color': {
      const color = typeof value === 'string' ? value : table.colors.get((slots['color'] ?? '').trim());
      return color === undefined ? null : command('set_color', color);
    }
    case 'turn_on':
      return command(entities.every(({ domain: of }) => of === 'scene' || of === 'script') ? 'activate' : 'turn_on');
    case 'list_on':
      return null;
    case 'get_state':
      return command('get_state', value);
    default:
      return command(does);
  }
}

function degreesFor(
  said: string | undefined,
  language: string,
  command: (action: Action, value: number) => Command,
): Command | null {
  const degrees = numberIn((said ?? '').trim(), language);
  if (degrees === undefined || degrees < COLDEST || degrees > WARMEST) return null;
  return command('set_temperature', degrees);
}

/** A lamp, or the lamps of a group: a group told one value would make them all alike. */
function membersOf(entity: Entity, { index }: Scope): Entity[] {
  const members = (entity.members ?? []).flatMap((id) => index.entity(id) ?? []);
  return members.length > 0 ? members : [entity];
}

function soleDomain(entities: readonly Entity[]): Domain | undefined {
  const first = entities[0]?.domain;
  return entities.every(({ domain }) => domain === first) ? first : undefined;
}

const isPlaying = ({ state }: Entity) => state === 'playing' || state === 'buffering';

function opens(entity: Entity): boolean {
  return entity.domain === 'cover' || OPENINGS.has(String(entity.attributes['device_class']));
}
