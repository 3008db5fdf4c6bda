import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { SMALL } from '../models/worker-exit.js';
import { clock, type Timer } from '../turn/clock.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import type { backupsOf } from './backups.js';
import { dropProfiles } from './hot-cache.js';
import { operations, type Tables } from './operations.js';

/** The memory: every table's operations, in a thread of its own. */
export interface Memory extends Tables {
  readonly file: string;
  /** The file as a whole: copies of it, and what is done when it is damaged. */
  readonly backups: Backups;
  /** Lets what was asked end, then closes the file. */
  close(): Promise<void>;
}

type Backups = {
  readonly [O in keyof ReturnType<typeof backupsOf>]: () => Promise<
    Awaited<ReturnType<ReturnType<typeof backupsOf>[O]>>
  >;
};

export interface MemoryOptions {
  /** SQLite file; made when it isn't there. */
  file: string;
  /** Told once when the store can't be used, and again only after what failed could be done. */
  onProblem?: ((error: JarvisError) => void) | undefined;
}

/** Asked of the thread. */
export interface Question {
  id: number;
  table: string;
  operation: string;
  args: unknown[];
}

/** The thread's answer. */
export type Answer =
  | { id: number; result: unknown }
  | { id: number; failure: { code: JarvisError['code']; message: string } };

/** Told by the thread: a library is missing that it can do without. */
export interface Notice {
  notice: string;
}

/** Longest wait for one operation, those before it included. */
const PATIENCE_MS = 20_000;
/** More waiting than this means that the disk doesn't keep up. */
const MAX_WAITING = 2_000;
/** Longest wait for a copy or a check of the whole file. */
const BACKUP_MS = 3_600_000;
const BACKUP_OPERATIONS: readonly (keyof Backups)[] = ['list', 'isDamaged', 'make', 'drop', 'restore'];
const LEAVING_MS = 10_000;

/** What changes the knowledge graph tells of its branches: every prompt holds some of them, so rooms read them anew. */
function changesGraph(result: unknown): boolean {
  const { changed } = Object(result) as { changed?: unknown };
  return Array.isArray(changed) && changed.length > 0;
}

interface Waiting {
  operation: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: Timer;
}

/**
 * Opens the memory. SQLite works in a thread, because a search may take longer than the event loop may be held; the
 * thread starts with the first question, and again after it has died.
 */
export function openMemory({ file, onProblem = () => {} }: MemoryOptions): Memory {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;
  /** Questions that the thread has not answered, those that nobody waits for any more included. */
  let unanswered = 0;
  /** The problem that was told, and the operation that has to succeed before it is told again. */
  let told: { message: string; operation: string } | undefined;
  let closing: Promise<void> | undefined;

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    one?.timer.cancel();
    if (waiting.size === 0) thread?.unref();
    return one;
  };
  const failAll = (error: Error) => {
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
  };
  const tell = (error: JarvisError, operation = '') => {
    if (told?.message === error.message) return;
    told = { message: error.message, operation };
    onProblem(error);
  };
  const start = (): Worker => {
    let fault = '';
    const worker = new Worker(path.join(__dirname, 'memory.worker.js'), {
      workerData: { file },
      resourceLimits: SMALL,
    });
    worker.on('message', (answer: Answer | Notice) => {
      if ('notice' in answer) {
        onProblem(new JarvisError('library-missing', answer.notice));
        return;
      }
      unanswered--;
      if ('failure' in answer) {
        const error = new JarvisError(answer.failure.code, answer.failure.message);
        const one = settle(answer.id);
        tell(error, one?.operation);
        one?.reject(error);
        return;
      }
      const one = settle(answer.id);
      // Of a full disk it can still be read: that says nothing about writing.
      if (told?.operation === '' || told?.operation === one?.operation) told = undefined;
      if (changesGraph(answer.result)) dropProfiles();
      one?.resolve(answer.result);
    });
    worker.on('error', (thrown) => {
      fault = `: ${reasonOf(thrown)}`;
    });
    worker.on('exit', () => {
      if (thread === worker) {
        thread = undefined;
        unanswered = 0;
      }
      if (waiting.size === 0 && fault === '') return;
      const what = closing ? 'was closed before it had answered' : 'ended unexpectedly';
      const error = new JarvisError('store-failed', `The thread of the memory ${file} ${what}${fault}.`);
      if (!closing) tell(error);
      failAll(error);
    });
    return worker;
  };
  const ask = (table: string, operation: string, args: unknown[], patience = PATIENCE_MS): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closing) throw new JarvisError('store-failed', `The memory ${file} is closed.`);
      if (unanswered >= MAX_WAITING) {
        const full = new JarvisError('store-failed', `The store ${file} does not keep up. Is its disk busy?`);
        tell(full);
        throw full;
      }
      const id = ++last;
      const timer = clock.limit(patience, () => {
        const late = `The store ${file} took longer than ${patience / 1000} s. Is its disk busy?`;
        const error = new JarvisError('store-failed', late);
        tell(error, `${table}.${operation}`);
        settle(id)?.reject(error);
      });
      waiting.set(id, { operation: `${table}.${operation}`, resolve, reject, timer });
      thread ??= start();
      // Only while it has something to do does it keep the process.
      thread.ref();
      try {
        thread.postMessage({ id, table, operation, args } satisfies Question);
        unanswered++;
      } catch (thrown) {
        const odd = `${table}.${operation} was asked with what isn't plain data: ${reasonOf(thrown)}`;
        settle(id)?.reject(new JarvisError('store-failed', odd, { cause: thrown }));
      }
    });

  const ofFile = (operation: keyof Backups) => [operation, () => ask('backups', operation, [], BACKUP_MS)];
  const tables = Object.fromEntries(
    Object.entries(operations).map(([table, names]) => [
      table,
      Object.fromEntries(Object.keys(names).map((name) => [name, (...args: unknown[]) => ask(table, name, args)])),
    ]),
  );
  return {
    // Built from the same table that the type is inferred from; the thread answers with what its own half gives.
    ...(tables as unknown as Tables),
    file,
    backups: Object.fromEntries(BACKUP_OPERATIONS.map(ofFile)) as unknown as Backups,
    close() {
      closing ??= (async () => {
        const leaving = thread;
        if (!leaving) return;
        await new Promise<void>((resolve) => {
          const timer = clock.limit(LEAVING_MS, () => void leaving.terminate());
          leaving.ref();
          leaving.once('exit', () => {
            timer.cancel();
            resolve();
          });
          leaving.postMessage('close');
        });
      })();
      return closing;
    },
  };
}
