import type * as SqliteVec from 'sqlite-vec';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import type { Store } from '../statements.js';

const loaded = new WeakSet<Store>();
let problem: JarvisError | undefined;
let told = false;

/** Loads the library that compares vectors. Without it they are compared here, and words are found as ever. */
export function loadVectorLibrary(store: Store): void {
  try {
    const library = require('sqlite-vec') as typeof SqliteVec;
    library.load(store);
    loaded.add(store);
  } catch (thrown) {
    problem = new JarvisError(
      'library-missing',
      `The library "sqlite-vec" can't be loaded: ${reasonOf(thrown)}. The memory is searched all the same, by meaning a little more slowly. Install it for this machine: npm install sqlite-vec`,
      { cause: thrown },
    );
  }
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
