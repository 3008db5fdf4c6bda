import type { Kind } from './names.js';
import { type SpokenNames, spokenNamesOf } from './spoken-names.js';
import type { Area, Domain, Entity, House } from './types.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';
import { type WordIndex, wordIndexOf } from './word-index.js';

export interface FindOptions {
  /** Id or name of the area the asker is in: its entities come first among equals. */
  area?: string | undefined;
  /** Most entities to return; 10 when not given. */
  limit?: number;
  domains?: readonly Domain[] | undefined;
  /** Whose words for kinds of devices count, besides English, and whose empty words don't; all languages' when not given. */
  language?: string | undefined;
}

export interface NameOptions {
  domains?: readonly Domain[] | undefined;
  /** Id or name of the area that goes without saying: where its entities are called so, only those are returned. */
  area?: string | undefined;
}

export interface Found {
  entity: Entity;
  /** Larger is better; comparable within one answer only. */
  score: number;
}

/** Finds entities and areas of a house by words. */
export interface EntityIndex {
  readonly house: House;
  /** The same object while no name, area or device class changes: what is collected from them can be kept with it. */
  readonly names: object;
  /** Entities that a query in any wording may be about, best first. For shortlists, never to act upon directly. */
  find(query: string, options?: FindOptions): Found[];
  /**
   * Entities that are called exactly this (name or alias; accents, case, spaces and articles don't count), with or
   * without their area's name when that is said, given or leaves only one. Several when several are called so.
   */
  named(text: string, options?: NameOptions): Entity[];
  /** The area of this name, alias or id. */
  area(text: string): Area | undefined;
  entity(id: string): Entity | undefined;
  /** Entities of an area (id or name), in the house's order; of the whole house without one. */
  inArea(area: string | undefined, domains?: readonly Domain[]): Entity[];
  /** Entities that can be called by any of these kinds, in the house's order. */
  ofKinds(kinds: readonly Kind[]): Entity[];
  /**
   * Entities with all of these stems among the words of their names, in the house's order.
   * @param begun words that only begin so count too, where the beginning has some letters
   */
  withWords(stems: readonly string[], begun: boolean): Entity[];
}

/** What only depends on names: kept over changes of state. */
interface Names {
  house: House;
  vocabulary: Vocabulary;
  spoken: SpokenNames;
  /** Made at first use. */
  readonly words: WordIndex;
}

/** "Switch off the light" isn't about switches. */
const SWITCHING = /(?:^|\b(?:and|then|please|to|you)\s)\s*switch(?=\s)/gi;

const indexes = new WeakMap<House, EntityIndex>();
const namesByAreas = new WeakMap<readonly Area[], Names>();

/**
 * The index of a house, made once for each house object. While a home only changes states and keeps its `areas` array,
 * what was collected from the names is used again, so that a change costs well under a millisecond.
 */
export function entityIndex(house: House): EntityIndex {
  const known = indexes.get(house);
  if (known) return known;
  const older = namesByAreas.get(house.areas);
  const names = older && sameNames(older.house, house) ? older : namesOf(house);
  namesByAreas.set(house.areas, names);
  const index = indexOf(house, names);
  indexes.set(house, index);
  return index;
}

function namesOf(house: House): Names {
  let words: WordIndex | undefined;
  return {
    house,
    vocabulary: vocabularyOf(house),
    spoken: spokenNamesOf(house),
    get words() {
      words ??= wordIndexOf(house);
      return words;
    },
  };
}

function indexOf(house: House, names: Names): EntityIndex {
  const { vocabulary, spoken } = names;
  const at = (positions: readonly number[]) => {
    const found: Entity[] = [];
    for (const position of positions) {
      const entity = house.entities[position];
      if (entity) found.push(entity);
    }
    return found;
  };
  const byId = new Map(house.entities.map((entity) => [entity.id, entity]));
  const area = (text: string): Area | undefined =>
    house.areas.find(({ id }) => id === text) ?? house.areas[spoken.area(text) ?? -1];
  const areaId = (text: string | undefined) => (text === undefined ? undefined : area(text)?.id);

  return {
    house,
    names,
    area,
    entity: (id) => byId.get(id),
    find(query, { area: asker, limit = 10, domains, language } = {}) {
      const here = areaId(asker);
      const found: Found[] = [];
      vocabulary.score(query.replace(SWITCHING, ' '), language).forEach((score, position) => {
        const entity = house.entities[position];
        if (score === 0 || entity === undefined || (domains && !domains.includes(entity.domain))) return;
        found.push({ entity, score: here !== undefined && entity.area === here ? score * 1.3 : score });
      });
      found.sort((a, b) => b.score - a.score);
      const least = (found[0]?.score ?? 0) / 4;
      return found.slice(0, Math.max(0, limit)).filter(({ score }) => score >= least);
    },
    named(text, { domains, area: said } = {}) {
      const fits = (position: number) => {
        const entity = house.entities[position];
        return entity !== undefined && (domains === undefined || domains.includes(entity.domain));
      };
      return at(spoken.entities(text, areaId(said), fits));
    },
    ofKinds: (kinds) => at(names.words.ofKinds(kinds)),
    withWords: (stems, begun) => at(names.words.withWords(stems, begun)),
    inArea(wanted, domains) {
      const id = areaId(wanted);
      if (wanted !== undefined && id === undefined) return [];
      return house.entities.filter(
        (entity) =>
          (id === undefined || entity.area === id) && (domains === undefined || domains.includes(entity.domain)),
      );
    },
  };
}

/** Whether two houses with the same areas have the same entities under the same names. */
function sameNames(a: House, b: House): boolean {
  return (
    a.entities.length === b.entities.length &&
    a.entities.every((entity, position) => {
      const other = b.entities[position];
      return (
        other !== undefined &&
        (entity === other ||
          (entity.id === other.id &&
            entity.name === other.name &&
            entity.area === other.area &&
            entity.aliases === other.aliases &&
            String(entity.labels) === String(other.labels) &&
            entity.attributes['device_class'] === other.attributes['device_class']))
      );
    })
  );
}
