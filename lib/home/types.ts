import { z } from 'zod';
import type { Catalogue } from './catalogue.js';
import type { Contents } from './contents.js';

/** Kinds of devices the house knows; Home Assistant's word for it is domain. */
export const DOMAINS = [
  'light',
  'switch',
  'climate',
  'cover',
  'lock',
  'media_player',
  'sensor',
  'binary_sensor',
  'fan',
  'humidifier',
  'water_heater',
  'vacuum',
  'lawn_mower',
  'person',
  'scene',
  'script',
  'valve',
  'alarm_control_panel',
  'button',
  'automation',
  'select',
  'number',
  'other',
] as const;
export type Domain = (typeof DOMAINS)[number];

export const areaSchema = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  /** Names of the floor it is on. */
  floor: z.array(z.string()).optional(),
  /** Ids of the sensors that its owner has chosen for it. */
  temperature: z.string().optional(),
  humidity: z.string().optional(),
});

export const entitySchema = z.object({
  /** As in Home Assistant: "light.kitchen_light". */
  id: z.string(),
  domain: z.enum(DOMAINS),
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  /** Id of its area. */
  area: z.string().optional(),
  /** Names of its labels, and its device's. */
  labels: z.array(z.string()).optional(),
  /**
   * Of a group, scene or script: ids of the entities it moves, with `*` where which ones isn't known ("light.*", "*"). A script
   * without them may move anything: it couldn't be read.
   */
  members: z.array(z.string()).optional(),
  /** It tells of a device and not of the house: a chip's temperature. */
  diagnostic: z.boolean().optional(),
  /** "on", "off", "21.5", "locked", "unavailable", … */
  state: z.string(),
  /** Home Assistant's attribute names: brightness (0 to 255), rgb_color, temperature, current_temperature, unit_of_measurement, device_class, current_position, volume_level … */
  attributes: z.record(z.string(), z.unknown()).default({}),
});

/** The house as plain data: what may be spoken about (exposed entities only). */
export const houseSchema = z.object({ areas: z.array(areaSchema), entities: z.array(entitySchema) });

export type Area = z.infer<typeof areaSchema>;
export type Entity = z.infer<typeof entitySchema>;
export type House = z.infer<typeof houseSchema>;

export const ACTIONS = [
  'turn_on',
  'turn_off',
  'toggle',
  'set_brightness',
  'set_color',
  'set_color_temp',
  'set_effect',
  'set_temperature',
  'set_mode',
  'set_preset',
  'set_fan_mode',
  'set_speed',
  'set_direction',
  'set_oscillation',
  'set_shuffle',
  'set_repeat',
  'set_humidity',
  'set_value',
  'open',
  'close',
  'set_position',
  'set_tilt',
  'lock',
  'unlock',
  'set_volume',
  'play',
  'pause',
  'next',
  'previous',
  'join',
  'unjoin',
  'dock',
  'locate',
  'clean_area',
  'arm_home',
  'arm_away',
  'arm_night',
  'disarm',
  'press',
  'unmute',
  'activate',
  'get_state',
  'list_on',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What a question about several asks of them together: which has the most or the least, their average, whether all are so, or each of those that were named. */
export const AGGREGATES = ['max', 'min', 'mean', 'all', 'each'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** What was asked of the house, by whichever way it was understood. */
export const commandSchema = z.object({
  action: z.enum(ACTIONS),
  /** Entity ids; empty only for questions about a whole area or house. */
  targets: z.array(z.string()),
  /** Brightness, position and volume in percent (0 to 100), temperature in the house's unit, colour as a CSS colour name, its temperature in kelvin, modes as Home Assistant's, for clean_area the id of the area, for join that of the player they play along with, for get_state what is asked ("temperature"). */
  value: z.union([z.number(), z.string()]).optional(),
  /** The upper end of a range of degrees, of which `value` is the lower. */
  high: z.number().optional(),
  /** By how much each target changes from what it has now, in the unit of `value`, which then only tells where all get to. */
  by: z.number().optional(),
  aggregate: z.enum(AGGREGATES).optional(),
  /** The area or domain that was named instead of a device, for the answer ("the kitchen lights"). */
  area: z.string().optional(),
  domain: z.enum(DOMAINS).optional(),
});
export type Command = z.infer<typeof commandSchema> & {
  /** Of a command that waits for a yes: those of the same sentence that wait for theirs. */
  next?: Command[];
};

/** How a command ended: `done` and `failed` name entities after their new state was read back. */
export interface CommandResult {
  ok: boolean;
  done: Entity[];
  /** Entities that did not get there, each with the reason in words. */
  failed: { entity: Entity; reason: string }[];
}

export interface HomeStatus {
  state: 'connecting' | 'connected' | 'disconnected' | 'unauthorised';
  /** For people: what is wrong and what to do; empty when connected. */
  detail: string;
}

/** What a recogniser would do with a sentence: to which entities; undefined where it doesn't say. */
export interface Reading {
  targets: readonly string[] | undefined;
  /** It knows the sentence, and does something that it doesn't tell: its owner's own intent, or an automation. */
  isOwn: boolean;
}

/** What Home Assistant's own recogniser made of a sentence; null when it didn't know it. */
export interface Conversation {
  /** What it would say. */
  speech: string;
  /** True when something was done, false when it was an answer to a question. */
  acted: boolean;
  ok: boolean;
  targets: string[];
  /** What it says it has done and hasn't, as far as that can be read back. */
  failed?: CommandResult['failed'];
  /** Nothing was done: only its owner knows what it would do, so a person has to be asked first. */
  asks?: true;
}

/** Where a house stands, as its owner has entered it. */
export interface Place {
  name?: string;
  /** ISO 3166 code. */
  country?: string;
  latitude?: number;
  longitude?: number;
}

/** What is so around the house, of which nobody speaks by a name. */
export interface Surroundings {
  /** State of Home Assistant's `sun.sun`. */
  sun: string | undefined;
  /** When it rises and sets next, in milliseconds since the epoch; missing where Home Assistant has no sun. */
  next?: { sunrise: number; sunset: number } | undefined;
  /** States of its persons. */
  people: readonly string[];
}

/** A service of Home Assistant's. */
export interface ServiceCall {
  /** "notify.mobile_app_anna" */
  service: string;
  /** Ids of entities. */
  targets: readonly string[];
  data: Readonly<Record<string, unknown>>;
}

/** A state that an entity had from a moment on, in milliseconds since the epoch. */
export interface PastState {
  id: string;
  state: string;
  at: number;
}

/** A house: Home Assistant or the demo house behind one interface. */
export interface Home {
  readonly kind: 'home-assistant' | 'demo';
  status(): HomeStatus;
  /** IANA name of its time zone; this machine's where it isn't known. */
  timeZone?(): string | undefined;
  /** Where it stands, once that is known. */
  place?(): Place | undefined;
  /** Where the sun is and whether anyone is home, where it can tell; nobody by name, and whatever may be spoken about. */
  surroundings?(): Surroundings;
  /** Everything that may be spoken about; the same object until something changes. */
  house(): House;
  /**
   * Entities that may not be spoken about, by an id or a pattern with `*`: what guards the house has to know what they are. No
   * states, and nothing that is told to anybody.
   */
  behind?(pattern: string): Entity[];
  /** Id of the area that a device or an entity of Home Assistant's is in, by its id, whether it may be spoken about or not. */
  areaOf?(id: string): string | undefined;
  /**
   * The voice satellites of Home Assistant's own: undefined where there are none, and the id of the area of that one which
   * waits for an answer, if it is the only one.
   */
  satellites?(): { asking: string | undefined } | undefined;
  /**
   * Resolves at once while the house is there, and within 3 s while the first connection is made.
   * @throws JarvisError home-unreachable, home-unauthorised, not-configured, at once when it is known to be away; AbortError.
   */
  ready(signal: AbortSignal): Promise<void>;
  /**
   * Carries a command out, whatever it opens, and reads the new state back: people and models come through `guarded`.
   * @throws JarvisError home-unreachable, home-refused.
   */
  run(command: Command, signal: AbortSignal): Promise<CommandResult>;
  /** What its lists, calendars, weather and players hold, where it can tell. */
  readonly contents?: Contents;
  /**
   * Asks the house's own recogniser, where it has one; null when it doesn't know the sentence, or can't say so within 3 s.
   * @param area name or id of the room of whoever says it, where it is known.
   * @param may whether a reading may be done; asked before anything is, and null is the answer where it may not
   */
  converse?(
    text: string,
    language: string,
    signal: AbortSignal,
    area?: string,
    may?: (reading: Reading) => boolean,
  ): Promise<Conversation | null>;
  /**
   * What a camera that may be spoken about shows now: a JPEG, of some cameras a PNG.
   * @param camera its id
   * @throws JarvisError home-refused, home-unauthorised, home-unreachable; AbortError.
   */
  picture?(camera: string, signal: AbortSignal): Promise<Buffer>;
  /** Speaks through a media player of the house (Home Assistant `tts.speak`). */
  speak?(text: string, language: string, player: string, engine: string, signal: AbortSignal): Promise<void>;
  /** Calls a service as it is, and reads nothing back. @throws JarvisError home-unreachable, home-refused; AbortError. */
  call?(call: ServiceCall, signal: AbortSignal): Promise<void>;
  /** What forms offer to choose from; where it is missing, `house` is all. @throws as `ready`. */
  catalogue?(signal: AbortSignal): Promise<Catalogue>;
  /** Fires an event at the house, where it has any. @throws JarvisError home-unreachable, home-refused; AbortError. */
  fire?(type: string, data: object, signal: AbortSignal): Promise<void>;
  /**
   * The states that entities had, each with the one at the beginning, in their order; times in milliseconds since the epoch.
   * @throws JarvisError home-unreachable, home-refused, timeout; AbortError.
   */
  history?(of: { ids: readonly string[]; from: number; to: number }, signal: AbortSignal): Promise<PastState[]>;
  onChange(listener: (changed: Entity[]) => void): () => void;
  onStatus(listener: (status: HomeStatus) => void): () => void;
  /** Home Assistant events of one type (`jarvis_say`); the demo house has none. Survives reconnects. */
  onEvent(type: string, listener: (data: Record<string, unknown>) => void): () => void;
  close(): Promise<void>;
}
