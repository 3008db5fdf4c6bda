import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languagesWith, languageTable, listed } from '../language/folders.js';
import type { Area } from './types.js';

/** What rooms are commonly called, by what they are: names of a list of a language's folder. */
const ROOMS = z.record(z.string(), z.string().transform(listed));
const CALLED = new Map<string, string[]>();
for (const language of languagesWith('rooms.json')) {
  for (const [room, names] of Object.entries(languageTable(language, 'rooms', ROOMS) ?? {}))
    CALLED.set(room, [...(CALLED.get(room) ?? []), ...names]);
}
const ROOM_OF = new Map([...CALLED].flatMap(([room, names]) => names.map((name) => [fold(name), room] as const)));

/**
 * The names of each area, by its id: its own, then those of a room such as "Kitchen" in all languages: "cocina", where it is
 * the only one of its sort and nothing else is called so.
 */
export function namesOfAreas(areas: readonly Area[]): ReadonlyMap<string, readonly string[]> {
  const own = areas.map(({ name, aliases }) => [name, ...aliases]);
  const taken = new Set(own.flat().map(fold));
  const rooms = own.map((names) => names.map((name) => ROOM_OF.get(fold(name))).find(Boolean));
  return new Map(
    areas.map(({ id }, at) => {
      const [room, names = []] = [rooms[at], own[at]];
      const isOnly = room !== undefined && rooms.filter((other) => other === room).length === 1;
      const others = isOnly ? (CALLED.get(room) ?? []).filter((name) => !taken.has(fold(name))) : [];
      return [id, [...names, ...new Set(others)]];
    }),
  );
}
