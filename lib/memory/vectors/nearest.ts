import type { Scope } from '../search/candidates.js';
import { prepared, type Store } from '../statements.js';
import { countEntries, outermostIds } from '../tables/entry-rows.js';
import { currentModel, type VectorModel } from '../tables/vectors.js';
import { nearCodes } from './codes.js';
import { hasVectorLibrary } from './library.js';
import { toBytes, unit } from './numbers.js';

/** Entries that are compared exactly, one by one: where no more are asked about, and the newest that have no code yet. */
const FEW = 2_000;
/** The same where there are no codes: the newest. */
const MAX_WITHOUT_CODES = 50_000;
/** Entries that tell how near any text is to any other: the newest. */
const USUAL = 64;

export interface Near {
  id: number;
  /** How much nearer it is than entries usually are: 1 is the same text, 0 and less is any text. */
  near: number;
}

/**
 * The entries nearest in meaning, best first, of the scope only: their time is looked at before they are ranked.
 * None when the vector is of another model or size than the entries'.
 */
export function nearest(
  store: Store,
  { model, values }: { model: string; values: readonly number[] },
  scope: Scope,
  most: number,
): Near[] {
  const current = currentModel(store);
  const direction = unit(values);
  if (current?.name !== model || !direction || direction.length !== current.dimensions) return [];
  const query = toBytes(direction);
  const found = exact(store, current, query, candidates(store, current, query, scope));
  // Models differ in how near they put texts that have nothing in common: what is above that counts.
  const usualNear = usual(store, current, query);
  return found.slice(0, most).map(({ id, near }) => ({ id, near: (near - usualNear) / Math.max(0.01, 1 - usualNear) }));
}

function usual(store: Store, model: VectorModel, query: Uint8Array): number {
  const newest = prepared(store, 'SELECT id FROM vectors ORDER BY id DESC LIMIT ?').pluck().all(USUAL) as number[];
  const nears = exact(store, model, query, newest);
  // Of a few nobody can tell.
  return nears.length < USUAL ? 0 : nears.reduce((sum, { near }) => sum + near, 0) / nears.length;
}

/** The entries that are worth comparing exactly: all of a small scope, and of a large one those near by their codes. */
function candidates(store: Store, model: VectorModel, query: Uint8Array, scope: Scope): number[] {
  const { first, end, kinds } = scope;
  const ofKind = prepared(
    store,
    'SELECT id FROM entries INDEXED BY entries_kind WHERE kind = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?',
  ).pluck();
  const newest = (most: number) =>
    (kinds.flatMap((kind) => ofKind.all(kind, first, end, most)) as number[]).sort((a, b) => b - a).slice(0, most);
  if (!hasVectorLibrary(store)) return newest(MAX_WITHOUT_CODES);
  // Most questions have no span: then the counts tell, where two thousand ids would be read for nothing.
  const all = outermostIds(store);
  if (!(all && first <= all.oldest && end > all.newest && countEntries(store, kinds) > FEW)) {
    const few = newest(FEW + 1);
    if (few.length <= FEW) return few;
  }
  const uncoded = prepared(
    store,
    `SELECT u.id FROM vectors_uncoded u CROSS JOIN entries e ON e.id = u.id AND e.kind IN (SELECT value FROM json_each(?))
     WHERE u.id >= ? AND u.id < ? ORDER BY u.id DESC LIMIT ?`,
  ).pluck();
  return [
    ...nearCodes(store, query, scope, model.done),
    ...(uncoded.all(JSON.stringify(kinds), first, end, FEW) as number[]),
  ];
}

/** Entries by the cosine of their vectors themselves, the nearest first. */
function exact(store: Store, model: VectorModel, query: Uint8Array, ids: readonly number[]): Near[] {
  return prepared(
    store,
    `SELECT v.id, 1 - vec_distance_cosine(vec_int8(v.vector), vec_int8(?)) AS near
     FROM json_each(?) j CROSS JOIN vectors v ON v.id = j.value
     WHERE v.model = ? AND length(v.vector) = ? ORDER BY near DESC, v.id DESC`,
  ).all(query, JSON.stringify(ids), model.id, model.dimensions) as Near[];
}
