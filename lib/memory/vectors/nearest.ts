import type { Scope } from '../search/candidates.js';
import { prepared, type Store } from '../statements.js';
import { KINDS } from '../tables/entry-kinds.js';
import { countEntries, outermostIds } from '../tables/entry-rows.js';
import { currentModel, type VectorModel } from '../tables/vectors.js';
import { bytesOf, signedSum, sumsOf } from './codes.js';
import { hasVectorLibrary } from './library.js';
import { codesOfList, listsOf } from './lists.js';
import { Best, product, signed, toBytes, unit } from './numbers.js';

/** A span or kinds with no more entries than this are compared one by one. */
const FEW = 2_000;
/**
 * Codes that are read: a share of all, within bounds; more when few of them are in the scope, up to the most. A fifth of
 * all at 100,000 and a tenth at a million find over nine of the ten nearest, of sentences of a household embedded by
 * all-MiniLM-L6-v2.
 */
const READ = { share: 0.1, least: 20_000, most: 100_000, inScope: 3_000 } as const;
/** Entries that tell how near any text is to any other: the newest. */
const USUAL = 64;
/** Of the codes that seem nearest, so many times what is asked for are compared exactly, and at least this many. */
const COMPARED = { times: 2, least: 200 } as const;

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
  const query = unit(values);
  if (current?.name !== model || !query || query.length !== current.dimensions) return [];
  const few = idsOfFew(store, scope);
  if (few) return above(exact(store, current, query, few).slice(0, most), usual(store, current, query));
  const compared = Math.max(most * COMPARED.times, COMPARED.least);
  const near = byCodes(store, current, query, scope, scope.kinds.length < KINDS.length ? compared * 2 : compared);
  const ofKind =
    scope.kinds.length < KINDS.length ? near.filter((id) => scope.kinds.includes(kindOf(store, id))) : near;
  return above(exact(store, current, query, ofKind.slice(0, compared)).slice(0, most), usual(store, current, query));
}

/** Models differ in how near they put texts that have nothing in common: what is above that counts. */
function above(found: readonly Near[], usualNear: number): Near[] {
  return found.map(({ id, near }) => ({ id, near: (near - usualNear) / Math.max(0.01, 1 - usualNear) }));
}

function usual(store: Store, model: VectorModel, query: Float32Array): number {
  const newest = prepared(store, 'SELECT id FROM vectors ORDER BY id DESC LIMIT ?').pluck().all(USUAL) as number[];
  const nears = exact(store, model, query, newest);
  // Of a few nobody can tell.
  return nears.length < USUAL ? 0 : nears.reduce((sum, { near }) => sum + near, 0) / nears.length;
}

function kindOf(store: Store, id: number): Scope['kinds'][number] {
  return prepared(store, 'SELECT kind FROM entries WHERE id = ?').pluck().get(id) as Scope['kinds'][number];
}

/** The ids of the scope when they are few. */
function idsOfFew(store: Store, { first, end, kinds }: Scope): number[] | undefined {
  // Most questions have no span: then the counts tell, where two thousand ids would be read for nothing.
  const all = outermostIds(store);
  if (all && first <= all.oldest && end > all.newest && countEntries(store, kinds) > FEW) return undefined;
  const within = 'id >= ? AND id < ? LIMIT ?';
  const ids =
    kinds.length === KINDS.length
      ? prepared(store, `SELECT id FROM vectors WHERE ${within}`)
          .pluck()
          .all(first, end, FEW + 1)
      : kinds.flatMap((kind) =>
          prepared(store, `SELECT id FROM entries INDEXED BY entries_kind WHERE kind = ? AND ${within}`)
            .pluck()
            .all(kind, first, end, FEW + 1),
        );
  return ids.length <= FEW ? (ids as number[]) : undefined;
}

/** Reads the lists nearest to the query until enough codes are read, and estimates how near each is. */
function byCodes(store: Store, model: VectorModel, query: Float32Array, { first, end }: Scope, most: number): number[] {
  const lists = listsOf(store, model);
  const centres = lists.ids.map((id, index) => {
    const near = product(query, lists.centres, index * model.dimensions);
    return { id, near, order: 2 * near - (lists.squares[index] ?? 0) };
  });
  const sums = sumsOf(query);
  const bytes = bytesOf(model.dimensions);
  const best = new Best(most);
  const enough = Math.min(Math.max(READ.least, model.done * READ.share), READ.most);
  let read = 0;
  let inScope = 0;
  for (const { id: list, near } of centres.sort((a, b) => b.order - a.order)) {
    if (read >= READ.most || (read >= enough && inScope >= READ.inScope)) break;
    const { ids, factors, bits } = codesOfList(store, model, list);
    read += ids.length;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? 0;
      if (id < first || id >= end) continue;
      inScope++;
      best.offer(id, near + (factors[index] ?? 0) * signedSum(sums, bits, index * bytes, bytes));
    }
  }
  return best.ids();
}

/** Entries by the cosine of their vectors themselves, the nearest first. */
function exact(store: Store, model: VectorModel, query: Float32Array, ids: readonly number[]): Near[] {
  if (!hasVectorLibrary(store)) return byBytes(store, model, query, ids);
  return prepared(
    store,
    `SELECT v.id, 1 - vec_distance_cosine(vec_int8(v.vector), vec_int8(?)) AS near
     FROM json_each(?) j CROSS JOIN vectors v ON v.id = j.value
     WHERE v.model = ? AND length(v.vector) = ? ORDER BY near DESC, v.id DESC`,
  ).all(toBytes(query), JSON.stringify(ids), model.id, model.dimensions) as Near[];
}

/** The same without the library. */
function byBytes(store: Store, model: VectorModel, query: Float32Array, ids: readonly number[]): Near[] {
  const read = prepared(store, 'SELECT vector FROM vectors WHERE id = ? AND model = ?').pluck();
  const best = new Best(Math.max(1, ids.length));
  for (const id of ids) {
    const stored = read.get(id, model.id);
    const vector = stored instanceof Uint8Array ? unit(signed(stored)) : undefined;
    if (vector?.length === model.dimensions) best.offer(id, product(query, vector));
  }
  return best.all().map(({ id, score }) => ({ id, near: score }));
}
