import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { clock } from '../../turn/clock.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { abortError } from '../../turn/wait.js';

/** What can be read of the computer, in the order in which it is told. */
export const PARTS = ['load', 'memory', 'disk', 'temperature', 'gpu', 'battery', 'uptime'] as const;
export type Part = (typeof PARTS)[number];

interface Space {
  /** Bytes. */
  free: number;
  total: number;
}

/** What the computer says of itself. A part is missing where it has none of it, or doesn't tell. */
export interface Reading {
  /** How busy the processor is, in percent of all of its cores. */
  load?: number;
  memory?: Space;
  /** Of the disk that the folder is on. */
  disk?: Space;
  /** Of the processor, in °C. */
  temperature?: number;
  gpu?: { name: string; load?: number; temperature?: number; memory?: Space };
  battery?: { percent: number; charging: boolean };
  /** Seconds since the computer was started. */
  uptime?: number;
}

export interface ReadingJob {
  parts: readonly Part[];
  /** Whose disk is meant. */
  folder: string;
}

/** @throws AbortError; nothing else: what can't be read is missing. */
export type ReadComputer = (job: ReadingJob, signal: AbortSignal) => Promise<Reading>;

/** A disk or a driver that hangs holds nothing else up for longer. */
const LIMIT_MS = 6_000;
const queue = oneByOne({ most: 10, what: 'The reading of this computer', code: 'failed' });

/**
 * Reads the computer, in a thread of its own that ends with it: the library waits for some programs in a way that would
 * hold up the sound of every room.
 */
export const readComputer: ReadComputer = (job, signal) =>
  queue.add(
    signal,
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(path.join(__dirname, 'reading.worker.js'), { workerData: job });
        let reading: Reading = {};
        const end = () => {
          timer.cancel();
          signal.removeEventListener('abort', end);
          void worker.terminate();
          if (signal.aborted) reject(abortError(signal));
          else resolve(reading);
        };
        const timer = clock.limit(LIMIT_MS, end);
        signal.addEventListener('abort', end, { once: true });
        worker.on('message', (part: Reading) => {
          reading = { ...reading, ...part };
        });
        // Without a listener its error would end the process; its exit follows.
        worker.on('error', () => {});
        worker.once('exit', end);
      }),
  );
