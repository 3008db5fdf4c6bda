import { parentPort, workerData } from 'node:worker_threads';
import { loadSqlite } from './sqlite.js';

// A check reads the whole file: in a thread of its own nobody waits for it.
const store = new (loadSqlite())(String(workerData), { readonly: true, fileMustExist: true });
parentPort?.postMessage(store.pragma('quick_check(1)', { simple: true }));
store.close();
