import { fold } from '../language/fold.js';
import { hasFeature } from './features.js';
import type { Action, Command, Domain, Entity } from './types.js';

/** What a kind of device can be set to, and the service of Home Assistant's that sets it. */
interface Setting {
  service: string;
  /** What the service takes. */
  field: string;
  /** The attribute that tells what is set; its state where none is given. */
  attribute?: string;
  /** What it takes, or the attribute that lists that. */
  options?: string | readonly string[];
  /** The attributes of the least and the most it takes; 0 and 100 where they are missing. */
  range?: readonly [least: string, most: string];
  /** How far what is set may be from what was asked for: an attribute, or a number. */
  step?: string | number;
  /** Of `supported_features`. */
  feature?: number;
}

const FAN = { speed: 1, oscillates: 2, direction: 4 } as const;
const PLAYER = { source: 2048, shuffle: 32_768, soundMode: 65_536, repeat: 262_144 } as const;

/** Settings by the action that changes them and the kind of device. */
const SETTINGS: Partial<Record<Action, Partial<Record<Domain, Setting>>>> = {
  set_mode: {
    climate: { service: 'set_hvac_mode', field: 'hvac_mode', options: 'hvac_modes' },
    fan: { service: 'set_preset_mode', field: 'preset_mode', attribute: 'preset_mode', options: 'preset_modes' },
    humidifier: { service: 'set_mode', field: 'mode', attribute: 'mode', options: 'available_modes' },
    water_heater: { service: 'set_operation_mode', field: 'operation_mode', options: 'operation_list' },
    select: { service: 'select_option', field: 'option', options: 'options' },
    media_player: {
      ...{ service: 'select_source', field: 'source', attribute: 'source', options: 'source_list' },
      feature: PLAYER.source,
    },
  },
  set_preset: {
    climate: { service: 'set_preset_mode', field: 'preset_mode', attribute: 'preset_mode', options: 'preset_modes' },
    media_player: {
      ...{ service: 'select_sound_mode', field: 'sound_mode', attribute: 'sound_mode', options: 'sound_mode_list' },
      feature: PLAYER.soundMode,
    },
  },
  set_fan_mode: {
    climate: { service: 'set_fan_mode', field: 'fan_mode', attribute: 'fan_mode', options: 'fan_modes' },
  },
  set_tilt: {
    cover: {
      ...{ service: 'set_cover_tilt_position', field: 'tilt_position', attribute: 'current_tilt_position' },
      ...{ range: ['', ''], step: 2, feature: 128 },
    },
  },
  set_color_temp: {
    light: {
      ...{ service: 'turn_on', field: 'color_temp_kelvin', attribute: 'color_temp_kelvin', step: 100 },
      range: ['min_color_temp_kelvin', 'max_color_temp_kelvin'],
    },
  },
  set_effect: {
    light: { service: 'turn_on', field: 'effect', attribute: 'effect', options: 'effect_list', feature: 4 },
  },
  set_speed: {
    fan: {
      ...{ service: 'set_percentage', field: 'percentage', attribute: 'percentage', step: 'percentage_step' },
      ...{ range: ['', ''], feature: FAN.speed },
    },
  },
  set_direction: {
    fan: {
      ...{ service: 'set_direction', field: 'direction', attribute: 'direction', feature: FAN.direction },
      options: ['forward', 'reverse'],
    },
  },
  set_oscillation: {
    fan: { service: 'oscillate', field: 'oscillating', attribute: 'oscillating', feature: FAN.oscillates },
  },
  set_shuffle: {
    media_player: { service: 'shuffle_set', field: 'shuffle', attribute: 'shuffle', feature: PLAYER.shuffle },
  },
  set_repeat: {
    media_player: {
      ...{ service: 'repeat_set', field: 'repeat', attribute: 'repeat', feature: PLAYER.repeat },
      options: ['off', 'one', 'all'],
    },
  },
  set_humidity: {
    humidifier: {
      ...{ service: 'set_humidity', field: 'humidity', attribute: 'humidity', step: 1 },
      range: ['min_humidity', 'max_humidity'],
    },
  },
  set_value: { number: { service: 'set_value', field: 'value', range: ['min', 'max'], step: 0.001 } },
};

/** Which kinds of devices have a setting. */
export function domainsWith(action: Action): readonly Domain[] {
  return Object.keys(SETTINGS[action] ?? {}) as Domain[];
}

/** Whether an action changes a setting, and nothing else. */
export function isSetting(action: Action): boolean {
  return action in SETTINGS;
}

function settingOf(entity: Entity, action: Action): Setting | undefined {
  return SETTINGS[action]?.[entity.domain];
}

/** What is only on or off. */
function isSwitch({ options, range }: Setting): boolean {
  return options === undefined && range === undefined;
}

/** What a device can be set to by an action, in Home Assistant's words: its modes, presets, options. */
export function optionsOf(entity: Entity, action: Action): string[] {
  const { options } = settingOf(entity, action) ?? {};
  const listed = typeof options === 'string' ? entity.attributes[options] : options;
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string') : [];
}

/** The option of a device that folded words say: by its own name, or one that the words may mean. */
export function optionNamed(
  entity: Entity,
  action: Action,
  said: string,
  meant: readonly string[] = [],
): string | undefined {
  const options = optionsOf(entity, action);
  const joined = (words: string) => words.replaceAll(' ', '');
  // "HDMI 1" may be called HDMI1
  const named = options.find((one) => joined(fold(one.replaceAll('_', ' '))) === joined(said));
  return named ?? options.find((one) => meant.includes(one));
}

/** The service that sets it, and what with; undefined for actions that are no settings. */
export function settingService(
  entity: Entity,
  { action, value }: Command,
): { service: string; data: Record<string, unknown> } | undefined {
  const setting = settingOf(entity, action);
  if (!setting) return undefined;
  return { service: setting.service, data: { [setting.field]: isSwitch(setting) ? value === 'on' : value } };
}

/** What a device is set to now. */
export function settingNow(entity: Entity, action: Action): unknown {
  const setting = settingOf(entity, action);
  if (!setting) return undefined;
  if (setting.attribute === undefined) return setting.range ? Number(entity.state || Number.NaN) : entity.state;
  const now = entity.attributes[setting.attribute];
  return typeof now === 'boolean' ? (now ? 'on' : 'off') : now;
}

/** Whether a device is set as a command has it. */
export function isSet(entity: Entity, { action, value }: Command): boolean {
  const now = settingNow(entity, action);
  if (typeof value !== 'number') return now === value;
  const { step = 0 } = settingOf(entity, action) ?? {};
  const most = typeof step === 'number' ? step : Number(entity.attributes[step] ?? 1);
  return typeof now === 'number' && Math.abs(now - value) <= most + 1e-9;
}

/** What a device looks like once a command has set it: for a house without devices. */
export function settingDone(entity: Entity, { action, value }: Command): Pick<Entity, 'state' | 'attributes'> {
  const setting = settingOf(entity, action);
  const { attribute } = setting ?? {};
  if (!setting || attribute === undefined) return { state: String(value), attributes: entity.attributes };
  const now = isSwitch(setting) ? value === 'on' : value;
  const state = entity.domain === 'fan' && entity.state === 'off' ? 'on' : entity.state;
  return { state, attributes: { ...entity.attributes, [attribute]: now } };
}

/** The least and the most of a setting; undefined for those that aren't numbers. */
export function rangeOf(entity: Entity, action: Action): [least: number, most: number] | undefined {
  const { range } = settingOf(entity, action) ?? {};
  if (!range) return undefined;
  const [least, most] = range.map((name) => entity.attributes[name]);
  return [typeof least === 'number' ? least : 0, typeof most === 'number' ? most : 100];
}

/** Why a device can't be set so, in words for people; undefined when it can. */
export function settingRefusal(entity: Entity, { action, value }: Command): string | undefined {
  const setting = settingOf(entity, action);
  if (!setting) return undefined;
  if (setting.feature !== undefined && !hasFeature(entity, setting.feature)) {
    return "it can't be set so";
  }
  const range = rangeOf(entity, action);
  if (range) {
    const isInside = typeof value === 'number' && value >= range[0] && value <= range[1];
    return isInside ? undefined : `it takes ${range[0]} to ${range[1]}`;
  }
  if (isSwitch(setting)) return value === 'on' || value === 'off' ? undefined : "it can't be set so";
  const options = optionsOf(entity, action);
  if (options.includes(String(value))) return undefined;
  return options.length === 0 ? "it can't be set so" : `it only takes ${options.join(', ')}`;
}
