import { JarvisError } from '../../turn/errors.js';
import { prepared, type Store } from '../statements.js';
import { encode } from '../vectors/codes.js';
import { addCode, listsOf, nearestList, removeCode, splitIfLong } from '../vectors/lists.js';
import { toBytes, unit } from '../vectors/numbers.js';

/**
 * Vectors belong to a model, the newest of `vector_models` is the current one. Each lies in a list of near ones
 * (`vectors.list`; 0 is the list of those that have none), its code in a page of that list. When the model changes, the
 * entries from `below` down have not been looked at yet.
 */
export const VECTORS_SCHEMA = `
  CREATE TABLE entries_unembedded (id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE vector_models (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL,
    done INTEGER NOT NULL,
    below INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    model INTEGER NOT NULL,
    list INTEGER NOT NULL,
    vector BLOB NOT NULL
  ) STRICT;
  CREATE TABLE vector_lists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model INTEGER NOT NULL,
    size INTEGER NOT NULL,
    centre BLOB NOT NULL
  ) STRICT;
  CREATE TABLE vector_pages (id INTEGER PRIMARY KEY, codes BLOB NOT NULL) STRICT;
`;

export interface VectorModel {
  id: number;
  name: string;
  /** 0 until the first vector is there. */
  dimensions: number;
  /** Entries that have a vector of it. */
  done: number;
  below: number;
}

/** Entries that one call looks at when the model changed. */
const LOOKED_AT = 500;

/** The entry's text changed: it waits for a vector. */
export function wantVector(store: Store, id: number): void {
  prepared(store, 'INSERT OR IGNORE INTO entries_unembedded (id) VALUES (?)').run(id);
}

/** Forgets the vector of an entry, and that it wants one. */
export function dropVector(store: Store, id: number): void {
  prepared(store, 'DELETE FROM entries_unembedded WHERE id = ?').run(id);
  const row = prepared(store, 'DELETE FROM vectors WHERE id = ? RETURNING model, list').get(id) as
    | { model: number; list: number }
    | undefined;
  if (!row) return;
  removeCode(store, row.list, id);
  prepared(store, 'UPDATE vector_models SET done = done - 1 WHERE id = ?').run(row.model);
}

/** The model that vectors are searched in; none before the first one. */
export function currentModel(store: Store): VectorModel | undefined {
  const newest = prepared(store, 'SELECT * FROM vector_models ORDER BY id DESC LIMIT 1');
  return newest.get() as VectorModel | undefined;
}

function useModel(store: Store, name: string): VectorModel {
  const current = currentModel(store);
  return current?.name === name ? current : newModel(store, name, current);
}

/** Begins anew with a model: the vectors there are belong to none any more that is searched. */
function newModel(store: Store, name: string, current: VectorModel | undefined): VectorModel {
  prepared(store, 'DELETE FROM vector_models WHERE name = ?').run(name);
  // every entry so far has to be looked at; before the first model all of them wait anyway
  const below = current ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  prepared(store, 'INSERT INTO vector_models (name, dimensions, done, below) VALUES (?, 0, 0, ?)').run(name, below);
  return useModel(store, name);
}

/** An entry that waits for its vector. */
export interface Unembedded {
  id: number;
  revision: number;
  /** Its topics and its text. */
  text: string;
}

/**
 * The newest entries without a vector of the model, which becomes the current one: the vectors of any other one are
 * passed over from now on, and go as these come. To be called in a transaction.
 */
export function unembedded(store: Store, name: string, limit: number): Unembedded[] {
  const model = useModel(store, name);
  const most = Math.min(Math.max(1, Math.floor(limit)), 1000);
  const waiting = prepared(
    store,
    `SELECT e.id, e.revision, e.text, e.topics FROM entries_unembedded u JOIN entries e ON e.id = u.id
     ORDER BY u.id DESC LIMIT ?`,
  );
  let rows = waiting.all(most);
  for (let { below } = model; rows.length === 0 && below > Number.MIN_SAFE_INTEGER; rows = waiting.all(most)) {
    below = lookFurther(store, model.id, below);
  }
  return (rows as (Unembedded & { topics: string })[]).map(({ topics, text, ...row }) => ({
    ...row,
    text: [JSON.parse(topics).join(', '), text].filter((part) => part !== '').join('\n'),
  }));
}

function lookFurther(store: Store, model: number, below: number): number {
  const older = prepared(
    store,
    `SELECT e.id, v.model FROM entries e LEFT JOIN vectors v ON v.id = e.id
     WHERE e.id < ? ORDER BY e.id DESC LIMIT ?`,
  ).all(below, LOOKED_AT) as { id: number; model: number | null }[];
  for (const { id, model: other } of older) if (other !== model) wantVector(store, id);
  const next = older.at(-1)?.id ?? Number.MIN_SAFE_INTEGER;
  prepared(store, 'UPDATE vector_models SET below = ? WHERE id = ?').run(next, model);
  return next;
}

/** The vector of an entry as it was when `unembedded` gave it. */
export interface NewVector {
  id: number;
  revision: number;
  vector: readonly number[] | Float32Array;
}

/**
 * Writes vectors. A model whose vectors all have another size than before is another one of the same name: the others
 * are made anew. Left out are those of an entry that has gone or changed, and all of a model that isn't the current one.
 * An entry whose vector has no length stays without, and doesn't wait any more. To be called in a transaction, and after
 * a failure `forgetLists` has to be.
 * @returns how many were written
 * @throws JarvisError model-failed when they are not all of one size
 */
export function setVectors(store: Store, name: string, vectors: readonly NewVector[]): number {
  if (currentModel(store) && currentModel(store)?.name !== name) return 0;
  const model = modelFor(store, name, vectors);
  let written = 0;
  const touched = new Set<number>();
  for (const { id, revision, vector } of vectors) {
    const known = prepared(store, 'SELECT revision FROM entries WHERE id = ?').pluck().get(id);
    if (known !== revision) continue;
    model.dimensions ||= vector.length;
    if (vector.length !== model.dimensions) {
      const sizes = `${vector.length} numbers, before ${model.dimensions}`;
      throw new JarvisError('model-failed', `The embedding model ${name} gives vectors of ${sizes}.`);
    }
    dropVector(store, id);
    const direction = unit(vector);
    const list = direction ? nearestList(store, model, direction) : undefined;
    if (direction && list) {
      addCode(store, model, list.id, { id, ...encode(direction, listsOf(store, model).centres, list.at) });
      touched.add(list.id);
    }
    prepared(store, 'INSERT INTO vectors (id, model, list, vector) VALUES (?, ?, ?, ?)').run(
      id,
      model.id,
      list?.id ?? 0,
      direction ? toBytes(direction) : Buffer.alloc(0),
    );
    written++;
  }
  prepared(store, 'UPDATE vector_models SET dimensions = ?, done = done + ? WHERE id = ?').run(
    model.dimensions,
    written,
    model.id,
  );
  // one is enough: a list that is a little too long is only a little slower
  for (const list of touched) if (splitIfLong(store, model, list)) break;
  return written;
}

/** The model, anew when it isn't what it was. */
function modelFor(store: Store, name: string, vectors: readonly NewVector[]): VectorModel {
  const model = useModel(store, name);
  const sizes = new Set(vectors.map(({ vector }) => vector.length));
  const isAnother = model.dimensions > 0 && sizes.size === 1 && !sizes.has(model.dimensions);
  return isAnother ? newModel(store, name, model) : model;
}

/** How many entries have a vector of the model, and how many there are. */
export function vectorState(store: Store, name: string, total: number): { done: number; total: number } {
  const current = currentModel(store);
  return { done: current?.name === name ? current.done : 0, total };
}
