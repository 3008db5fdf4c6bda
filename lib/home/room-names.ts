import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languagesWith, languageTable, listed } from '../language/folders.js';
import type { Area } from './types.js';

/** What rooms are commonly called, by what they are: names of a list of a language's folder. */
const ROOMS = z.record(z.string(), z.string().transform(listed));
/** What each room is called in all languages, and which room a folded name calls; read with the first house. */
let known: { called: ReadonlyMap<string, readonly string[]>; roomOf: ReadonlyMap<string, string> } | undefined;

function roomsRead(): NonNullable<typeof known> {
  const called = new Map<string, string[]>();
  for (const language of languagesWith('rooms.json'))
    for (const [room, names] of Object.entries(languageTable(language, 'rooms', ROOMS) ?? {}))
      called.set(room, [...(called.get(room) ?? []), ...names]);
  const roomOf = new Map([...called].flatMap(([room, names]) => names.map((name) => [fold(name), room] as const)));
  return { called, roomOf };
}

/**
 * The names of each area, by its id: its own, then those of a room such as "Kitchen" in all languages: "cocina", where it is
 * the only one of its sort and nothing else is called so.
 */
export function namesOfAreas(areas: readonly Area[]): ReadonlyMap<string, readonly string[]> {
  known ??= roomsRead();
  const { called, roomOf } = known;
  const own = areas.map(({ name, aliases }) => [name, ...aliases]);
  const taken = new Set(own.flat().map(fold));
  const rooms = own.map((names) => names.map((name) => roomOf.get(fold(name))).find(Boolean));
  return new Map(
    areas.map(({ id }, at) => {
      const [room, names = []] = [rooms[at], own[at]];
      const isOnly = room !== undefined && rooms.filter((other) => other === room).length === 1;
      const others = isOnly ? (called.get(room) ?? []).filter((name) => !taken.has(fold(name))) : [];
      return [id, [...names, ...new Set(others)]];
    }),
  );
}
