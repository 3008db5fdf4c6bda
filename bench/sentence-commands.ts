import { askedAbout, isQuestion } from '../lib/home/actions.js';
import { colourName } from '../lib/home/colours.js';
import { type Action, type Command, DOMAINS, type House } from '../lib/home/types.js';
import { devicesOf, type SentenceTest, type TestHouse } from './sentence-tests.js';

export type Verdict = 'right' | 'silent' | 'wrong';

/** What a sentence test's meaning is for our actions: any of these actions, with a value where one is meant. */
interface Meant {
  actions: readonly Action[];
  devices: readonly string[];
  /** The devices are this room's or the house's only one: any of them is right. */
  some?: boolean;
  value?: unknown;
  /** The house's only player, where the speaker's room has none: Home Assistant does nothing, we do better. */
  elsewhere?: readonly string[];
}

const SWITCHED = /^(light|switch|fan|media_player|climate|input_boolean|siren|remote|humidifier|automation|script)\./;
const ON: Readonly<Record<string, readonly Action[]>> = {
  cover: ['open'],
  valve: ['open'],
  lock: ['lock'],
  scene: ['activate'],
  script: ['activate', 'turn_on'],
};
const OFF: Readonly<Record<string, readonly Action[]>> = { cover: ['close'], valve: ['close'], lock: ['unlock'] };
const ROBOTS: Readonly<Record<string, readonly Action[]>> = {
  HassVacuumStart: ['turn_on'],
  HassVacuumReturnToBase: ['dock'],
};
const PLAYER: Readonly<Record<string, readonly Action[]>> = {
  HassMediaPause: ['pause'],
  HassMediaUnpause: ['play'],
  HassMediaNext: ['next'],
  HassMediaPrevious: ['previous'],
  HassSetVolume: ['set_volume'],
  HassSetVolumeRelative: ['set_volume'],
  HassMediaPlayerMute: ['set_volume'],
};

/** What our actions make of a test's meaning; null where it isn't theirs (timers, lists, colour temperatures). */
export function meantBy({ intent, slots, context, house, here }: SentenceTest): Meant | null {
  // "all" is everything of the domain
  const { name, ...others } = slots;
  const asked = { ...context, ...(name === 'all' ? others : slots) };
  const devices = devicesOf(house, asked);
  const of = (domain: string) => devices.filter((id) => id.startsWith(`${domain}.`));
  const some = slots['name'] === undefined && slots['area'] === undefined && slots['floor'] === undefined;
  if (intent === 'HassTurnOn' || intent === 'HassTurnOff') {
    const domain = devices[0]?.split('.', 1)[0] ?? '';
    const known = (intent === 'HassTurnOn' ? ON : OFF)[domain];
    if (known) return { actions: known, devices };
    if (!devices.every((id) => SWITCHED.test(id))) return null;
    return { actions: [intent === 'HassTurnOn' ? 'turn_on' : 'turn_off'], devices };
  }
  if (intent === 'HassLightSet') {
    if (slots['brightness'] !== undefined) {
      return { actions: ['set_brightness'], devices: of('light'), value: slots['brightness'] };
    }
    return slots['color'] === undefined
      ? null
      : { actions: ['set_color'], devices: of('light'), value: colourName(String(slots['color'])) };
  }
  if (intent === 'HassSetPosition') {
    const moved = [...of('cover'), ...of('valve')];
    return moved.length === 0 ? null : { actions: ['set_position'], devices: moved, value: slots['position'] };
  }
  if (intent === 'HassClimateSetTemperature') {
    return { actions: ['set_temperature'], devices: of('climate'), some, value: slots['temperature'] };
  }
  if (intent === 'HassClimateGetTemperature') {
    return { actions: ['get_state'], devices: [...of('climate'), ...of('sensor')], some: true, value: 'temperature' };
  }
  if (intent === 'HassGetState') return { actions: ['get_state', 'list_on'], devices };
  if (intent === 'HassFanSetSpeed') {
    return { actions: ['set_speed'], devices: of('fan'), some, value: slots['percentage'] };
  }
  const robots = ROBOTS[intent];
  if (robots) return { actions: robots, devices: devices.filter((id) => /^(vacuum|lawn_mower)\./.test(id)), some };
  const actions = PLAYER[intent];
  if (!actions) return null;
  const players = house.entities.filter(({ domain, id }) => (domain || id.split('.', 1)[0]) === 'media_player');
  const elsewhere = slots['area'] === here && players.length === 1 ? players.map(({ id }) => id) : [];
  return { actions, devices: of('media_player'), elsewhere, some, value: slots['volume_level'] };
}

/** Whether a command is what a test means: the same action, devices and value; silence where there is nothing to do. */
export function judgeCommand(test: SentenceTest, command: Command | null, house: House): Verdict {
  const meant = meantBy(test);
  const nothing = !meant || meant.devices.length === 0;
  if (!command) return nothing ? 'right' : 'silent';
  const devices = (meant?.devices.length ? meant.devices : meant?.elsewhere) ?? [];
  if (!meant || devices.length === 0 || !meant.actions.includes(command.action)) return 'wrong';
  const wanted = new Set(devices);
  const about = isQuestion(command.action)
    ? askedAbout(house, { ...command, action: 'get_state' }).map(({ id }) => id)
    : command.targets;
  const alike =
    about.length > 0 && about.every((id) => wanted.has(id)) && (meant.some || new Set(about).size === wanted.size);
  const sameValue = meant.value === undefined || String(command.value) === String(meant.value);
  return alike && sameValue ? 'right' : 'wrong';
}

/** A test's house as the product has it. */
export function houseOfTest({ floors, areas, entities }: TestHouse): House {
  const named = ([name = '', ...aliases]: readonly string[]) => ({ name, aliases });
  return {
    areas: areas.map(({ id, names, floor: on }) => {
      const floor = floors.find((one) => one.id === on)?.names;
      return { id, ...named(names), ...(floor && { floor }) };
    }),
    entities: entities.map(({ id, names, domain, area, deviceClass, state }) => ({
      id,
      ...named(names),
      domain: DOMAINS.find((known) => known === domain) ?? 'other',
      ...(area === undefined ? {} : { area }),
      state: state ?? 'unknown',
      attributes: deviceClass === undefined ? {} : { device_class: deviceClass },
    })),
  };
}
