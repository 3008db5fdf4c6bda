import { z } from 'zod';
import { colourSaid, degreesSaid, percentSaid } from '../deciding/sentences/values.js';
import { nearestColour } from '../home/colours.js';
import { ACTIONS, type Action, type Command, type Domain } from '../home/types.js';
import { Unknown } from './home-results.js';

/** Which area is cleaned, and which player leads, is said in a way of its own, that models don't have. */
const NOT_ACTING: readonly Action[] = ['get_state', 'list_on', 'clean_area', 'join'];
export const ACTING = ACTIONS.filter((action): action is Acting => !NOT_ACTING.includes(action));
type Acting = Exclude<Action, 'get_state' | 'list_on'>;

/** What else models call the actions: Home Assistant's services, words for them, names of the fields they set. */
const SYNONYMS: Partial<Record<Acting | 'set', string>> = {
  turn_on: 'on turnon switch_on power_on enable',
  turn_off: 'off turnoff switch_off power_off shut_off disable',
  toggle: 'switch flip',
  set_brightness: 'brightness set_level adjust_brightness change_brightness dim brighten',
  set_color: 'color colour set_colour change_color change_colour adjust_color color_name colour_name rgb_color',
  set_temperature:
    'temperature set_temp set_target_temperature change_temperature adjust_temperature target_temperature',
  set_volume: 'volume volume_set volume_level change_volume adjust_volume',
  open: 'open_cover raise',
  close: 'close_cover lower shut',
  set_position: 'position set_cover_position cover_position',
  play: 'media_play resume unpause continue',
  pause: 'media_pause stop media_stop',
  next: 'next_track media_next_track skip',
  previous: 'previous_track media_previous_track',
  arm_home: 'alarm_arm_home',
  arm_away: 'arm alarm_arm_away',
  arm_night: 'alarm_arm_night',
  disarm: 'alarm_disarm',
  activate: 'run activate_scene run_scene run_script start execute trigger',
  set: 'set set_value set_state change adjust control update',
};
const BY_WORD = new Map(
  [
    ...ACTING.map((action): [Acting, string] => [action, action]),
    ...(Object.entries(SYNONYMS) as [Acting, string][]),
  ].flatMap(([action, words]) => words.split(' ').map((word): [string, Acting | 'set'] => [word, action])),
);
/** Changes of what there is: what is changed, and by how much where no size is given. */
const CHANGES: [RegExp, Acting, number][] = [
  [/^(?:brighten|brighter|increase_brightness|brightness_up|raise_brightness)$/, 'set_brightness', 20],
  [
    /^(?:dim|dimmer|darker|decrease_brightness|reduce_brightness|lower_brightness|brightness_down)$/,
    'set_brightness',
    -20,
  ],
  [/^(?:volume_up|louder|increase_volume|raise_volume|turn_up_volume)$/, 'set_volume', 10],
  [/^(?:volume_down|quieter|decrease_volume|reduce_volume|lower_volume|turn_down_volume)$/, 'set_volume', -10],
  [/^(?:warmer|increase_temperature|raise_temperature|temperature_up)$/, 'set_temperature', 1],
  [
    /^(?:cooler|colder|decrease_temperature|lower_temperature|reduce_temperature|temperature_down)$/,
    'set_temperature',
    -1,
  ],
];
/** Fields that models give a value in, beside or instead of `value`. */
const FIELDS: [RegExp, Acting][] = [
  [/^brightness(?:_pct|_percent|_level)?$/, 'set_brightness'],
  [/^(?:colou?r(?:_name)?|rgb(?:_color)?)$/, 'set_color'],
  [/^(?:temperature|target_temp(?:erature)?|degrees)$/, 'set_temperature'],
  [/^volume(?:_level)?$/, 'set_volume'],
  [/^position$/, 'set_position'],
];
const NAMES = /^(?:names?|devices?|device_names?|entit(?:y|ies)|entity_ids?|targets?)$/;
const VALUES = /^(?:value|level|percent(?:age)?|state)$/;
/** What a plain value sets, by what kind of device it is for. */
const LEVEL_OF: Partial<Record<Domain, Acting>> = {
  light: 'set_brightness',
  cover: 'set_position',
  media_player: 'set_volume',
  climate: 'set_temperature',
};
const WANTS: Partial<Record<Acting, string>> = {
  set_brightness: 'a percentage from 0 to 100, such as 50',
  set_position: 'a percentage from 0 to 100, such as 50',
  set_volume: 'a percentage from 0 to 100, such as 50',
  set_temperature: 'a number of degrees, such as 21',
  set_color: 'the name of a colour, such as "red" or "warm white"',
};

/** One thing a call wants done; `set` where only the devices tell what the value is for. */
export interface Wish {
  action: Acting | 'set';
  value?: unknown;
  by?: number;
}

export interface ControlArguments {
  wishes: Wish[];
  names: string[];
  area: string | undefined;
}

const text = z.string().trim().min(1).max(200);
const namesSchema = z.union([text.transform((one) => [one]), z.array(text).min(1).max(50)]);

/**
 * What a model means with the arguments of control_device, in whatever words and fields it gives them.
 * @throws Unknown where it can't be told, with what to give instead.
 */
export function controlArguments(args: Record<string, unknown>): ControlArguments {
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const field = (wanted: RegExp) => given.find(([key]) => wanted.test(snake(key)))?.[1];
  const names = namesSchema.safeParse(field(NAMES));
  if (!names.success) {
    throw new Unknown('Wrong arguments: give names, a list such as ["Kitchen Light"], ["lights"] or ["everything"].');
  }
  const area = z
    .string()
    .trim()
    .max(200)
    .optional()
    .safeParse(field(/^(?:area|room|location)$/));
  if (!area.success) throw new Unknown('Wrong arguments: area is the name of a room.');
  const fields = FIELDS.flatMap(([wanted, action]): Wish[] => {
    const value = field(wanted);
    return value === undefined ? [] : [{ action, value }];
  });
  const said =
    args['action'] === undefined && fields.length > 0 ? 'set' : snake(String(args['action'])).replace(/^\w+\./, '');
  const wish = wishOf(said, field(VALUES));
  const sets = wish.action === 'turn_on' || wish.action.startsWith('set');
  if (!sets || fields.length === 0) return { wishes: [wish], names: names.data, area: area.data || undefined };
  const besides = wish.value !== undefined && !fields.some(({ action }) => action === wish.action);
  return { wishes: besides ? [wish, ...fields] : fields, names: names.data, area: area.data || undefined };
}

function wishOf(said: string, value: unknown): Wish {
  const [, changed, usual] = CHANGES.find(([words]) => words.test(said)) ?? [];
  // "dim" with a level dims to it
  if (changed && usual !== undefined && (value === undefined || !/^(?:dim|brighten)$/.test(said))) {
    const size = typeof value === 'number' ? value : percentSaid(String(value ?? ''));
    return { action: changed, by: size === undefined ? usual : Math.sign(usual) * Math.abs(size) };
  }
  if (said === 'mute') return { action: 'set_volume', value: 0 };
  const action = BY_WORD.get(said);
  if (action) return { action, value };
  throw new Unknown(`Wrong arguments: action "${said.slice(0, 40)}" is none of ${ACTING.join(', ')}.`);
}

/**
 * A wish as the command for devices of these domains, without its targets.
 * @throws Unknown when its value is missing or none that the action takes.
 */
export function commandOf({ action: said, value, by }: Wish, domains: readonly Domain[]): Omit<Command, 'targets'> {
  const action = said === 'set' || (said === 'turn_on' && value !== undefined) ? actionFor(said, value, domains) : said;
  const wants = WANTS[action];
  if (wants === undefined) return { action };
  if (by !== undefined) return { action, by };
  const change = action === 'set_color' || typeof value !== 'string' ? null : /^\s*([+-])\s*(\d.*)$/.exec(value);
  const size = change && (action === 'set_temperature' ? degreesSaid : percentSaid)(change[2] ?? '');
  if (size) return { action, by: change[1] === '-' ? -size : size };
  const taken = action === 'set_color' ? colour(value) : action === 'set_temperature' ? degrees(value) : percent(value);
  if (taken !== undefined) return { action, value: taken };
  const what = value === undefined ? 'needs' : `can't take ${JSON.stringify(value)?.slice(0, 60)}; it needs`;
  throw new Unknown(`Wrong arguments: ${action} ${what} as its value ${wants}.`);
}

/** What "set" or "turn on" with a value sets. */
function actionFor(said: Acting | 'set', value: unknown, domains: readonly Domain[]): Acting {
  const word = snake(String(value));
  if (word === 'on' || word === 'true') return 'turn_on';
  if (word === 'off' || word === 'false') return 'turn_off';
  if (typeof value === 'object' || colour(value) !== undefined) return 'set_color';
  const [domain, ...others] = new Set(domains);
  const action = domain && others.length === 0 ? LEVEL_OF[domain] : undefined;
  if (action) return action;
  if (said === 'turn_on') return said;
  throw new Unknown(`Wrong arguments: "set" doesn't say what is set. Give action as one of ${ACTING.join(', ')}.`);
}

/** 30, "30 %", "half", "max"; 0.3 is thirty percent. */
function percent(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 && value < 1 ? Math.round(value * 100) : inPercent(value);
  if (typeof value !== 'string') return undefined;
  if (/^\s*(?:0?\.\d+|1\.0+)\s*$/.test(value)) return Math.round(Number(value) * 100);
  return inPercent(percentSaid(value));
}

const inPercent = (value: number | undefined) =>
  value !== undefined && value >= 0 && value <= 100 ? value : undefined;

function degrees(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? degreesSaid(value) : undefined;
}

/** A name in any of our languages, "#ff8800", or red, green and blue from 0 to 255. */
function colour(value: unknown): string | undefined {
  const hex = typeof value === 'string' ? /^\s*#?([\da-f]{2})([\da-f]{2})([\da-f]{2})\s*$/i.exec(value) : null;
  if (hex) return nearestColour(hex.slice(1).map((part) => Number.parseInt(part, 16)));
  if (typeof value === 'string') return colourSaid(value.replace(/\s*(?:light|licht)$/i, '')) ?? colourSaid(value);
  const rgb = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
  const parts = z.array(z.number().min(0).max(255)).length(3).safeParse(rgb);
  return parts.success ? nearestColour(parts.data) : undefined;
}

/** "turnOn", "Turn On" and "turn-on" as "turn_on". */
function snake(word: string): string {
  return word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z.]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
