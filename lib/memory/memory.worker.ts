import { parentPort, workerData } from 'node:worker_threads';
import { backupsOf } from './backups.js';
import { holdStore } from './held-store.js';
import type { Answer, Notice, Question } from './memory.js';
import { operations } from './operations.js';
import type { Store } from './statements.js';
import { storeError } from './store.js';
import { vectorLibraryProblem } from './vectors/library.js';

const { file } = workerData as { file: string };
const held = holdStore(file);
const backups: Record<string, unknown> = backupsOf(file, held);

function answer({ id, table, operation, args }: Question): Answer | Promise<Answer> {
  try {
    if (table === 'backups') return later(id, (backups[operation] as () => unknown)());
    const known: Record<string, Record<string, unknown>> = operations;
    const run = known[table]?.[operation] as (store: Store, ...args: unknown[]) => unknown;
    return { id, result: held.run((store) => run(store, ...args)) };
  } catch (thrown) {
    return failure(id, thrown);
  }
}

/** What others are asked in between. */
async function later(id: number, work: unknown): Promise<Answer> {
  try {
    return { id, result: await work };
  } catch (thrown) {
    return failure(id, thrown);
  }
}

function failure(id: number, thrown: unknown): Answer {
  const { code, message } = storeError(thrown, file);
  return { id, failure: { code, message } };
}

parentPort?.on('message', (message: Question | 'close') => {
  if (message !== 'close') {
    const answered = answer(message);
    if (answered instanceof Promise) void answered.then((one) => parentPort?.postMessage(one));
    else parentPort?.postMessage(answered);
    const lacking = vectorLibraryProblem();
    if (lacking) parentPort?.postMessage({ notice: lacking.message } satisfies Notice);
    return;
  }
  held.close();
  parentPort?.close();
});
