import { entityIndex } from '../home/entity-index.js';
import type { Entity, House } from '../home/types.js';
import { clean } from './home-lines.js';
import { Unknown } from './home-results.js';

/** Things of a kind that a model is told of. */
const MAX_TOLD = 20;

/** The entities of a kind that are called so, or have that id; none where none is named. */
export function namedAmong(house: House, name: string | undefined, isOne: (entity: Entity) => boolean): Entity[] {
  if (name === undefined) return [];
  const index = entityIndex(house);
  return [index.entity(name.trim()) ?? index.named(name)].flat().filter(isOne);
}

/** What a model is told that has named no single thing of a kind. @param kind its English word: "list" */
export function noneNamed(kind: string, name: string | undefined, there: readonly Entity[]): Unknown {
  const names = there.slice(0, MAX_TOLD).map((one) => clean(one.name));
  const why = name === undefined ? `Give a ${kind}.` : `No ${kind} is called "${clean(name)}".`;
  return new Unknown(`${why} ${kind.charAt(0).toUpperCase()}${kind.slice(1)}s: ${names.join(', ')}.`);
}
