import type { ResourceLimits } from 'node:worker_threads';
import { clock, type Timer } from '../turn/clock.js';
import { type ErrorCode, JarvisError, reasonOf } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';
import { startThread, type Thread } from './worker-exit.js';

/** What a worker answers to a job; see `serveJobs` in `job-server.ts`. */
export type JobAnswer<Result> = { ok: true; result: Result } | { ok: false; code: ErrorCode; message: string };

/** A worker thread that does one job at a time. */
export interface JobWorker<Job, Result> {
  /**
   * Does a job; the thread starts with the first one, and again after it died.
   * @param limitMs milliseconds this job may take; those of all jobs when not given
   * @throws JarvisError of the worker, or `code` when it died or took longer than `limitMs`; AbortError.
   */
  run(job: Job, signal?: AbortSignal, limitMs?: number): Promise<Result>;
  /** Ends the thread; what waits is cancelled. A later `run` starts a new one. */
  close(): Promise<void>;
}

export interface JobWorkerOptions {
  /** The worker's JavaScript file. */
  file: string;
  /** What the person is told has failed, e.g. "The Piper voice". */
  what: string;
  code: ErrorCode;
  /** Milliseconds a job may take; then the thread is ended, and the next job starts a new one. */
  limitMs: number;
  /** The thread's heap; Node's own limits when not given. */
  heap?: ResourceLimits;
}

interface Waiting<Job, Result> {
  job: Job;
  limitMs: number;
  settle: (settled: { result: Result } | { error: Error }) => void;
}

/** Jobs that wait at most; more are refused. */
const MAX_WAITING = 200;

/** Keeps a worker thread for jobs that would block the event loop. An idle thread doesn't keep the process alive. */
export function openJobWorker<Job, Result>(options: JobWorkerOptions): JobWorker<Job, Result> {
  const { file, what, code, heap } = options;
  let waiting: Waiting<Job, Result>[] = [];
  let current: { work: Waiting<Job, Result>; timer: Timer } | undefined;
  let thread: Thread | undefined;

  /** Ends the current job, in whichever way, and starts the next. */
  const finish = (settled: { result: Result } | { error: Error }) => {
    const done = current;
    current = undefined;
    done?.timer.cancel();
    done?.work.settle(settled);
    next();
  };
  const lose = (lost: Thread, why: string) => {
    if (thread !== lost) return;
    thread = undefined;
    void lost.leave();
    if (current) finish({ error: new JarvisError(code, `${what} failed: ${why}. It is started again when needed.`) });
  };
  const start = (): Thread => {
    const started = startThread(file, undefined, heap);
    const { worker } = started;
    worker.on('message', (answer: JobAnswer<Result>) => {
      if (thread === started) {
        finish(answer.ok ? { result: answer.result } : { error: new JarvisError(answer.code, answer.message) });
      }
    });
    worker.on('error', (error) => lose(started, reasonOf(error)));
    worker.on('exit', (status) => lose(started, `its thread ended with status ${status}`));
    return started;
  };
  const next = () => {
    if (current) return;
    const work = waiting.shift();
    if (!work) {
      thread?.worker.unref();
      return;
    }
    thread ??= start();
    const busy = thread;
    busy.worker.ref();
    const timer = clock.limit(work.limitMs, () => lose(busy, `it took longer than ${work.limitMs / 1000} s`));
    current = { work, timer };
    busy.worker.postMessage(work.job);
  };

  return {
    run: (job, signal, limitMs = options.limitMs) =>
      new Promise<Result>((resolve, reject) => {
        if (signal?.aborted) return reject(abortError(signal));
        if (waiting.length >= MAX_WAITING) {
          return reject(new JarvisError(code, `${what} has too much to do: ${MAX_WAITING} jobs wait already.`));
        }
        const work: Waiting<Job, Result> = {
          job,
          limitMs,
          settle: (settled) => {
            signal?.removeEventListener('abort', onAbort);
            if ('error' in settled) reject(settled.error);
            else resolve(settled.result);
          },
        };
        // A job that has begun can't be stopped: its result is dropped, and the next one waits for it.
        const onAbort = () => {
          waiting = waiting.filter((other) => other !== work);
          if (signal) reject(abortError(signal));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(work);
        next();
      }),
    async close() {
      const ending = thread;
      thread = undefined;
      const error = new Error(`${what} was closed.`);
      error.name = 'AbortError';
      const left = waiting;
      waiting = [];
      for (const work of left) work.settle({ error });
      if (current) finish({ error });
      await ending?.leave();
    },
  };
}
