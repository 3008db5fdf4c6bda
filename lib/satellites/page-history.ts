import { LRUCache } from 'lru-cache';
import { clock } from '../turn/clock.js';
import type { TraceRecord } from '../turn/trace.js';

/** A turn as a page shows it again. */
export interface PastTurn {
  turn: string;
  heard?: string;
  reply?: string;
  error?: string;
}

/** What a page is shown of its conversation when it is opened again. */
export interface PageHistory {
  /**
   * The last turns of a site, oldest first: only to the session that has the site, and since it has. Another session that
   * comes by this name begins anew.
   */
  of(site: string, session: string): PastTurn[];
}

const MAX_TURNS = 20;
const MAX_AGE_MS = 3_600_000;
const MAX_SITES = 500;

/**
 * The words are those of the traces: without secrets, without what was erased, and none where none are kept.
 * @param traces newest first
 */
export function openPageHistory(traces: () => readonly TraceRecord[], now = () => clock.now()): PageHistory {
  const owners = new LRUCache<string, { session: string; since: number }>({ max: MAX_SITES });
  return {
    of(site, session) {
      const known = owners.get(site);
      const owner = known?.session === session ? known : { session, since: now() };
      owners.set(site, owner);
      const from = Math.max(owner.since, now() - MAX_AGE_MS);
      return traces()
        .filter((trace) => trace.site === site && trace.at >= from && Object.keys(trace.texts).length > 0)
        .slice(0, MAX_TURNS)
        .reverse()
        .map(({ id, texts }) => ({ turn: id, ...texts }));
    },
  };
}
