import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, JarvisError, reasonOf } from '../turn/errors.js';
import type { JobAnswer } from './job-worker.js';
import { inference } from './worker-exit.js';

/** The worker's side of `openJobWorker`: answers each job with what `work` makes of it. One job comes at a time. */
export function serveJobs<Job, Result>(
  code: ErrorCode,
  work: (job: Job) => Promise<{ result: Result; transfer: ArrayBuffer[] }>,
): void {
  const { run } = inference(workerData);
  parentPort?.on('message', (job: Job | { type: 'stop' }) => {
    if (typeof job === 'object' && job !== null && 'type' in job) {
      parentPort?.close();
      return;
    }
    run(() => work(job)).then(
      ({ result, transfer }) => answer({ ok: true, result }, transfer),
      (thrown: unknown) => {
        const known = thrown instanceof JarvisError;
        answer({ ok: false, code: known ? thrown.code : code, message: reasonOf(thrown) }, []);
      },
    );
  });

  function answer(message: JobAnswer<Result>, transfer: ArrayBuffer[]): void {
    parentPort?.postMessage(message, transfer);
  }
}
