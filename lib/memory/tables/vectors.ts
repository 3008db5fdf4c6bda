import { JarvisError } from '../../turn/errors.js';
import { immediate, prepared, type Store } from '../statements.js';
import { clearCodes, dropCode, hasHoles, makeCodes, putCode, recode } from '../vectors/codes.js';
import { hasVectorLibrary } from '../vectors/library.js';
import { toBytes, unit } from '../vectors/numbers.js';
import { KINDS } from './entry-kinds.js';
import { countTerm } from './entry-words.js';

/**
 * Vectors belong to a model, the newest of `vector_models` is the current one. When the model changes, the entries from
 * `below` down have not been looked at yet. Lists and pages were an index of its own, until `CODES_SCHEMA`.
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

/** The vectors that have no code yet; the codes themselves are a table of sqlite-vec's, made with the first vector. */
export const CODES_SCHEMA = `
  DROP TABLE vector_lists;
  DROP TABLE vector_pages;
  ALTER TABLE vectors DROP COLUMN list;
  CREATE TABLE vectors_uncoded (id INTEGER PRIMARY KEY) STRICT;
  INSERT INTO vectors_uncoded (id) SELECT id FROM vectors;
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

/** Entries that one call looks at when the model changed, and vectors that it gives their codes. */
const LOOKED_AT = 500;

/** The entry's text changed: it waits for a vector. */
export function wantVector(store: Store, id: number): void {
  prepared(store, 'INSERT OR IGNORE INTO entries_unembedded (id) VALUES (?)').run(id);
}

/** Forgets the vector of an entry, and that it wants one. */
export function dropVector(store: Store, id: number): void {
  prepared(store, 'DELETE FROM entries_unembedded WHERE id = ?').run(id);
  const model = prepared(store, 'DELETE FROM vectors WHERE id = ? RETURNING model').pluck().get(id);
  if (model === undefined) return;
  prepared(store, 'DELETE FROM vectors_uncoded WHERE id = ?').run(id);
  dropCode(store, id);
  prepared(store, 'UPDATE vector_models SET done = done - 1 WHERE id = ?').run(model);
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
  clearCodes(store);
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
 * passed over from now on, and go as these come.
 */
export function unembedded(store: Store, name: string, limit: number): Unembedded[] {
  return immediate(store, () => waitingFor(store, useModel(store, name), limit));
}

function waitingFor(store: Store, model: VectorModel, limit: number): Unembedded[] {
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
 * An entry whose vector has no length stays without, and doesn't wait any more.
 * @returns how many were written
 * @throws JarvisError model-failed when they are not all of one size
 */
export function setVectors(store: Store, name: string, vectors: readonly NewVector[]): number {
  return immediate(store, () => {
    if (currentModel(store) && currentModel(store)?.name !== name) return 0;
    const model = modelFor(store, name, vectors);
    let written = 0;
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
      const bytes = direction ? toBytes(direction) : Buffer.alloc(0);
      prepared(store, 'INSERT INTO vectors (id, model, vector) VALUES (?, ?, ?)').run(id, model.id, bytes);
      prepared(store, 'INSERT INTO vectors_uncoded (id) VALUES (?)').run(id);
      written++;
    }
    const update = prepared(store, 'UPDATE vector_models SET dimensions = ?, done = done + ? WHERE id = ?');
    update.run(model.dimensions, written, model.id);
    codeVectors(store);
    return written;
  });
}

/** Gives the newest vectors without a code theirs, some hundreds at a time. @returns whether more wait */
export function codeVectors(store: Store): boolean {
  return immediate(store, () => {
    const model = currentModel(store);
    if (!model?.dimensions || !hasVectorLibrary(store)) return false;
    const waiting = prepared(
      store,
      `SELECT u.id, e.kind, v.vector FROM vectors_uncoded u JOIN entries e ON e.id = u.id
       LEFT JOIN vectors v ON v.id = u.id AND v.model = ? ORDER BY u.id DESC LIMIT ?`,
    ).all(model.id, LOOKED_AT) as { id: number; kind: string; vector: Uint8Array | null }[];
    if (waiting.length === 0) return false;
    makeCodes(store, model.dimensions);
    for (const { id, kind, vector } of waiting) {
      if (vector?.length === model.dimensions) putCode(store, id, kind, vector);
      prepared(store, 'DELETE FROM vectors_uncoded WHERE id = ?').run(id);
    }
    if (hasHoles(store, model.done)) recode(store);
    return waiting.length === LOOKED_AT;
  });
}

/** The model, anew when it isn't what it was. */
function modelFor(store: Store, name: string, vectors: readonly NewVector[]): VectorModel {
  const model = useModel(store, name);
  const sizes = new Set(vectors.map(({ vector }) => vector.length));
  const isAnother = model.dimensions > 0 && sizes.size === 1 && !sizes.has(model.dimensions);
  return isAnother ? newModel(store, name, model) : model;
}

/** How many entries have a vector of the model, and how many there are. */
export function vectorState(store: Store, name: string): { done: number; total: number } {
  const current = currentModel(store);
  return { done: current?.name === name ? current.done : 0, total: countTerm(store, '', KINDS).entries };
}
