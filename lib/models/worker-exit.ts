import { type ResourceLimits, Worker } from 'node:worker_threads';
import { clock } from '../turn/clock.js';

/*
 * A thread that is stopped inside the inference library takes the whole process with it ("terminate called after
 * throwing an instance of 'Napi::Error'"). So a worker is never terminated: it is asked to leave (`leave`), and when the
 * process exits, that waits for the inference that runs (`startThread`, `inference`).
 */

const LEAVING_MS = 10_000;
/** Longest wait of an exiting process: one run of the largest model. */
const EXIT_MS = 2_000;

/** Indexes of the flags that the main thread and a worker share. */
const STOPPING = 0;
const BUSY = 1;

const shared = new Set<Int32Array>();
let watching = false;

/** Megabytes for what a thread has just made: with Node's own 48 it keeps tens of megabytes that are garbage. */
export const SMALL: ResourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A worker thread that calls the inference library. */
export interface Thread {
  worker: Worker;
  /** Lets it go: it gets `{type: 'stop'}` and ends by itself after what it is doing. Resolves then, or after 10 s. */
  leave(): Promise<void>;
}

/** What a worker finds in its `workerData`. */
export interface ThreadData {
  data: unknown;
  /** For `inference`. */
  exit: SharedArrayBuffer;
}

/** @param data must be structured-cloneable @param heap Node's own limits when not given */
export function startThread(file: string, data?: unknown, heap?: ResourceLimits): Thread {
  const exit = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const flags = new Int32Array(exit);
  shared.add(flags);
  if (!watching) process.on('exit', waitForInference);
  watching = true;
  const workerData: ThreadData = { data, exit };
  const worker = new Worker(file, { workerData, resourceLimits: { ...SMALL, ...heap } });
  return { worker, leave: () => retire(worker).finally(() => shared.delete(flags)) };
}

function waitForInference(): void {
  for (const flags of shared) Atomics.store(flags, STOPPING, 1);
  for (const flags of shared) Atomics.wait(flags, BUSY, 1, EXIT_MS);
}

/** In the worker: runs what calls the inference library. Once the process exits, nothing is begun any more. */
export function inference({ exit }: ThreadData): {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** True when the process exits: long work should end. */
  stopping(): boolean;
} {
  const flags = new Int32Array(exit);
  const free = () => {
    Atomics.store(flags, BUSY, 0);
    Atomics.notify(flags, BUSY);
  };
  const stopping = () => Atomics.load(flags, STOPPING) === 1;
  return {
    stopping,
    async run(work) {
      // Busy first, then the look: whichever thread comes second sees what the other has set.
      Atomics.store(flags, BUSY, 1);
      try {
        if (!stopping()) return await work();
      } finally {
        free();
      }
      return await new Promise<never>(() => {});
    },
  };
}

function retire(thread: Worker): Promise<void> {
  if (thread.threadId === -1) return Promise.resolve();
  thread.removeAllListeners();
  // It may still throw on its way out.
  thread.on('error', () => {});
  return new Promise((resolve) => {
    const timer = clock.limit(LEAVING_MS, () => {
      // A thread that hangs must not keep the process.
      thread.unref();
      resolve();
    });
    thread.once('exit', () => {
      timer.cancel();
      resolve();
    });
    thread.postMessage({ type: 'stop' });
  });
}
