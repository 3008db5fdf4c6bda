import type * as SqliteVec from 'sqlite-vec';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import type { Store } from '../statements.js';
import { signed } from './numbers.js';

const loaded = new WeakSet<Store>();
let problem: JarvisError | undefined;
let told = false;

/** Loads the library that compares vectors. Without it they are compared one by one, and words are found as ever. */
export function loadVectorLibrary(store: Store): void {
  try {
    const library = require('sqlite-vec') as typeof SqliteVec;
    library.load(store);
    loaded.add(store);
  } catch (thrown) {
    problem = new JarvisError(
      'library-missing',
      `The library "sqlite-vec" can't be loaded: ${reasonOf(thrown)}. The memory is searched all the same, by meaning more slowly and not farther back than its newest 50,000 entries. Install it for this machine: npm install sqlite-vec`,
      { cause: thrown },
    );
    store.function('vec_int8', { deterministic: true }, (bytes) => bytes);
    store.function('vec_distance_cosine', { deterministic: true }, (a: Uint8Array, b: Uint8Array) =>
      cosineDistance(signed(a), signed(b)),
    );
  }
}

function cosineDistance(a: Int8Array, b: Int8Array): number {
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return 1 - product / Math.sqrt(squaresA * squaresB);
}

export function hasVectorLibrary(store: Store): boolean {
  return loaded.has(store);
}

/** Why the library couldn't be loaded, the first time it is asked for. */
export function vectorLibraryProblem(): JarvisError | undefined {
  if (told || !problem) return undefined;
  told = true;
  return problem;
}
