import { type Kind, kindsNamed, namesInWords, TELEVISIONS } from '../../home/names.js';
import { staysOn } from '../../home/opening.js';
import type { Area, Entity } from '../../home/types.js';
import { stem } from '../../language/fold.js';
import { isCalled } from './by-name.js';
import type { Phrase } from './phrase.js';
import { roomSensor } from './room-sensor.js';
import { devicesOfKinds, group, type Scope, type Target, type Wanted } from './scope.js';

/** "in the kitchen" or nothing at all: what the action is about there, e.g. the lights. */
export function byDefault(
  of: Kind,
  read: Phrase,
  place: Area | undefined,
  { index, here }: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const all = index.ofKinds([of]).filter(fits);
  const where = place ?? (read.everywhere ? undefined : here);
  const there = where ? all.filter(({ area }) => area === where.id) : all;
  if (of === 'temperature' || of === 'humidity') {
    const chosen = where || all.length === 1 ? roomSensor(there, of, where) : undefined;
    return chosen ? { entities: [chosen], ...(where ? { area: where.id } : {}) } : null;
  }
  if (read.everywhere || wanted.anywhere) return group(there, where);
  const active = (some: Entity[]) => some.filter((entity) => wanted.active?.(entity) ?? false);
  if (of === 'media_player' && active(there).length > 0 && where) return group(active(there), where);
  // nothing plays in this room: what plays in another
  const elsewhere = place || (where && of !== 'media_player') ? [] : active(all);
  if (elsewhere.length === 1) return group(elsewhere);
  if (!where && there.length !== 1) return null;
  // this room may have none of its own where the house has just one, e.g. the heating
  if (there.length === 0 && !place) return all.length === 1 ? group(all) : null;
  return of === 'media_player' && there.length > 1 ? null : group(there, where);
}

/** "the lights", "the blinds in the bedroom", "the thermostat". */
export function ofKind(
  kindWords: string[],
  read: Phrase,
  place: Area | undefined,
  scope: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const { index, here, language, words } = scope;
  // "the music" is whatever plays, "the TV" one make of it
  const isMusic = kindWords.every((word) => kindsNamed(word, language).includes('media_player'));
  if (isMusic && wanted.active && !kindWords.some((word) => words.specific.has(word))) {
    return byDefault('media_player', read, place, scope, wanted, fits);
  }
  // all the plugs are switched off but the fridge's
  const spared = (entity: Entity) => wanted.roomless && entity.domain === 'switch' && staysOn(entity, index.house);
  const some = devicesOfKinds(kindWords, scope).filter(fits);
  const house = some.length > 1 ? some.filter((entity) => !spared(entity)) : some;
  const at = (area: Area | undefined) => (area ? house.filter((entity) => entity.area === area.id) : []);
  const isGroup = kindWords.some((word) => words.groups.has(word));
  if (place) {
    return isGroup || read.all
      ? group(called(at(place), kindWords, scope, true), place)
      : single(at(place), kindWords, scope);
  }
  if (read.everywhere || read.all || (wanted.anywhere && isGroup)) return group(called(house, kindWords, scope, true));
  const local = at(here);
  if (isGroup && local.length > 0) return group(local, here);
  if (isGroup && wanted.wide && house.length > 1) return group(called(house, kindWords, scope, true));
  if (isGroup && wanted.domains.includes('light') && kindsNamed(kindWords[0] ?? '', language).includes('light')) {
    return house.length === 1 || (wanted.roomless && !here) ? group(house) : null;
  }
  return single(local, kindWords, scope) ?? (local.length > 1 ? null : single(house, kindWords, scope));
}

/** A telly is a television, whatever it is called. */
const TELEVISION: ReadonlySet<string> = new Set(TELEVISIONS.map(stem));
const isSame = (one: string, other: string) => one === other || (TELEVISION.has(one) && TELEVISION.has(other));

/** Those that are called like a kind: all where none is, but none for words of one make, as a television isn't any media player. */
export function called(candidates: Entity[], kindWords: string[], { words }: Scope, lenient = false): Entity[] {
  const stems = kindWords.map(stem);
  const named = candidates.filter((entity) =>
    namesInWords(entity).some((name) => {
      const joined = name.join('');
      return stems.every(
        (root, at) => joined.endsWith(kindWords[at] ?? '') || name.some((word) => isSame(stem(word), root)),
      );
    }),
  );
  if (kindWords.some((word) => words.specific.has(word))) return named;
  return lenient || named.length === 0 ? candidates : named;
}

function single(candidates: Entity[], kindWords: string[], scope: Scope): Target | null {
  const found = called(candidates, kindWords, scope);
  // "the humidifier" is the one that is called just that, and not the dehumidifier
  const exactly = found.filter((entity) => isCalled(entity, kindWords));
  const [one, ...more] = exactly.length === 1 ? exactly : found;
  return one && more.length === 0 ? { entities: [one] } : null;
}
