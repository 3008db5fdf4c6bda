import { z } from 'zod';
import type { JarvisError } from '../turn/errors.js';
import type { TraceRecord } from '../turn/trace.js';
import { storeAccess } from './store-access.js';

/** The traces of the last turns, over restarts. */
export interface Traces {
  /** Keeps the trace of a turn that has ended; written a moment later. */
  keep(record: TraceRecord): void;
  /** The last 200, newest first. */
  all(): TraceRecord[];
  /** Writes what is still to be written. */
  close(): void;
}

const KEPT = 200;
/** What has ended is written when the room is quiet again, not in the middle of a sound. */
const WRITE_AFTER_MS = 500;

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

/** No method throws: without a store the traces of this run are all there are. */
export function openTraces(options: { file: string; onProblem?: (error: JarvisError) => void }): Traces {
  const access = storeAccess(options);
  let waiting: TraceRecord[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting;
    waiting = [];
    if (records.length === 0) return;
    access.use((store) => {
      store.transaction(() => {
        const insert = store.prepare('INSERT OR REPLACE INTO turns (id, at, record) VALUES (?, ?, ?)');
        for (const record of records) insert.run(record.id, Math.round(record.at), JSON.stringify(record));
        store.prepare('DELETE FROM turns WHERE id NOT IN (SELECT id FROM turns ORDER BY at DESC LIMIT ?)').run(KEPT);
      })();
    });
  };

  return {
    keep(record) {
      waiting = [...waiting, record].slice(-KEPT);
      timer ??= setTimeout(write, WRITE_AFTER_MS);
      timer.unref();
    },
    all() {
      write();
      let rows: string[] = [];
      access.use((store) => {
        rows = store.prepare('SELECT record FROM turns ORDER BY at DESC LIMIT ?').pluck().all(KEPT) as string[];
      });
      return rows.flatMap(parsed);
    },
    close() {
      write();
      access.close();
    },
  };
}

function parsed(text: string): TraceRecord[] {
  try {
    return [recordSchema.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
