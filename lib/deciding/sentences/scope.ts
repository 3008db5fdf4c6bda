import { type EntityIndex, entityIndex } from '../../home/entity-index.js';
import { type Kind, kindsNamed, kindsOf } from '../../home/names.js';
import type { Area, Domain, Entity, House } from '../../home/types.js';
import type { Words } from './tables.js';

/** Where a sentence is said. */
export interface Place {
  /** Id or name of the area the speaker is in. */
  area?: string | undefined;
  house: House;
}

/** What a sentence may speak about, and from where. */
export interface Scope {
  index: EntityIndex;
  /** The room of the speaker. */
  here: Area | undefined;
  language: string;
  words: Words;
}

export interface Wanted {
  domains: readonly Domain[];
  /** Narrows the domains, e.g. to sensors that measure a temperature. */
  accepts?(entity: Entity): boolean;
  /** What is meant when only a place is named, or nothing. */
  of?: Kind | undefined;
  /** Groups are the whole house's unless a place is named (questions like "which lights are on"). */
  anywhere?: boolean;
  /** Groups are the whole house's where the room has none. */
  wide?: boolean;
  /** What is meant before others of its kind where none is named, as what is playing. */
  active?(entity: Entity): boolean;
  /** Without a room "everything" is the whole house's, and so are the lights where the speaker's room isn't known. */
  roomless?: boolean;
  /** The sentence itself says what kind of device it is, so that its name may be shortened ("is the front door open"). */
  sure?: boolean;
}

export interface Target {
  entities: Entity[];
  /** Set when a place's devices were meant, not one by name. */
  area?: string;
  /** Set when all of a kind were meant. */
  domain?: Domain;
  /** Set when they were named one by one. */
  each?: true;
}

export function scopeOf(house: House, area: string | undefined, language: string, words: Words): Scope {
  const index = entityIndex(house);
  return { index, here: area === undefined ? undefined : index.area(area), language, words };
}

export function group(entities: Entity[], area?: Area): Target | null {
  const domains = new Set(entities.map(({ domain }) => domain));
  const [domain] = domains;
  if (domain === undefined) return null;
  return { entities, ...(area ? { area: area.id } : {}), ...(domains.size === 1 ? { domain } : {}) };
}

/** The devices of the house that are of every kind that some words name. */
export function devicesOfKinds(kindWords: readonly string[], { index, language }: Scope): Entity[] {
  const [first = [], ...others] = kindWords.map((word) => kindsNamed(word, language));
  return index
    .ofKinds(first)
    .filter((entity) => others.every((kinds) => kindsOf(entity).some((kind) => kinds.includes(kind))));
}

export function isKinds(list: readonly string[], language: string): boolean {
  return list.every((word) => kindsNamed(word, language).length > 0);
}
