import { prepared, type Store } from '../statements.js';

/** Whether what is said in a room may be kept. @param now Milliseconds since the epoch. */
export function remembers(store: Store, site: string, now: number): boolean {
  const isNot = prepared(store, 'SELECT 1 FROM unremembered WHERE site = ? AND (until IS NULL OR until > ?)');
  return isNot.get(site, now) === undefined;
}
