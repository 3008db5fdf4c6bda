import { ACTION_DOMAINS, isHolding, isOn, isPlaying, SWITCHABLE, stepped } from '../../home/actions.js';
import { kindsOf } from '../../home/names.js';
import { optionNamed, optionsOf, rangeOf, settingNow } from '../../home/settings.js';
import { type Action, type Command, DOMAINS, type Domain, type Entity } from '../../home/types.js';
import { numberIn } from '../../language/numbers.js';
import { joinCommand } from './joining.js';
import type { Scope, Target, Wanted } from './scope.js';
import type { CompiledPattern, CompiledTable } from './tables.js';
import { ASPECTS, type Asked, type Aspect, type Does, type Measure } from './types.js';
import { percentIn } from './values.js';

const COLDEST = 5;
const WARMEST = 95;
/** A device is named, or a kind: what switches a cover or a script by its name is left to its own verbs. */
const MADE_FOR: Record<Exclude<Does, 'get_state' | 'list_on'>, readonly Domain[]> = {
  ...ACTION_DOMAINS,
  turn_off: SWITCHABLE,
  toggle: SWITCHABLE,
  set_mode: ACTION_DOMAINS.set_mode.filter((domain) => domain !== 'media_player'),
  set_percent: ['light', 'cover', 'valve', 'media_player', 'climate', 'fan', 'humidifier', 'number'],
  step: ['light', 'media_player', 'climate', 'water_heater', 'fan', 'humidifier', 'number'],
  shade: ['light'],
};
/** Of a lock's `supported_features`. */
const LATCH = 1;
const OPENINGS = new Set(['door', 'garage_door', 'window', 'opening']);
/** A battery is told by a sensor of its own, or by an attribute. */
const BATTERY: Wanted = {
  domains: DOMAINS,
  accepts: ({ domain, attributes: { device_class: kind, battery_level: level } }) =>
    domain === 'sensor' ? kind === 'battery' : typeof level === 'number',
  sure: true,
};
/** Which devices can be asked so; what one has beside its state, any may. */
const HAS: Record<Exclude<Asked, Aspect>, Wanted> = {
  on: { domains: [...SWITCHABLE, 'alarm_control_panel', 'binary_sensor'] },
  off: { domains: [...SWITCHABLE, 'alarm_control_panel', 'binary_sensor'] },
  open: { domains: ['cover', 'valve', 'binary_sensor'], accepts: opens, sure: true, wide: true },
  closed: { domains: ['cover', 'valve', 'binary_sensor'], accepts: opens, sure: true, wide: true },
  locked: { domains: ['lock'], wide: true },
  unlocked: { domains: ['lock'], wide: true },
  armed: { domains: ['alarm_control_panel'] },
  disarmed: { domains: ['alarm_control_panel'] },
  playing: { domains: ['media_player'] },
  home: { domains: ['person'] },
  not_home: { domains: ['person'] },
  temperature: { domains: ['sensor', 'climate'], accepts: (entity) => kindsOf(entity).includes('temperature') },
  humidity: measuring('humidity'),
  battery: BATTERY,
  power: measuring('power'),
  energy: measuring('energy'),
  illuminance: measuring('illuminance'),
  carbon_dioxide: measuring('carbon_dioxide'),
  pressure: measuring('pressure'),
  brightness: { domains: ['light'] },
  position: { domains: ['cover', 'valve'], sure: true },
  volume: { domains: ['media_player'], active: isPlaying },
  speed: { domains: ['fan'], active: isOn },
  mode: { domains: ['climate', 'fan', 'humidifier', 'water_heater', 'select'] },
  target: { domains: ['climate', 'humidifier', 'water_heater'] },
  title: { domains: ['media_player'], active: isPlaying },
  state: {
    domains: [
      ...(['light', 'switch', 'climate', 'cover', 'valve', 'lock', 'alarm_control_panel', 'media_player'] as const),
      ...(['sensor', 'binary_sensor', 'fan', 'other'] as const),
    ],
  },
};
const PERCENT_ACTION: Partial<Record<Domain, Action>> = {
  light: 'set_brightness',
  cover: 'set_position',
  valve: 'set_position',
  media_player: 'set_volume',
  fan: 'set_speed',
  humidifier: 'set_humidity',
  number: 'set_value',
};
/** What a change without a size means, in percent or degrees. */
const STEPS: Partial<Record<Domain, [action: Action, by: number]>> = {
  light: ['set_brightness', 20],
  media_player: ['set_volume', 10],
  climate: ['set_temperature', 1],
  water_heater: ['set_temperature', 1],
  fan: ['set_speed', 33],
  humidifier: ['set_humidity', 5],
  number: ['set_value', 1],
};

/** What a sentence has in its slots, as folded words. */
export type Slots = Record<string, string | undefined>;

/** Which devices a pattern can be about. */
export function wantedBy({ does, value, of, only, which, fits }: Omit<CompiledPattern, 'templates' | 'asks'>): Wanted {
  if (does === 'get_state') {
    const asked = (value as Asked | undefined) ?? 'state';
    const has: Wanted = isAspect(asked) ? { domains: DOMAINS } : HAS[asked];
    const accepts = (entity: Entity) => has.accepts?.(entity) !== false && fits?.(entity) !== false;
    return { ...has, accepts, of, anywhere: which ?? false };
  }
  if (does === 'list_on') return { domains: [] };
  const domains = only ?? MADE_FOR[does];
  // "louder", "pause" are about what plays, "brighter" about what is lit
  const isPlayers = of === 'media_player' || only?.[0] === 'media_player';
  const active = isPlayers && does !== 'play' && does !== 'join' ? isPlaying : does === 'step' ? isOn : undefined;
  // "open the cellar door" may be about the door itself, unless its lock has a latch to be opened
  const mayBe = does === 'open' ? canBeOpened : (entity: Entity) => !isHolding(entity);
  const accepts = (entity: Entity) => mayBe(entity) && fits?.(entity) !== false;
  // darkness harms nobody, light everywhere may wake somebody
  return { domains, of, roomless: does === 'turn_off', ...(active && { active }), accepts };
}

const isAspect = (asked: Asked): asked is Aspect => asked in ASPECTS;

/** Whether a question about several is one about all of them: "are the windows closed", but not "are the windows open". */
export function isOfAllIn(value: unknown): boolean {
  return value === 'closed' || value === 'locked' || value === 'off';
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
  const meant = table.modes.get((slots['option'] ?? '').trim());
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
    case 'set_color_temp':
      return command(does, Number.parseInt((slots['kelvin'] ?? '').trim(), 10));
    case 'shade':
      return shadeFor(entities, sign, command);
    case 'set_effect':
      return effectFor(entities, (slots['option'] ?? '').trim(), command);
    case 'set_tilt':
    case 'set_speed':
    case 'set_humidity': {
      const said = slots['percent'];
      const percent = said === undefined ? SPEEDS[meant?.[0] ?? ''] : percentIn(said, scope.language, table);
      return percent === undefined ? null : command(does, percent);
    }
    case 'set_value': {
      const number = numberIn((slots['degrees'] ?? '').trim(), scope.language);
      return number === undefined ? null : command(does, number);
    }
    case 'set_mode':
    case 'set_fan_mode':
      return modeFor(does, entities, (slots['option'] ?? '').trim(), meant, command);
    case 'set_oscillation':
    case 'set_direction':
    case 'set_shuffle':
    case 'set_repeat':
      return command(does, value);
    case 'join':
      return joinCommand(slots['leader'], entities, scope, command);
    case 'set_temperature':
      if (slots['high'] !== undefined) return rangeFor(slots, scope.language, command);
      return degreesFor(slots['degrees'], scope.language, command);
    case 'step': {
      const size = slots['by'] === undefined ? undefined : numberIn(slots['by'].trim(), scope.language);
      const [action, usual] = (only && STEPS[only]) ?? [];
      if (action === undefined || usual === undefined || (slots['by'] !== undefined && size === undefined)) return null;
      const each = new Set(entities.flatMap((entity) => membersOf(entity, scope)));
      // what is off stays off where something is on
      const on = [...each].filter(isOn);
      const moved = on.length > 0 ? on : [...each];
      const by = (sign ?? 1) * (size ?? usual);
      // and else "brighter" is a little light
      if (on.length === 0 && by > 0 && (only === 'light' || only === 'fan'))
        return { ...command(action, Math.min(by, 100)), targets: moved.map(({ id }) => id) };
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
      return { ...command('get_state', value), ...(target.each && entities.length === 2 && { aggregate: 'each' }) };
    default:
      return command(does);
  }
}

const HVAC_MODES = ['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only'];
/** Percent of a fan's speed where it has no presets that are called so. */
const SPEEDS: Readonly<Record<string, number>> = { low: 33, medium: 67, high: 100 };

/** The mode, preset or option that words say: one that each of the devices has, or one that they are told they lack. */
function modeFor(
  does: 'set_mode' | 'set_fan_mode',
  entities: readonly Entity[],
  said: string,
  meant: readonly string[] | undefined,
  command: (action: Action, value: string | number) => Command,
): Command | null {
  for (const action of does === 'set_mode' ? (['set_mode', 'set_preset'] as const) : [does]) {
    const [option, ...others] = new Set(entities.map((entity) => optionNamed(entity, action, said, meant)));
    if (option !== undefined && others.length === 0) return command(action, option);
  }
  const [first] = meant ?? [];
  const speed = SPEEDS[first ?? ''];
  if (speed !== undefined && soleDomain(entities) === 'fan') return command('set_speed', speed);
  // a player's sources are words of its own
  if (first === undefined || soleDomain(entities) === 'media_player') return null;
  const isPreset = does === 'set_mode' && !HVAC_MODES.includes(first);
  return command(
    isPreset && entities.some((one) => optionsOf(one, 'set_preset').length > 0) ? 'set_preset' : does,
    first,
  );
}

/** An effect that each of the lamps has. */
function effectFor(
  entities: readonly Entity[],
  said: string,
  command: (action: Action, value: string) => Command,
): Command | null {
  const [effect, ...others] = new Set(entities.map((entity) => optionNamed(entity, 'set_effect', said)));
  return effect === undefined || others.length > 0 ? null : command('set_effect', effect);
}

/** How much warmer or colder a white is made, in kelvin. */
const SHADE = 500;

/** The next warmer or colder white of lamps that have the same now; those that are off are told to be where all are. */
function shadeFor(
  entities: readonly Entity[],
  sign: 1 | -1 | undefined,
  command: (action: Action, value?: number) => Command,
): Command | null {
  const on = entities.filter(isOn);
  const [first] = on;
  if (sign === undefined) return null;
  if (!first) return { ...command('set_color_temp'), by: -sign * SHADE };
  const [now, ...others] = new Set(on.map((entity) => Number(settingNow(entity, 'set_color_temp') ?? Number.NaN)));
  if (others.length > 0 || !now || !Number.isFinite(now)) return null;
  const [least, most] = rangeOf(first, 'set_color_temp') ?? [now, now];
  const white = Math.min(most, Math.max(least, now - sign * SHADE));
  return { ...command('set_color_temp', white), targets: on.map(({ id }) => id) };
}

function rangeFor(
  { degrees, high }: Slots,
  language: string,
  command: (action: Action, value: number) => Command,
): Command | null {
  const [low, most] = [degreesFor(degrees, language, command), degreesFor(high, language, command)];
  const isRange = typeof low?.value === 'number' && typeof most?.value === 'number' && low.value < most.value;
  return isRange ? { ...low, high: Number(most.value) } : null;
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

function measuring(measure: Measure): Wanted {
  return { domains: ['sensor'], accepts: ({ attributes }) => attributes['device_class'] === measure, sure: true };
}

function canBeOpened({ domain, attributes }: Entity): boolean {
  return domain !== 'lock' || (Number(attributes['supported_features']) & LATCH) !== 0;
}

function opens(entity: Entity): boolean {
  return (
    entity.domain === 'cover' || entity.domain === 'valve' || OPENINGS.has(String(entity.attributes['device_class']))
  );
}
