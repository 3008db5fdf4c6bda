import { parentPort, workerData } from 'node:worker_threads';
import { redact } from '../turn/redaction.js';
import { holdStore } from './held-store.js';
import type { Answer, Notice, Question } from './memory.js';
import { operations } from './operations.js';
import type { Store } from './statements.js';
import { storeError } from './store.js';
import { vectorLibraryProblem } from './vectors/library.js';

const { file } = workerData as { file: string };
const held = holdStore(file);

function answer({ id, table, operation, args }: Question): Answer {
  try {
    const known: Record<string, Record<string, unknown>> = operations;
    const run = known[table]?.[operation] as (store: Store, ...args: unknown[]) => unknown;
    return { id, result: held.run((store) => run(store, ...args)) };
  } catch (thrown) {
    const { code, message } = storeError(thrown, file);
    return { id, failure: { code, message } };
  }
}

// The patterns of the redaction are compiled when they are first used, which takes half a second: nobody waits for it yet.
setImmediate(() => redact('tell me 12 things, my password is none'));

parentPort?.on('message', (message: Question | 'close') => {
  if (message !== 'close') {
    parentPort?.postMessage(answer(message));
    const lacking = vectorLibraryProblem();
    if (lacking) parentPort?.postMessage({ notice: lacking.message } satisfies Notice);
    return;
  }
  held.close();
  parentPort?.close();
});
