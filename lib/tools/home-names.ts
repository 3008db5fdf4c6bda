import { entityIndex } from '../home/entity-index.js';
import { stem, words } from '../home/fold.js';
import { type Kind, kindsNamed, kindsOf } from '../home/names.js';
import type { Entity, House } from '../home/types.js';
import { clean } from './home-lines.js';

/** A name or argument the model got wrong; the message helps it to get it right. */
export class Unknown extends Error {
  override name = 'Unknown';
}

/**
 * The devices a model names: an id, a name, or a kind with a room ("lights" in the kitchen).
 * @throws Unknown with close names when there is none.
 */
export function devicesNamed(house: House, name: string, area: string | undefined): Entity[] {
  const index = entityIndex(house);
  const byId = index.entity(name.trim());
  if (byId) return [byId];
  const kinds = kindsIn(name);
  const ofKind =
    kinds.length > 0 && area !== undefined && index.area(area)
      ? index.inArea(area).filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)))
      : [];
  // "lights" are all of the room, even where one of them is called "Kitchen Lights"; "light" is the "Kitchen Light"
  if (ofKind.length > 0 && words(name).some((word) => stem(word) !== word)) return ofKind;
  const named = index.named(name, { area });
  if (named.length > 0) return named;
  if (ofKind.length > 0) return ofKind;
  const close = index.find(name, { area, limit: 5 }).map(({ entity }) => `${clean(entity.name)} (${entity.id})`);
  const hint = close.length > 0 ? ` Close: ${close.join(', ')}.` : '';
  throw new Unknown(`No device is called "${clean(name)}".${hint}`);
}

/**
 * The devices of a kind, a room, or both.
 * @throws Unknown when neither is given or one isn't known.
 */
export function devicesOf(house: House, what: string | undefined, area: string | undefined): Entity[] {
  if (what === undefined && area === undefined) throw new Unknown('Give names, an area, or what to look for.');
  const index = entityIndex(house);
  if (area !== undefined && !index.area(area)) {
    const known = house.areas.slice(0, 30).map(({ name }) => clean(name));
    throw new Unknown(`No area is called "${clean(area)}". Areas: ${known.join(', ')}.`);
  }
  const there = index.inArea(area);
  if (what === undefined) return there;
  const kinds = kindsIn(what);
  if (kinds.length > 0) return there.filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)));
  const ids = new Set(there.map(({ id }) => id));
  return index
    .find(what, { area, limit: 30 })
    .map(({ entity }) => entity)
    .filter(({ id }) => ids.has(id));
}

/** Whether several found devices are meant together: all of one room that was asked for. */
export function placeOf(house: House, found: readonly Entity[], area: string | undefined): boolean {
  const id = area === undefined ? undefined : entityIndex(house).area(area)?.id;
  return id !== undefined && found.every((entity) => entity.area === id);
}

/** The kinds a phrase of nothing but kind words names: "all lights", "the lamps". */
function kindsIn(phrase: string): Kind[] {
  const said = words(phrase).filter(
    (word) =>
      !['all', 'the', 'every', 'alle', 'die', 'toutes', 'tous', 'les', 'todas', 'todos', 'las', 'los'].includes(word),
  );
  const kinds = said.map((word) => kindsNamed(word));
  return kinds.every((named) => named.length > 0) ? kinds.flat() : [];
}
