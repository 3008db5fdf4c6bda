import { readFile } from 'node:fs/promises';
import { clock } from '../../turn/clock.js';

/** Memory of the values of a run, in MB, and of all of it: buffers are outside of the first. */
export const MAX_HEAP_MB = 128;
export const MAX_MEMORY_MB = 400;
const LOOK_MS = 100;

/**
 * Calls `onTooMuch` when a process has more than `MAX_MEMORY_MB`. Linux only: elsewhere nobody can be asked without
 * starting a program.
 * @returns stops it
 */
export function watchMemory(pid: number | undefined, onTooMuch: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  const timer = clock.every(LOOK_MS, () => {
    void usedMb(pid).then((used) => {
      if (used > MAX_MEMORY_MB) onTooMuch();
    });
  });
  return () => timer.cancel();
}

/** 0 where it has ended. */
async function usedMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_000;
}
