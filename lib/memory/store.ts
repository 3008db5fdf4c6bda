import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { JarvisError, reasonOf } from '../turn/errors.js';

export type Store = BetterSqlite3.Database;

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
];

/** How long a statement waits for another process's write, in milliseconds. It blocks the event loop, so not long. */
const BUSY_MS = 200;

/**
 * Opens the store, makes it when it isn't there, and brings it to this version. SQLite in WAL mode.
 * @throws JarvisError library-missing; store-failed when the file is damaged, another program's, newer than this
 * version, or may not be written.
 */
export function openStore(file: string): Store {
  const Database = loadLibrary();
  let store: Store | undefined;
  try {
    if (file !== ':memory:') makeFolder(path.dirname(path.resolve(file)));
    store = new Database(file, { timeout: BUSY_MS });
    store.pragma('journal_mode = WAL');
    // A power cut may cost the last seconds of dialogue, not the file.
    store.pragma('synchronous = NORMAL');
    migrate(store, file);
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

/** One folder at a time: Node's `recursive` never ends where a folder can't be made although its parent is there (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function loadLibrary(): typeof BetterSqlite3 {
  try {
    const Database = require('better-sqlite3') as typeof BetterSqlite3;
    // The native half is only loaded with the first database.
    new Database(':memory:').close();
    return Database;
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The library "better-sqlite3" can't be loaded: ${reasonOf(thrown)}. Build it for this Node.js: npm rebuild better-sqlite3`,
      { cause: thrown },
    );
  }
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
  for (let next = version; next < newest; next++) {
    store.transaction(() => {
      store.exec(MIGRATIONS[next] ?? '');
      store.pragma(`user_version = ${next + 1}`);
    })();
  }
}

/** What SQLite failed with, in words that say what to do. */
export function storeError(thrown: unknown, file: string): JarvisError {
  if (thrown instanceof JarvisError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const say = (why: string) => new JarvisError('store-failed', `The store ${file} ${why}`, { cause: thrown });
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return say('is damaged. Move it away, and a new one is made; or put a backup in its place.');
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return say('is in use by another program for too long. Is a second Node-RED running on the same folder?');
  }
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|^E(ACCES|PERM|ROFS)/.test(code)) {
    return say(`can't be written (${reasonOf(thrown)}). Change the owner of its folder, or choose another file.`);
  }
  if (/^SQLITE_FULL|^ENOSPC/.test(code)) return say("can't grow: the disk is full. Make room.");
  return say(`can't be used: ${reasonOf(thrown)}.`);
}
