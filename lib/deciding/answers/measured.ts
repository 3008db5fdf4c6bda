import { levelOf } from '../../home/actions.js';
import type { Command, Entity } from '../../home/types.js';
import { inDigits } from '../../language/plural.js';
import { ASPECTS as ATTRIBUTES } from '../sentences/types.js';
import { nameOf, placeOf } from './naming.js';
import { modeWord, sentence, stateWord } from './phrases.js';
import { isUnknown, type Speech, withUnit } from './speech.js';

/** Rooms that are told one by one. */
const MAX_ROOMS = 5;
/** What a device has beside its state, by what is asked of it, in words; undefined where it has none. */
const ASPECTS: Readonly<Record<string, (entity: Entity, speech: Speech) => string | undefined>> = {
  brightness: percentOf(levelOf),
  volume: percentOf(levelOf),
  position: percentOf(({ attributes }) => attributes['current_position']),
  speed: percentOf(({ attributes }) => attributes['percentage']),
  mode: ({ state, domain, attributes }, { phrases }) => {
    const preset = attributes['preset_mode'] ?? attributes['mode'];
    const isMode = domain === 'climate' || domain === 'water_heater' || domain === 'select';
    const modes = [isMode ? state : undefined, preset].filter((one) => typeof one === 'string');
    return (
      modes
        .filter((one) => one !== 'none')
        .map((mode) => modeWord(mode, phrases))
        .join(', ') || undefined
    );
  },
  target: ({ domain, attributes }, speech) => {
    const { temperature, target_temp_low: low, target_temp_high: high, humidity } = attributes;
    const degrees = (value: number) => withUnit(value, '°C', speech);
    if (typeof temperature === 'number') return degrees(temperature);
    if (typeof low === 'number' && typeof high === 'number')
      return sentence(speech.phrases.range, { low: inDigits(low, speech), high: degrees(high) }, speech.phrases);
    return typeof humidity === 'number' && domain === 'humidifier' ? withUnit(humidity, '%', speech) : undefined;
  },
  ...Object.fromEntries(Object.entries(ATTRIBUTES).map(([aspect, name]) => [aspect, attributeOf(name)])),
  title: ({ attributes }) => {
    const { media_title: title, media_artist: artist } = attributes;
    return [title, artist].filter((one) => typeof one === 'string' && one !== '').join(', ') || undefined;
  },
};

function attributeOf(name: string) {
  return ({ attributes }: Entity, speech: Speech) => {
    const value = attributes[name];
    if (typeof value === 'number') return withUnit(value, name.endsWith('kelvin') ? 'K' : '%', speech);
    return typeof value === 'string' && value !== '' ? modeWord(value, speech.phrases) : undefined;
  };
}

function percentOf(read: (entity: Entity) => unknown) {
  return (entity: Entity, speech: Speech) => {
    const value = read(entity);
    return typeof value === 'number' ? withUnit(Math.round(value), '%', speech) : undefined;
  };
}

/** The answer to a question about what devices have beside their states; undefined for other questions. */
export function aspectAnswer({ value }: Command, entities: readonly Entity[], speech: Speech): string | undefined {
  const aspect = ASPECTS[String(value)];
  if (!aspect) return undefined;
  const { phrases } = speech;
  const told = entities.map((entity) => {
    const what = nameOf(entity, phrases);
    const said = isUnknown(entity) ? undefined : aspect(entity, speech);
    if (said !== undefined) return sentence(phrases.value, { what, value: said }, phrases);
    return entity.state === 'off'
      ? sentence(phrases.is, { what, state: stateWord('off', what.gender, phrases) }, phrases)
      : sentence(phrases.unknown, { what }, phrases);
  });
  return told.join(' ') || phrases.none;
}

/** What is measured in a room, or by the one that has the most or the least of it, or by all of them on average. */
export function measured(command: Command, entities: readonly Entity[], speech: Speech): string {
  const { value: what, aggregate } = command;
  const { phrases, house } = speech;
  const known = entities
    .filter((entity) => Number.isFinite(measuredBy(entity)))
    .sort((a, b) => measuredBy(a) - measuredBy(b));
  const one = (aggregate === 'max' ? known.at(-1) : known[0]) ?? entities[0];
  if (!one) return phrases.none;
  const name = nameOf(one, phrases);
  if (known.length === 0) return sentence(phrases.unknown, { what: name }, phrases);
  const unit = one.domain === 'climate' ? '°C' : one.domain === 'sensor' ? one.attributes['unit_of_measurement'] : '%';
  if (aggregate === 'mean' && known.length > 1) {
    const mean = known.reduce((sum, entity) => sum + measuredBy(entity), 0) / known.length;
    return sentence(phrases.average, { value: withUnit(mean, unit, speech) }, phrases);
  }
  // "in the kitchen and the hall"
  const rooms = new Set(known.map(({ area }) => area));
  if ((aggregate === undefined || aggregate === 'each') && known.length > 1 && rooms.size === known.length) {
    const each = known.slice(0, MAX_ROOMS).map((entity) => measured({ ...command, area: undefined }, [entity], speech));
    return each.map((said) => said.charAt(0).toUpperCase() + said.slice(1)).join(' ');
  }
  const area = house.areas.find(({ id }) => id === one.area);
  const values = { what: name, value: measuredBy(one), where: placeOf(area, phrases) };
  if (what === 'humidity') return sentence(phrases.humidity, values, phrases);
  if (what === 'temperature') return sentence(area ? phrases.temperature : phrases.temperatureOf, values, phrases);
  return sentence(phrases.value, { what: name, value: withUnit(measuredBy(one), unit, speech) }, phrases);
}

/** What a sensor or thermostat measures; NaN where that isn't known. */
export function measuredBy({ domain, state, attributes }: Entity): number {
  if (domain === 'climate') return Number(attributes['current_temperature']);
  // of what is no sensor only the battery is asked
  return Number(domain === 'sensor' ? state || Number.NaN : attributes['battery_level']);
}
