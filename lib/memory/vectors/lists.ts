import { prepared, type Store } from '../statements.js';
import {
  bytesOf,
  type Code,
  codesOf,
  encode,
  joined,
  type Page,
  pageCapacity,
  readPage,
  signedSum,
  sumsOf,
  writePage,
} from './codes.js';
import { KeptCodes } from './kept-codes.js';
import { Best, product, signed, unit } from './numbers.js';
import { halved } from './split.js';

/** What is needed of the model whose vectors lie in the lists. */
interface Model {
  id: number;
  dimensions: number;
}

/** The centres of a model's lists, all in memory: a few megabytes for a million vectors. */
export interface Lists {
  model: number;
  ids: number[];
  /** One after the other, with their codes and squared lengths. */
  centres: Float32Array;
  bits: Uint8Array;
  factors: number[];
  squares: number[];
  codes: KeptCodes;
}

/** Vectors of a list before it is split. */
const LONG = 1_024;
/** Bytes of codes that are kept in memory: those of a million vectors of all-MiniLM-L6-v2, 6 MB for a hundred thousand. */
const MOST_KEPT = 64_000_000;
/** Pages that a list has numbers for. */
const PAGES = 4_096;
/** Centres that are compared exactly when a vector gets its list. */
const COMPARED = 16;
/** Lists up to which all are compared exactly. */
const FEW = 64;

/** With the `data_version` of the store: another one once another program has written to the file. */
const kept = new WeakMap<Store, { lists: Lists; version: unknown }>();

/** What is known of the lists is read anew: after a transaction that failed. */
export function forgetLists(store: Store): void {
  kept.delete(store);
}

export function listsOf(store: Store, model: Model): Lists {
  const known = kept.get(store);
  const version = prepared(store, 'PRAGMA data_version').pluck().get();
  if (known?.lists.model === model.id && known.version === version) return known.lists;
  const lists: Lists = {
    model: model.id,
    ids: [],
    centres: new Float32Array(0),
    bits: new Uint8Array(0),
    factors: [],
    squares: [],
    codes: new KeptCodes(MOST_KEPT),
  };
  const rows = prepared(store, 'SELECT id, centre FROM vector_lists WHERE model = ? ORDER BY id').all(model.id);
  for (const { id, centre } of rows as { id: number; centre: Uint8Array }[]) {
    setCentre(lists, id, new Float32Array(Uint8Array.from(centre).buffer));
  }
  kept.set(store, { lists, version });
  return lists;
}

/** Puts a centre in its place, the last one if the list is new. */
function setCentre(lists: Lists, id: number, centre: Float32Array): void {
  const { length } = centre;
  const known = lists.ids.indexOf(id);
  const index = known < 0 ? lists.ids.length : known;
  const bytes = bytesOf(length);
  if ((index + 1) * length > lists.centres.length) {
    const centres = new Float32Array(Math.max(16, index * 2) * length);
    const bits = new Uint8Array(Math.max(16, index * 2) * bytes);
    centres.set(lists.centres);
    bits.set(lists.bits);
    Object.assign(lists, { centres, bits });
  }
  const code = encode(centre);
  lists.ids[index] = id;
  lists.centres.set(centre, index * length);
  lists.bits.set(code.bits, index * bytes);
  lists.factors[index] = code.factor;
  lists.squares[index] = product(centre, centre);
}

/** The list whose centre is nearest, and where that begins in the row of centres; made when there is none. */
export function nearestList(store: Store, model: Model, vector: Float32Array): { id: number; at: number } {
  const lists = listsOf(store, model);
  const { ids, centres, bits, factors, squares } = lists;
  if (ids.length === 0) {
    const made = prepared(
      store,
      'INSERT INTO vector_lists (model, size, centre) VALUES (?, 0, ?) RETURNING id',
    ).pluck();
    const centre = new Float32Array(model.dimensions);
    const id = Number(made.get(model.id, Buffer.from(centre.buffer)));
    setCentre(lists, id, centre);
    return { id, at: 0 };
  }
  const near = new Best(COMPARED);
  if (ids.length > FEW) {
    const sums = sumsOf(vector);
    const bytes = bytesOf(model.dimensions);
    for (let index = 0; index < ids.length; index++) {
      const estimate = (factors[index] ?? 0) * signedSum(sums, bits, index * bytes, bytes);
      near.offer(index, 2 * estimate - (squares[index] ?? 0));
    }
  }
  const compared = new Best(1);
  for (const index of ids.length > FEW ? near.ids() : ids.keys()) {
    compared.offer(index, 2 * product(vector, centres, index * model.dimensions) - (squares[index] ?? 0));
  }
  const [best = 0] = compared.ids();
  return { id: ids[best] ?? 0, at: best * model.dimensions };
}

/** The codes of a list, for reading. */
export function codesOfList(store: Store, model: Model, list: number): Page {
  const read = () => joined(pagesOf(store, list).map((page) => readPage(page.codes, model.dimensions)));
  // what a transaction has changed may not stay so
  return store.inTransaction ? read() : listsOf(store, model).codes.of(list, read);
}

function forgetCodes(store: Store, list: number): void {
  kept.get(store)?.lists.codes.forget(list);
}

function pagesOf(store: Store, list: number): { id: number; codes: Uint8Array }[] {
  const pages = prepared(store, 'SELECT id, codes FROM vector_pages WHERE id >= ? AND id < ? ORDER BY id');
  return pages.all(list * PAGES, (list + 1) * PAGES) as { id: number; codes: Uint8Array }[];
}

function rewrite(store: Store, page: number, codes: readonly (Code & { id: number })[]): void {
  if (codes.length === 0) prepared(store, 'DELETE FROM vector_pages WHERE id = ?').run(page);
  else prepared(store, 'UPDATE vector_pages SET codes = ? WHERE id = ?').run(writePage(codes), page);
}

function grow(store: Store, list: number, by: number): void {
  forgetCodes(store, list);
  prepared(store, 'UPDATE vector_lists SET size = size + ? WHERE id = ?').run(by, list);
}

export function addCode(store: Store, { dimensions }: Model, list: number, code: Code & { id: number }): void {
  const last = prepared(
    store,
    'SELECT id, codes FROM vector_pages WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1',
  ).get(list * PAGES, (list + 1) * PAGES) as { id: number; codes: Uint8Array } | undefined;
  const codes = last ? codesOf(readPage(last.codes, dimensions)) : [];
  const full = codes.length >= pageCapacity(dimensions);
  const id = last ? last.id + (full ? 1 : 0) : list * PAGES;
  const write = prepared(store, 'INSERT OR REPLACE INTO vector_pages (id, codes) VALUES (?, ?)');
  write.run(id, writePage(full ? [code] : [...codes, code]));
  grow(store, list, 1);
}

/**
 * Takes an entry's code out of its list; the last code of the list takes its place, so that pages stay full and never
 * run out of numbers. An empty list of a model that isn't the current one goes.
 */
export function removeCode(store: Store, list: number, id: number): void {
  if (list === 0) return;
  const found = prepared(
    store,
    'SELECT model, length(centre) / 4 AS dimensions, size FROM vector_lists WHERE id = ?',
  ).get(list) as { model: number; dimensions: number; size: number } | undefined;
  if (!found) return;
  const pages = pagesOf(store, list).map((page) => ({ id: page.id, ...readPage(page.codes, found.dimensions) }));
  const [page, last] = [pages.find(({ ids }) => ids.includes(id)), pages.at(-1)];
  if (page && last) {
    const codes = codesOf(last);
    const moved = codes.pop();
    if (page !== last && moved)
      rewrite(
        store,
        page.id,
        codesOf(page).map((code) => (code.id === id ? moved : code)),
      );
    else if (moved && moved.id !== id)
      codes.splice(
        codes.findIndex((code) => code.id === id),
        1,
        moved,
      );
    rewrite(store, last.id, codes);
    grow(store, list, -1);
  }
  prepared(
    store,
    'DELETE FROM vector_lists WHERE id = ? AND size = 0 AND model < (SELECT max(id) FROM vector_models)',
  ).run(list);
}

/**
 * Splits a list that has grown long into two around centres of their own: so the lists follow the vectors as they come,
 * a few milliseconds at a time, and never have to be made anew.
 * @returns whether it did
 */
export function splitIfLong(store: Store, model: Model, list: number): boolean {
  const size = Number(prepared(store, 'SELECT size FROM vector_lists WHERE id = ?').pluck().get(list));
  if (!(size > LONG)) return false;
  const ids = pagesOf(store, list).flatMap(({ codes }) => Array.from(readPage(codes, model.dimensions).ids));
  const read = prepared(store, 'SELECT vector FROM vectors WHERE id = ?').pluck();
  const vectors = ids.flatMap((id) => {
    const stored = read.get(id);
    const vector = stored instanceof Uint8Array ? unit(signed(stored)) : undefined;
    return vector ? [{ id, vector }] : [];
  });
  const [larger, smaller] = halved(vectors, model.dimensions);
  prepared(store, 'DELETE FROM vector_pages WHERE id >= ? AND id < ?').run(list * PAGES, (list + 1) * PAGES);
  const made = prepared(store, 'INSERT INTO vector_lists (model, size, centre) VALUES (?, 0, ?) RETURNING id').pluck();
  const other = Number(made.get(model.id, Buffer.from(smaller.centre.buffer)));
  const move = prepared(store, 'UPDATE vectors SET list = ? WHERE id = ?');
  for (const { id } of smaller.members) move.run(other, id);
  const lists = listsOf(store, model);
  const settle = prepared(store, 'UPDATE vector_lists SET size = ?, centre = ? WHERE id = ?');
  const write = prepared(store, 'INSERT INTO vector_pages (id, codes) VALUES (?, ?)');
  const capacity = pageCapacity(model.dimensions);
  for (const [id, { centre, members }] of [
    [list, larger],
    [other, smaller],
  ] as const) {
    forgetCodes(store, id);
    settle.run(members.length, Buffer.from(centre.buffer), id);
    setCentre(lists, id, centre);
    const codes = members.map((member) => ({ id: member.id, ...encode(member.vector, centre) }));
    for (let at = 0; at < codes.length; at += capacity)
      write.run(id * PAGES + at / capacity, writePage(codes.slice(at, at + capacity)));
  }
  return true;
}
