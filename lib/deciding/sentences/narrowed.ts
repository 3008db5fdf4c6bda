import type { EntityIndex } from '../../home/entity-index.js';
import { isFiller } from '../../home/names.js';
import type { Entity } from '../../home/types.js';
import { fold, words } from '../../language/fold.js';
import type { Scope } from './scope.js';

/** A floor or a label: how it is called, folded, and what is there or has it. */
interface Part {
  said: string;
  accepts(entity: Entity): boolean;
}

const partsByNames = new WeakMap<object, readonly Part[]>();

/** What a phrase says beside a floor or a label ("everything upstairs"), and which entities are there or have it. */
export function narrowed(
  phrase: string,
  { index, words: { silent } }: Scope,
): (Pick<Part, 'accepts'> & { rest: string }) | undefined {
  const spoken = ` ${phrase} `;
  const part = partsOf(index).find(({ said }) => spoken.includes(` ${said} `));
  if (!part) return undefined;
  const [before = [], ...after] = spoken.split(` ${part.said} `).map(words);
  const saysNothing = (word: string) => silent.has(word) || isFiller(word);
  // without "on the" of "on the upper floor"
  const last = before.findLastIndex((word) => !saysNothing(word));
  const rest = [...before.slice(0, last + 1), ...after.flat()];
  return { rest: rest.every(saysNothing) ? '' : rest.join(' '), accepts: part.accepts };
}

function partsOf({ names, house }: EntityIndex): readonly Part[] {
  const known = partsByNames.get(names);
  if (known) return known;
  const floors = new Set(house.areas.flatMap(({ floor = [] }) => floor));
  const labels = new Set(house.entities.flatMap(({ labels = [] }) => labels));
  const made: Part[] = [
    ...[...floors].map((name) => {
      const there = new Set(house.areas.filter(({ floor }) => floor?.includes(name)).map(({ id }) => id));
      return { said: fold(name), accepts: ({ area }: Entity) => area !== undefined && there.has(area) };
    }),
    ...[...labels].map((name) => ({
      said: fold(name),
      accepts: ({ labels }: Entity) => labels?.includes(name) === true,
    })),
  ].filter(({ said }) => said !== '');
  // "first floor left" before "first floor"
  made.sort((a, b) => b.said.length - a.said.length);
  partsByNames.set(names, made);
  return made;
}
