import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderJob } from './reader.js';

const job = workerData as ReaderJob;
void read().then((result) => parentPort?.postMessage(result));

/** Loads only what the job needs. */
async function read() {
  if (job.kind === 'page') return await (await import('./page-text.js')).pageText(job);
  return (await import('./feed.js')).headlinesIn(job);
}
