import type { Store } from './statements.js';
import { openStore, openStoreToRead, storeError } from './store.js';

/** After a fault the file is opened anew, not more often than this, in milliseconds. */
const TRY_AGAIN_MS = 5_000;

/**
 * Faults after which the open file is given up: it may have been mended or replaced meanwhile, and a file that was opened
 * for reading only stays so. A full disk and another program's lock pass by themselves.
 */
const GIVEN_UP = /^SQLITE_(?:CORRUPT|NOTADB|READONLY|IOERR|CANTOPEN)/;

/** A file that can't be opened is told by the same words until it is tried again. */
type Failed = { at: number; error: ReturnType<typeof storeError> };

/** The store of a thread, over whatever happens to its file. */
export interface HeldStore {
  /** Does something in the store. @throws JarvisError store-failed, library-missing. */
  run<T>(work: (store: Store) => T): T;
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

  const opened = (): Store => {
    if (store) return store;
    if (failed && performance.now() < failed.at + TRY_AGAIN_MS) throw failed.error;
    try {
      store = openStore(file);
      failed = undefined;
    } catch (thrown) {
      const error = storeError(thrown, file);
      store = openStoreToRead(file, error);
      failed = store ? undefined : { at: performance.now(), error };
      if (!store) throw error;
    }
    openedAt = performance.now();
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
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
        // Not at every question: a damaged page would cost the others their answers.
        if (GIVEN_UP.test(code) && performance.now() > openedAt + TRY_AGAIN_MS) giveUp();
        throw storeError(thrown, file);
      }
    },
    close: giveUp,
  };
}
