import { statSync } from 'node:fs';
import { clock } from '../turn/clock.js';
import { listBackups } from './backups.js';
import type { Store } from './statements.js';
import { openStore, openStoreToRead, storeError } from './store.js';

/** After a fault the file is opened anew, not more often than this, in milliseconds. */
const TRY_AGAIN_MS = 5_000;

/**
 * Faults after which the open file is given up: it may have been mended or replaced meanwhile, and a file that was opened
 * for reading only stays so. A full disk and another program's lock pass by themselves.
 */
const GIVEN_UP = /^SQLITE_(?:CORRUPT|NOTADB|READONLY|IOERR|CANTOPEN)/;

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** A file that can't be opened is told by the same words until it is tried again. */
type Failed = { at: number; error: ReturnType<typeof storeError> };

/** The store of a thread, over whatever happens to its file. */
export interface HeldStore {
  /** Does something in the store. @throws JarvisError store-failed, library-missing. */
  run<T>(work: (store: Store) => T): T;
  /** Whether the file was found damaged, and is not mended since. */
  damaged(): boolean;
  /** Notes that a copy of it was damaged. @returns the error that says so */
  markDamaged(): ReturnType<typeof storeError>;
  /** Closes the file, has it replaced by another one, and opens that. @throws JarvisError store-failed */
  replace(work: () => void): void;
  close(): void;
}

/**
 * Holds a store open. What can still be read is read: of a damaged file what isn't damaged, of a file that can't be
 * written everything. Once the fault is gone, everything works again without a restart.
 */
export function holdStore(file: string): HeldStore {
  let store: Store | undefined;
  let openedAt = Number.NEGATIVE_INFINITY;
  let failed: Failed | undefined;
  let damaged = false;

  const codeOf = (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '');
  const opened = (): Store => {
    if (store) return store;
    if (failed && clock.steady() < failed.at + TRY_AGAIN_MS) throw failed.error;
    try {
      if (isEmptied(file)) throw damage();
      store = openStore(file);
      failed = undefined;
      // It may have been mended meanwhile.
      if (damaged) damaged = store.pragma('quick_check(1)', { simple: true }) !== 'ok';
    } catch (thrown) {
      if (DAMAGED.test(codeOf(thrown)) || DAMAGED.test(codeOf(thrown instanceof Error && thrown.cause))) damaged = true;
      const error = storeError(thrown, file);
      store = openStoreToRead(file, error);
      failed = store ? undefined : { at: clock.steady(), error };
      if (!store) throw error;
    }
    openedAt = clock.steady();
    return store;
  };
  const giveUp = () => {
    try {
      store?.close();
    } catch {
      // It is given up anyway.
    }
    store = undefined;
  };

  return {
    run(work) {
      const open = opened();
      try {
        return work(open);
      } catch (thrown) {
        const code = codeOf(thrown);
        if (DAMAGED.test(code)) damaged = true;
        // Not at every question: a damaged page would cost the others their answers.
        if (GIVEN_UP.test(code) && clock.steady() > openedAt + TRY_AGAIN_MS) giveUp();
        throw storeError(thrown, file);
      }
    },
    damaged: () => damaged,
    markDamaged() {
      damaged = true;
      return storeError(damage(), file);
    },
    replace(work) {
      giveUp();
      try {
        work();
      } catch (thrown) {
        throw storeError(thrown, file);
      }
      damaged = false;
      failed = undefined;
      opened();
    },
    close: giveUp,
  };
}

/** SQLite takes an empty file for a new store; where there are backups something was in it. */
function isEmptied(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0 && listBackups(file).length > 0;
}

const damage = () => Object.assign(new Error('The file is damaged.'), { code: 'SQLITE_CORRUPT' });
