import { z } from 'zod';
import { clock } from '../../turn/clock.js';
import { type TraceRecord, withoutWords } from '../../turn/trace.js';
import { immediate, type Store } from '../statements.js';
import { remembers } from './remembers.js';

/** Turns whose traces are kept. */
const KEPT = 200;
/** What a clock that was ahead has dated in the future is the first to go. */
const NEWEST = 'ORDER BY at > @now, at DESC LIMIT @most';

const attribute = z.union([z.string(), z.number(), z.boolean()]);
const recordSchema: z.ZodType<TraceRecord> = z.object({
  id: z.string(),
  site: z.string(),
  source: z.enum(['voice', 'text', 'announcement']),
  at: z.number(),
  spans: z.array(
    z
      .object({ stage: z.string(), start: z.number(), ms: z.number(), error: z.string() })
      .partial({ ms: true, error: true })
      .catchall(attribute.optional()),
  ),
  texts: z.object({ heard: z.string(), reply: z.string(), error: z.string() }).partial(),
});

/**
 * The traces of the last 200 turns, without secrets (`Trace`), and without words of rooms that are not remembered. Their
 * table: MIGRATIONS in `../store.ts`.
 */
export const traces = {
  put(store: Store, records: TraceRecord[]): void {
    immediate(store, () => {
      const insert = store.prepare('INSERT OR REPLACE INTO turns (id, at, record) VALUES (?, ?, ?)');
      for (const record of records) {
        const kept = remembers(store, record.site, clock.now()) ? record : withoutWords(record);
        insert.run(record.id, Math.round(record.at), JSON.stringify(kept));
      }
      store
        .prepare(`DELETE FROM turns WHERE id NOT IN (SELECT id FROM turns ${NEWEST})`)
        .run({ now: clock.now(), most: KEPT });
    });
  },

  drop(store: Store, ids: string[]): void {
    store.prepare('DELETE FROM turns WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids));
  },

  /** All of them, newest first; rows that make no sense are left out. */
  all(store: Store): TraceRecord[] {
    return store
      .prepare<unknown[], { record: string }>(`SELECT record FROM turns ${NEWEST}`)
      .all({ now: clock.now(), most: KEPT })
      .flatMap(({ record }) => parsed(record));
  },
};

function parsed(text: string): TraceRecord[] {
  try {
    return [recordSchema.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
