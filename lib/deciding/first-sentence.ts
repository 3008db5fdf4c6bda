import { entityIndex } from '../home/entity-index.js';
import { kindsNamed } from '../home/names.js';
import type { House } from '../home/types.js';
import { clausesOf } from '../language/compound.js';
import { words } from '../language/fold.js';
import { hasReference } from './following.js';

/** Fewer words behind a sentence are its own: "in the kitchen", "not the big one". */
const MIN_REST_WORDS = 4;
/** Words of a device's or a room's name that are looked for together. */
const MAX_NAME_WORDS = 3;

/**
 * The first sentence of what was heard, where the rest is certainly somebody else's: a television or a person who speaks
 * on. What asks, orders, refers back or names something of the house belongs to the request, and the whole stays one.
 * @param language BCP 47 tag; of one without clauses nothing is known
 */
export function firstSentence(
  text: string,
  { language, house }: { language: string; house: House },
): string | undefined {
  const [, first = '', rest = ''] = /^([^.!?…]+[.!…])\s+(.+)$/su.exec(text.trim()) ?? [];
  const clauses = clausesOf(language);
  if (rest === '' || !clauses || rest.includes('?')) return undefined;
  const said = words(rest);
  if (said.length < MIN_REST_WORDS) return undefined;
  const isJoined = clauses.conjunctions.some((word) => word === said[0]);
  const begins = said[isJoined ? 1 : 0] ?? '';
  if (clauses.starters.has(begins) || (isJoined && clauses.determiners.has(begins))) return undefined;
  if (hasReference(rest.split(/[.!…]/u, 1)[0] ?? '', language) || namesHouse(said, language, house)) return undefined;
  return first;
}

/** Whether words name a kind of device, a device or a room. */
function namesHouse(said: readonly string[], language: string, house: House): boolean {
  const index = entityIndex(house);
  return said.some((word, at) => {
    if (kindsNamed(word, language).length > 0) return true;
    return Array.from({ length: MAX_NAME_WORDS }, (_, more) => said.slice(at, at + more + 1).join(' ')).some(
      (name) => index.area(name) !== undefined || index.named(name).length > 0,
    );
  });
}
