import type { JarvisError } from '../turn/errors.js';
import { openStore, type Store, storeError } from './store.js';

/** A store that couldn't be used is tried again after this long, in milliseconds. */
const TRY_AGAIN_MS = 60_000;

export interface StoreAccess {
  /** Does something in the store, opening it first if need be. Never throws; false when the store can't be used. */
  use(work: (store: Store) => void): boolean;
  isOpen(): boolean;
  close(): void;
}

export interface AccessOptions {
  file: string;
  /** After each opening, before anything else. */
  onOpen?: (store: Store) => void;
  /** The store was given up; it is tried again later. */
  onLost?: () => void;
  /** Told once when the store can't be used, and again only after it could. */
  onProblem?: (error: JarvisError) => void;
}

/** A store that may fail without stopping anybody: a damaged file, a full disk, another program's lock. */
export function storeAccess({ file, onOpen, onLost, onProblem = () => {} }: AccessOptions): StoreAccess {
  let store: Store | undefined;
  let tryAgainAt = 0;
  let told = false;
  let closed = false;

  const giveUp = () => {
    try {
      store?.close();
    } catch {
      // It is given up anyway.
    }
    store = undefined;
  };

  return {
    isOpen: () => store !== undefined,
    use(work) {
      if (closed || (!store && performance.now() < tryAgainAt)) return false;
      try {
        if (!store) {
          store = openStore(file);
          onOpen?.(store);
        }
        work(store);
        told = false;
        return true;
      } catch (thrown) {
        const error = storeError(thrown, file);
        tryAgainAt = performance.now() + TRY_AGAIN_MS;
        giveUp();
        onLost?.();
        if (!told) {
          told = true;
          onProblem(error);
        }
        return false;
      }
    },
    close() {
      closed = true;
      try {
        store?.close();
      } catch (thrown) {
        onProblem(storeError(thrown, file));
      }
      store = undefined;
    },
  };
}
