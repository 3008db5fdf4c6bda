import type { Scope } from '../search/candidates.js';
import { prepared, type Store } from '../statements.js';
import { KINDS } from '../tables/entry-kinds.js';
import { hasVectorLibrary } from './library.js';

/** A vector's bytes as sqlite-vec makes a code of them: one bit a number, whole bytes of bits. */
const CODE = 'vec_quantize_binary(vec_int8(?))';
/** The nearest codes that tell how far away codes may be, and how much farther they may be, in bits. */
const FIRST = 10;
const MARGIN_BITS = 30;
/** Codes that are compared exactly at the most. */
const MAX_NEAR = 400;
/** Newest vectors that tell how far away so many codes lie: of a question about nothing there is, most lie near the nearest. */
const SAMPLE = 1_000;
/** Codes that sqlite-vec keeps together: the places of erased ones are given back once all of them are empty. */
const CHUNK = 1_024;

/** Makes the table of the codes for vectors of so many numbers, where there is none. */
export function makeCodes(store: Store, dimensions: number): void {
  const bits = Math.ceil(dimensions / 8) * 8;
  // its own lists of row ids are compared as 32-bit numbers (0.1.9), so the id is a number beside the code, too
  const wanted = `CREATE VIRTUAL TABLE vector_codes USING vec0(code bit[${bits}], entry integer, kind text)`;
  const made = prepared(store, "SELECT sql FROM sqlite_master WHERE name = 'vector_codes'").pluck().get();
  if (made === wanted) return;
  if (made) store.exec('DROP TABLE vector_codes');
  store.exec(wanted);
}

function hasCodes(store: Store): boolean {
  return prepared(store, "SELECT 1 FROM sqlite_master WHERE name = 'vector_codes'").get() !== undefined;
}

/** Puts the code of a vector, as bytes, into the table that `makeCodes` has made. */
export function putCode(store: Store, id: number, kind: string, vector: Uint8Array): void {
  const put = prepared(store, `INSERT INTO vector_codes (rowid, code, entry, kind) VALUES (?, ${CODE}, ?, ?)`);
  put.run(BigInt(id), padded(vector), BigInt(id), kind);
}

/** Erases the code of an entry; without the library all codes, which are made anew once it is back. */
export function dropCode(store: Store, id: number): void {
  if (!hasCodes(store)) return;
  if (hasVectorLibrary(store)) prepared(store, 'DELETE FROM vector_codes WHERE rowid = ?').run(BigInt(id));
  else if (prepared(store, 'SELECT 1 FROM vector_codes_rowids WHERE rowid = ?').get(id)) recode(store);
}

/** Erases all codes. */
export function clearCodes(store: Store): void {
  if (!hasCodes(store)) return;
  if (hasVectorLibrary(store)) {
    store.exec('DROP TABLE vector_codes');
    return;
  }
  // its own tables can be written without sqlite-vec, and empty they are as they were when they were made
  const parts = store.prepare("SELECT name FROM sqlite_master WHERE name GLOB 'vector_codes_*' AND type = 'table'");
  for (const part of parts.pluck().all()) if (part !== 'vector_codes_info') store.exec(`DELETE FROM ${part}`);
}

/** Erases all codes; every vector waits for a new one. */
export function recode(store: Store): void {
  clearCodes(store);
  store.exec('INSERT OR IGNORE INTO vectors_uncoded (id) SELECT id FROM vectors');
}

/** Whether most places of the table are those of erased codes, which are compared all the same. */
export function hasHoles(store: Store, codes: number): boolean {
  const chunks = prepared(store, 'SELECT count(*) FROM vector_codes_chunks').pluck().get();
  return Number(chunks) * CHUNK > 2 * codes + 4 * CHUNK;
}

/**
 * The entries of a scope whose codes are nearest to that of a vector, all codes being compared: those not much farther
 * away than the nearest ten, which takes sqlite-vec far less time than a fixed number of them.
 * @param codes How many there are.
 */
export function nearCodes(store: Store, vector: Uint8Array, { first, end, kinds }: Scope, codes: number): number[] {
  if (!hasCodes(store)) return [];
  // what doesn't narrow it down would only take time
  const span = first > 0 || end < Number.MAX_SAFE_INTEGER ? [BigInt(first), BigInt(end)] : [];
  const ofKinds = kinds.length < KINDS.length ? [JSON.stringify(kinds)] : [];
  const match = `FROM vector_codes WHERE code MATCH ${CODE} AND k = ?
    ${span.length > 0 ? 'AND entry >= ? AND entry < ?' : ''}
    ${ofKinds.length > 0 ? 'AND kind IN (SELECT value FROM json_each(?))' : ''}`;
  const [query, scope] = [padded(vector), [...span, ...ofKinds]];
  const nearest = prepared(store, `SELECT distance ${match}`).pluck();
  const tenth = Number(nearest.all(query, BigInt(FIRST), ...scope).at(-1) ?? 0);
  const farthest = Math.max(tenth, Math.min(tenth + MARGIN_BITS, usualReach(store, vector, codes)));
  const near = prepared(store, `SELECT rowid ${match} AND distance <= ?`).pluck();
  return near.all(query, BigInt(MAX_NEAR), ...scope, farthest) as number[];
}

/** How far away the nearest MAX_NEAR of all codes lie, by a sample; any distance where its size isn't that of codes. */
function usualReach(store: Store, vector: Uint8Array, codes: number): number {
  if (vector.length % 8 !== 0) return Number.POSITIVE_INFINITY;
  const distance = prepared(
    store,
    `SELECT vec_distance_hamming(vec_quantize_binary(vec_int8(vector)), ${CODE}) AS distance
     FROM (SELECT vector FROM vectors WHERE length(vector) = ? ORDER BY id DESC LIMIT ?)
     ORDER BY distance LIMIT 1 OFFSET ?`,
  ).pluck();
  const place = Math.floor((SAMPLE * MAX_NEAR) / Math.max(SAMPLE, codes));
  return Number(distance.get(vector, vector.length, SAMPLE, place) ?? Number.POSITIVE_INFINITY);
}

function padded(vector: Uint8Array): Uint8Array {
  if (vector.length % 8 === 0) return vector;
  const bytes = new Uint8Array(Math.ceil(vector.length / 8) * 8);
  bytes.set(vector);
  return bytes;
}
