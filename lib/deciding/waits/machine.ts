import { entityIndex } from '../../home/entity-index.js';
import { misheardAs } from '../../home/misheard.js';
import { namesInWords, nameWords } from '../../home/names.js';
import type { Domain, Entity, House } from '../../home/types.js';
import { oneOf } from '../../language/folders.js';
import { isPower } from '../conditions/done.js';
import { statusSource, type WaitWords } from './words.js';

const SWITCHED: readonly Domain[] = ['switch', 'fan', 'other', 'climate', 'humidifier'];
/** What tells whether a machine has finished, the surer first; a plug of a machine may always be on. */
const TELLING: readonly ((entity: Entity) => boolean)[] = [
  ({ domain, attributes }) =>
    domain === 'sensor' &&
    ['undefined', 'enum'].includes(String(attributes['device_class'])) &&
    !isMeasured(attributes),
  ({ domain, attributes }) =>
    domain === 'binary_sensor' &&
    ['undefined', 'running', 'power', 'moving'].includes(String(attributes['device_class'])),
  ({ domain }) => domain === 'vacuum' || domain === 'lawn_mower',
  isPower,
  ({ domain }) => SWITCHED.includes(domain),
];

function isMeasured(attributes: Entity['attributes']): boolean {
  return attributes['unit_of_measurement'] !== undefined || attributes['state_class'] !== undefined;
}

/** How surely an entity tells whether a machine has finished, 0 the most; -1 where it doesn't. */
function tellingOf(entity: Entity): number {
  return TELLING.findIndex((tells) => tells(entity));
}

/** A name as it is compared: "the Washer-Status" is "washerstatus". */
function key(name: string): string {
  return nameWords(name).join('');
}

/** The names of the entities of a house in its order, kept while none changes. */
const namesKnown = new WeakMap<object, readonly string[][]>();

function namesOf(house: House): readonly string[][] {
  const { names } = entityIndex(house);
  const known = namesKnown.get(names);
  if (known) return known;
  const made = house.entities.map((entity) => namesInWords(entity).map((name) => name.join('')));
  namesKnown.set(names, made);
  return made;
}

/**
 * What tells whether a machine has finished: "Washer status" or "Washing Machine" for "the washer".
 * @param called its name as it was said, or another of its names
 * @param isHeard the name may be misheard for another one of a machine
 */
export function machineCalled(
  called: string,
  { house, language, words, isHeard }: { house: House; language: string; words: WaitWords; isHeard: boolean },
): Entity | undefined {
  const said = key(called);
  const names = namesOf(house);
  const groups = words.machines.map((group) => group.map(key));
  const areas = oneOf(
    house.areas.flatMap(({ name, aliases }) => [name, ...aliases]),
    key,
  );
  const around = `(?:${statusSource(language)}|${areas})`;
  const named = (one: string) => {
    // letters and digits alone; a German compound has its linking letters
    const pattern = new RegExp(`^${around}{0,4}${one}(?:en|n|s)?${around}{0,4}$`, 'u');
    return house.entities
      .filter((_, at) => names[at]?.some((name) => name.includes(one) && pattern.test(name)))
      .map((entity) => ({ entity, rank: tellingOf(entity) }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)[0]?.entity;
  };
  const found = [said, ...othersOf(said, groups)].filter((one) => one !== '');
  const heard = isHeard ? likeliest(said, groups.flat()) : undefined;
  if (heard !== undefined) found.push(heard, ...othersOf(heard, groups));
  for (const one of found) {
    const entity = named(one);
    if (entity) return entity;
  }
  return undefined;
}

function othersOf(said: string, groups: readonly string[][]): readonly string[] {
  return groups.find((group) => group.includes(said))?.filter((one) => one !== said) ?? [];
}

/** The name that was heard as another, where one is like it as a whole. */
function likeliest(said: string, known: readonly string[]): string | undefined {
  const { first, last } = misheardAs(known)(said, '', '');
  const whole = first.filter(([one]) => last.some(([other]) => other === one));
  return whole.sort(([, a], [, b]) => b - a)[0]?.[0];
}
