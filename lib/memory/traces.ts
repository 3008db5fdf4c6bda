import { type LiveTurn, turns } from '../conversation/turns.js';
import { clock, type Timer } from '../turn/clock.js';
import { type Erasure, holdsWords, meansTrace } from '../turn/erasing.js';
import type { TraceRecord } from '../turn/trace.js';
import type { Memory } from './memory.js';

/** The traces of the last turns, over restarts. */
export interface Traces {
  /** Keeps the trace of a turn that has ended; written a moment later. */
  keep(record: TraceRecord): void;
  /** The last 200, newest first. */
  all(): Promise<TraceRecord[]>;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

/** In a room that is not remembered a turn's trace keeps no words in this process either. Never rejects. */
export async function keepNoWords(memory: Memory, { id, site }: LiveTurn): Promise<void> {
  // Where the store can't be asked it can't keep them.
  const remembers = await memory.privacy.remembers(site, clock.now()).catch(() => true);
  if (!remembers) turns.forget((trace) => trace.id === id);
}

const MAX_WAITING = 200;
/** What has ended is written when the room is quiet again, not in the middle of a sound. */
const WRITE_AFTER_MS = 500;
/** What the store could not write is written this much later. */
const TRY_AGAIN_MS = 30_000;

/** No method throws or rejects: without a store the traces of this run are all there are. What is erased goes from them. */
export function openTraces(memory: Memory): Traces {
  let waiting: TraceRecord[] = [];
  let timer: Timer | undefined;
  let closed = false;

  const writeIn = (ms: number) => {
    if (closed) return;
    timer ??= clock.after(ms, write);
    timer.unref();
  };
  const write = async () => {
    timer?.cancel();
    timer = undefined;
    const records = waiting;
    waiting = [];
    if (records.length === 0) return;
    // What is wrong with the store is told by the memory.
    await memory.traces.put(records).catch(() => {
      waiting = [...records, ...waiting].slice(-MAX_WAITING);
      writeIn(TRY_AGAIN_MS);
    });
  };

  const all = async () => {
    await write();
    return await memory.traces.all().catch(() => []);
  };

  const forget = async (erased: Erasure) => {
    const ids = (await all()).filter((record) => meansTrace(erased, record)).map(({ id }) => id);
    // Where the store could not take them they still wait.
    waiting = waiting.filter((record) => !meansTrace(erased, record));
    if (ids.length === 0) return;
    await memory.traces.drop(ids);
    await memory.privacy.settle();
  };
  const letGo = holdsWords({ forget });

  return {
    keep(record) {
      if (closed) return;
      waiting = [...waiting, record].slice(-MAX_WAITING);
      writeIn(WRITE_AFTER_MS);
    },
    all,
    async close() {
      closed = true;
      letGo();
      await write();
    },
  };
}
