import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { makePrivate, makePrivateFile, makePrivateFolder } from '../turn/private-files.js';
import { loadSqlite } from './sqlite.js';
import type { Store } from './statements.js';
import { SCHEMA as DIARY } from './tables/diary.js';
import { SCHEMA as ENTRIES } from './tables/entries.js';
import { SCHEMA as FACTS } from './tables/facts.js';
import { SCHEMA as GRAPH } from './tables/graph.js';
import { SCHEMA as HISTORY } from './tables/history.js';
import { CLOCK_SCHEMA as CLOCK, SCHEMA as PRIVACY } from './tables/privacy.js';
import { CODES_SCHEMA as CODES } from './tables/vectors.js';
import { loadVectorLibrary } from './vectors/library.js';

/**
 * The store's tables, one step a version: a step is never changed once it was released, only followed by another.
 * The version of a file is its `user_version`.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE dialogue (
     id INTEGER PRIMARY KEY,
     site TEXT NOT NULL,
     at INTEGER NOT NULL,
     messages TEXT NOT NULL
   ) STRICT;
   CREATE INDEX dialogue_at ON dialogue (at);`,
  `CREATE TABLE turns (
     id TEXT PRIMARY KEY,
     at INTEGER NOT NULL,
     record TEXT NOT NULL
   ) STRICT;
   CREATE INDEX turns_at ON turns (at);`,
  ENTRIES + HISTORY + DIARY + GRAPH + FACTS + PRIVACY,
  CLOCK,
  CODES,
  // Nothing ever wrote it.
  'DROP TABLE IF EXISTS facts_summary;',
  // All of it stands in their entries.
  'DROP TABLE IF EXISTS facts;',
  // How far a work got stands with the marks of the graph.
  'DROP TABLE IF EXISTS diary_work;',
];

/** What `auto_vacuum` calls giving back pages a few at a time. */
const INCREMENTAL = 2;

/** How long a statement waits for another process's write, in milliseconds. Searches wait behind it, so not long. */
const BUSY_MS = 200;

/** Pages of the file that are kept in memory at the most, in KiB. */
const CACHE_KIB = 32_768;

/**
 * Opens the store, makes it when it isn't there, and brings it to this version. SQLite in WAL mode.
 * @throws JarvisError library-missing; store-failed when the file is damaged, another program's, newer than this
 * version, or may not be written.
 */
export function openStore(file: string): Store {
  const Database = loadSqlite();
  let store: Store | undefined;
  try {
    if (file !== ':memory:') makeOwn(file);
    store = new Database(file, { timeout: BUSY_MS });
    // Free pages can be given back to the disk a few at a time; an old file takes it when it is written anew.
    // Set again it would wait for a program that writes.
    if (store.pragma('auto_vacuum', { simple: true }) !== INCREMENTAL) store.pragma('auto_vacuum = INCREMENTAL');
    store.pragma('journal_mode = WAL');
    // A power cut may cost the last seconds of dialogue, not the file.
    store.pragma('synchronous = NORMAL');
    // What is forgotten is overwritten, not only marked free.
    store.pragma('secure_delete = ON');
    store.pragma(`cache_size = -${CACHE_KIB}`);
    migrate(store, file);
    loadVectorLibrary(store);
    return store;
  } catch (thrown) {
    try {
      store?.close();
    } catch {
      // It is given up anyway.
    }
    throw storeError(thrown, file);
  }
}

/** The files of a store are its owner's alone; SQLite gives the two beside it the permissions of the first. */
function makeOwn(file: string): void {
  makePrivateFolder(path.dirname(path.resolve(file)));
  makePrivateFile(file);
  for (const one of [file, `${file}-wal`, `${file}-shm`]) makePrivate(one);
}

function migrate(store: Store, file: string): void {
  const version = Number(store.pragma('user_version', { simple: true }));
  const newest = MIGRATIONS.length;
  if (version > newest) {
    throw new JarvisError(
      'store-failed',
      `The store ${file} was written by a newer version of this package (${version}, this one knows ${newest}). Update the package.`,
    );
  }
  const tables = Number(store.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'").pluck().get());
  if (version === 0 && tables > 0) {
    throw new JarvisError('store-failed', `The file ${file} is another program's database. Choose another file.`);
  }
  if (version > 0 && store.pragma('auto_vacuum', { simple: true }) === 0) writeAnew(store);
  for (let next = version; next < newest; next++) {
    const step = store.transaction(() => {
      // Another process may have been faster.
      if (Number(store.pragma('user_version', { simple: true })) > next) return;
      store.exec(MIGRATIONS[next] ?? '');
      store.pragma(`user_version = ${next + 1}`);
    });
    step.immediate();
  }
}

/** A file of an earlier version, which is small: what was forgotten was only marked free in it. */
function writeAnew(store: Store): void {
  try {
    store.exec('VACUUM');
  } catch {
    // No room, or in use: the next time.
  }
}

/** Bytes of a file that is read as a whole. */
const MAX_READ = 500_000_000;

/**
 * A store whose file and folder can't be written, for reading: a disk that has gone read-only. SQLite itself opens a file
 * in WAL mode only where it can write beside it, so a copy in memory is opened.
 * @param failed What opening it for writing failed with.
 * @returns undefined when it can't be read either, or there is something that only writing would bring in.
 */
export function openStoreToRead(file: string, failed: JarvisError): Store | undefined {
  const code = failed.cause instanceof Error && 'code' in failed.cause ? String(failed.cause.code) : '';
  if (!UNWRITABLE.test(code)) return undefined;
  try {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if ((log?.size ?? 0) > 0 || statSync(file).size > MAX_READ) return undefined;
    const bytes = readFileSync(file);
    // Read and written as without a write-ahead log: bytes 18 and 19 of SQLite's file format.
    bytes.fill(1, 18, 20);
    const store = new (loadSqlite())(bytes, { readonly: true });
    if (Number(store.pragma('user_version', { simple: true })) === MIGRATIONS.length) {
      loadVectorLibrary(store);
      return store;
    }
    store.close();
  } catch {
    // What opening it failed with is told.
  }
  return undefined;
}

const UNWRITABLE = /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|^E(ACCES|PERM|ROFS)/;

/** What SQLite failed with, in words that say what to do. */
export function storeError(thrown: unknown, file: string): JarvisError {
  if (thrown instanceof JarvisError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const say = (why: string) => new JarvisError('store-failed', `The store ${file} ${why}`, { cause: thrown });
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return say(
      'is damaged. Say "restore the memory", or press Restore on its page under Care: the last backup takes its place, or a new store does.',
    );
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return say('is in use by another program for too long. Is a second Node-RED running on the same folder?');
  }
  if (UNWRITABLE.test(code)) {
    return say(`can't be written (${reasonOf(thrown)}). Change the owner of its folder, or choose another file.`);
  }
  if (/^SQLITE_FULL|^ENOSPC/.test(code)) return say("can't grow: the disk is full. Make room.");
  if (/^SQLITE_IOERR|^EIO/.test(code)) {
    return say(`can't be read or written (${reasonOf(thrown)}). Is its disk failing, full or gone?`);
  }
  return say(`can't be used: ${reasonOf(thrown)}.`);
}
