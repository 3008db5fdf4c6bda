import { kindsOf } from '../../home/names.js';
import type { Command, Entity } from '../../home/types.js';
import { wantedBy } from './command-for.js';
import { narrowed } from './narrowed.js';
import { readPhrase } from './phrase.js';
import { roomSensor } from './room-sensor.js';
import { group, type Scope } from './scope.js';
import type { CompiledPattern } from './tables.js';
import { MEASURES } from './types.js';

/** Measures of the air: several sensors in a place are told as their average. */
const OF_AIR: readonly unknown[] = ['temperature', 'humidity', 'illuminance', 'carbon_dioxide'];

/** Of several sensors of a room's temperature or humidity the one that tells it, where that is certain. */
function ofRooms(entities: Entity[], value: unknown, { index }: Scope): Entity[] {
  if (value !== 'temperature' && value !== 'humidity') return entities;
  const rooms = new Set(entities.map(({ area }) => area));
  return [...rooms].flatMap((area) => {
    const there = entities.filter((entity) => entity.area === area);
    const one = roomSensor(there, value, area === undefined ? undefined : index.area(area));
    return one ? [one] : there;
  });
}

/**
 * A question about all in the house, on a floor, of a label or in a room: "the warmest room upstairs", "is anything open".
 * Null where the phrase says more than a place, and where one of several would have to be guessed.
 */
export function askedOfEvery(pattern: CompiledPattern, phrase: string, scope: Scope): Command | null {
  const { value } = pattern;
  if (value === undefined || value === 'on' || value === 'off') return null;
  const within = narrowed(phrase, scope);
  const { area, here, rest, ambiguous } = readPhrase(within?.rest ?? phrase, scope);
  const place = area ?? (here ? scope.here : undefined);
  if (ambiguous || rest.length > 0 || (here && !place)) return null;
  const { domains, accepts } = wantedBy(pattern);
  const isMeasured = MEASURES.some((measure) => measure === value);
  const isMeant = (entity: Entity) =>
    domains.includes(entity.domain) &&
    accepts?.(entity) !== false &&
    within?.accepts(entity) !== false &&
    // the garden is no room
    (!OF_AIR.includes(value) || (entity.area !== undefined && !kindsOf(entity).includes('outside')));
  const some = scope.index.inArea(place?.id).filter(isMeant);
  const found = group(pattern.aggregate === 'mean' ? some : ofRooms(some, value, scope), place);
  if (!found) return null;
  const { entities, ...where } = found;
  const isOne = !isMeasured || pattern.aggregate !== undefined || entities.length === 1;
  const mean = OF_AIR.includes(value) && phrase !== '' ? ('mean' as const) : undefined;
  if (!isOne && !mean) return null;
  const aggregate = pattern.aggregate ?? (isOne ? undefined : mean);
  return {
    action: 'get_state',
    targets: entities.map(({ id }) => id),
    value,
    ...where,
    ...(aggregate && { aggregate }),
  };
}
