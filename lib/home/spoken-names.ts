import { LINKERS } from '../language/fold.js';
import { kindsNamed, kindsOf, nameWords, withSignsSpoken } from './names.js';
import { namesOfAreas } from './room-names.js';
import type { House } from './types.js';

/** Looks names up as they are spoken; entities by position in `house.entities`, areas by position in `house.areas`. */
export interface SpokenNames {
  /** Entities called so, best reading first found; `area` is the id of the area that goes without saying. */
  entities(text: string, area: string | undefined, fits: (entity: number) => boolean): number[];
  area(text: string): number | undefined;
}

/** A name without fillers and spaces: "the Kitchen Light", "kitchenlight" and "Kitchen-Light" are one. */
function key(text: string): string {
  return nameWords(text).join('');
}

/** The keys of names, as they are written and with their signs spoken. */
function spellings(names: readonly string[]): string[] {
  return [...new Set(names.flatMap(withSignsSpoken).map(key))].filter((name) => name !== '');
}

/** Collects what entities and areas are called. */
export function spokenNamesOf(house: House): SpokenNames {
  const areas = new Map<string, number>();
  const areaKeys = new Map<string, string[]>();
  const called = namesOfAreas(house.areas);
  house.areas.forEach((area, position) => {
    const keys = spellings(called.get(area.id) ?? []);
    areaKeys.set(area.id, keys);
    for (const name of keys) if (!areas.has(name)) areas.set(name, position);
  });
  house.areas.forEach((area, position) => {
    const byId = key(area.id);
    if (byId !== '' && !areas.has(byId)) areas.set(byId, position);
  });

  /** Full names, and names without their area's words. */
  const full = new Map<string, number[]>();
  const bare = new Map<string, number[]>();
  const inArea = new Map<string, Map<string, number[]>>();
  house.entities.forEach((entity, position) => {
    const ofArea = inArea.get(entity.area ?? '') ?? new Map<string, number[]>();
    inArea.set(entity.area ?? '', ofArea);
    for (const name of spellings([entity.name, ...entity.aliases])) {
      push(full, name, position);
      push(ofArea, name, position);
      for (const rest of restsWithout(name, areaKeys.get(entity.area ?? '') ?? [])) {
        push(bare, rest, position);
        push(ofArea, rest, position);
      }
    }
  });

  const look = (name: string, area: string | undefined, fits: (entity: number) => boolean): number[] => {
    const there = (map: Map<string, number[]> | undefined, wanted: string) => (map?.get(wanted) ?? []).filter(fits);
    const exact = there(full, name);
    if (area !== undefined) {
      const here = exact.filter((position) => house.entities[position]?.area === area);
      if (here.length > 0) return here;
      const bareHere = there(inArea.get(area), name);
      if (bareHere.length > 0) return bareHere;
    }
    if (exact.length > 0) return exact;
    const named = new Set<number>();
    for (const [id, keys] of areaKeys) {
      for (const rest of restsWithout(name, keys))
        for (const position of there(inArea.get(id), rest)) named.add(position);
    }
    if (named.size > 0) return [...named];
    return [];
  };

  /** "coffee machine" for the only "Kitchen Coffee Machine"; but "lights" alone are not the "Garden Lights". */
  const lookAnywhere = (said: string[], area: string | undefined, fits: (entity: number) => boolean): number[] => {
    if (area !== undefined || said.every((word) => kindsNamed(word).length > 0)) return [];
    const found = (bare.get(said.join('')) ?? []).filter(fits);
    return found.length === 1 ? found : [];
  };

  return {
    entities(text, area, fits) {
      const spoken = nameWords(text);
      const found = look(spoken.join(''), area, fits);
      if (found.length > 0) return found;
      const anywhere = lookAnywhere(spoken, area, fits);
      if (anywhere.length > 0 || spoken.length < 2) return anywhere;
      // "ceiling light" for a light that is just called "Ceiling"
      for (const [kindWord, rest] of [
        [spoken[spoken.length - 1], spoken.slice(0, -1)],
        [spoken[0], spoken.slice(1)],
      ] as const) {
        const kinds = kindsNamed(kindWord ?? '');
        if (kinds.length === 0) continue;
        const isKind = (position: number) => {
          const entity = house.entities[position];
          return entity !== undefined && fits(position) && kindsOf(entity).some((kind) => kinds.includes(kind));
        };
        const ofKind = look(rest.join(''), area, isKind);
        if (ofKind.length > 0) return ofKind;
      }
      return [];
    },
    area: (text) => areas.get(key(text)),
  };
}

/** What is left of a name without an area's name before or after it; compounds too ("kuchenlicht" leaves "licht"). */
function restsWithout(name: string, areaKeys: readonly string[]): readonly string[] {
  const touching = areaKeys.filter((area) => name.startsWith(area) || name.endsWith(area));
  if (touching.length === 0) return [];
  const rests = new Set<string>();
  for (const area of touching) {
    if (name.endsWith(area)) rests.add(name.slice(0, -area.length));
    if (!name.startsWith(area)) continue;
    const after = name.slice(area.length);
    for (const linker of LINKERS) if (after.startsWith(linker)) rests.add(after.slice(linker.length));
  }
  return [...rests].filter((rest) => rest.length >= 2);
}

function push(map: Map<string, number[]>, name: string, position: number): void {
  const known = map.get(name);
  if (!known) map.set(name, [position]);
  else if (known[known.length - 1] !== position) known.push(position);
}
