import { immediate, type Store } from '../statements.js';
import { erase, eraseSince } from './erase.js';
import { remembers } from './remembers.js';
import { expire, RETENTION_KINDS, type Retention } from './retention.js';
import { endRolling } from './rolling-summaries.js';
import { matching, scrub } from './scrub.js';

/** The tables of this subject; see MIGRATIONS in ../store.ts. `until` is empty where a room is never remembered. */
export const SCHEMA = `
  CREATE TABLE retention (kind TEXT PRIMARY KEY, days INTEGER NOT NULL) STRICT;
  CREATE TABLE unremembered (site TEXT PRIMARY KEY, until INTEGER) STRICT;
`;

/** When the clock was last looked at, and since when it has run evenly. */
export const CLOCK_SCHEMA = `
  CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), seen INTEGER NOT NULL, since INTEGER NOT NULL) STRICT;
`;

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;
/** Unless the owner wants it otherwise: words can be looked at beside what was made of them; traces hold words too. */
const DEFAULT_DAYS: Partial<Retention> = { said: 30, trace: 30 };

/** What is kept and for how long, which rooms are not remembered, and the erasing, a piece at a time. */
export const privacy = {
  remembers,

  /** The rooms that are not remembered at the moment, and until when (ms; null: for ever). */
  unremembered(store: Store, now: number): { site: string; until: number | null }[] {
    return store
      .prepare<unknown[], { site: string; until: number | null }>(
        'SELECT site, until FROM unremembered WHERE until IS NULL OR until > ? ORDER BY site',
      )
      .all(now);
  },

  /**
   * From now on nothing said in a room is kept, for ever (`until` null) or for this conversation (ms); or again is. What
   * is kept of the conversation itself goes at once.
   */
  setRemembers(store: Store, site: string, remember: boolean, until: number | null = null): void {
    immediate(store, () => {
      store.prepare('DELETE FROM unremembered WHERE site = ?').run(site);
      if (remember) return;
      store.prepare('INSERT INTO unremembered VALUES (?, ?)').run(site, until);
      store.prepare('DELETE FROM dialogue WHERE site = ?').run(site);
      endRolling(store, site);
    });
  },

  retention(store: Store): Retention {
    const rows = store.prepare<unknown[], { kind: string; days: number }>('SELECT kind, days FROM retention').all();
    const days = new Map(rows.map((row) => [row.kind, row.days]));
    const kept = RETENTION_KINDS.map((kind) => [kind, days.get(kind) ?? DEFAULT_DAYS[kind] ?? 0]);
    // Built from all the kinds.
    return Object.fromEntries(kept) as Retention;
  },

  /** Sets days for some kinds; whole ones from 0 (for ever) to 36,500. */
  setRetention(store: Store, days: Partial<Retention>): void {
    immediate(store, () => {
      const put = store.prepare('INSERT OR REPLACE INTO retention VALUES (?, ?)');
      for (const kind of RETENTION_KINDS) {
        const given = days[kind];
        if (given !== undefined) put.run(kind, Math.min(MAX_DAYS, Math.max(0, Math.round(given))));
      }
    });
  },

  /**
   * Looks at the clock. One that has leapt by more than a day since the last look, ahead or back, may be wrong, and what
   * is erased by it would be lost; most are put right within minutes.
   * @param now Milliseconds since the epoch.
   * @returns whether it has run evenly for a day
   */
  lookAtClock(store: Store, now: number): boolean {
    return immediate(store, () => {
      const known = store.prepare<unknown[], { seen: number; since: number }>('SELECT * FROM clock').get();
      const leapt = !known || Math.abs(now - known.seen) > DAY_MS;
      const since = leapt ? now : known.since;
      store.prepare('INSERT OR REPLACE INTO clock VALUES (1, ?, ?)').run(now, since);
      return now - since >= DAY_MS;
    });
  },

  erase,
  eraseSince,
  expire,
  matching,
  scrub,

  /** Writes everything to the file itself and empties the log beside it. @returns false while somebody reads it. */
  settle(store: Store): boolean {
    const [row] = store.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return row?.busy === 0;
  },

  /** Gives free pages back to the disk, some at a time. @returns how many are left. */
  shrink(store: Store, pages: number): number {
    store.pragma(`incremental_vacuum(${Math.min(10_000, Math.max(1, Math.round(pages)))})`);
    return Number(store.pragma('freelist_count', { simple: true }));
  },
};
