import type { Models } from '../../llm/gateway.js';
import { clock } from '../../turn/clock.js';
import { holdsWords } from '../../turn/erasing.js';
import { JarvisError } from '../../turn/errors.js';
import type { Trace, TraceRecord } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import { rewriteDeflections, type ToRewrite } from '../diary/deflections.js';
import { normaliseTopics } from '../diary/normalise-topics.js';
import type { Embedder } from '../embedding/embedder.js';
import { type EmbeddingProgress, embedAll } from '../embedding/keep-up.js';
import { consolidate } from '../graph/consolidate.js';
import type { Memory } from '../memory.js';
import { applyRetention } from '../privacy.js';
import { recorded } from './recorded.js';
import { MAINTENANCE_STEPS, runMaintenance } from './run.js';

/** How far a task is; `total` is missing where nobody knows it before the end. */
export interface MaintenanceProgress {
  task: string;
  done: number;
  total?: number | undefined;
}

export interface MaintenanceRun {
  memory: Memory;
  signal: AbortSignal;
  /** Asked for by tasks that need a model. @throws JarvisError model-… */
  models?: ((signal: AbortSignal) => Promise<Models>) | undefined;
  embedder?: Embedder | undefined;
  /** Told where its calls of a model went. */
  onTrace?: ((record: TraceRecord) => void) | undefined;
  onProgress?: ((progress: MaintenanceProgress) => void) | undefined;
}

/** What a task has done, as numbers by name. */
export type MaintenanceResult = Record<string, number>;

type Report = (done: number, total?: number) => void;
/** A run whose calls are noted. */
type TracedRun = MaintenanceRun & { trace: Trace };
interface Task {
  /** What it does, in one line. */
  what: string;
  run(run: TracedRun, report: Report): Promise<MaintenanceResult>;
}

/** Pages given back to the disk at a time. */
const PAGES = 200;

/** Everything that tidies the memory. Each is done in pieces, can be cancelled, and goes on where it was. */
const TASKS = {
  diary: {
    what: 'Sums up what was said and learns from it, without waiting for quiet.',
    async run(run, report) {
      const { memory, signal, trace } = run;
      let step = 0;
      const onStep = () => report(step++, MAINTENANCE_STEPS);
      return {
        ...(await runMaintenance({ memory, models: () => modelsOf(run), now: clock.now(), signal, trace, onStep })),
      };
    },
  },
  consolidate: {
    what: 'Rewrites each node of the graph: doubles and what is contradicted go.',
    async run(run, report) {
      const models = await modelsOf(run);
      const { memory, signal, trace } = run;
      return await consolidate({ memory, models, signal, trace, onProgress: ({ done, total }) => report(done, total) });
    },
  },
  deflections: {
    what: 'Takes what the assistant could not do out of old entries of the diary.',
    run: async (run, report) => ({ ...(await rewriteDeflections(await overDiary(run, report))) }),
  },
  topics: {
    what: 'Makes one topic of those that are the same: "film", "films", "movies".',
    run: async (run, report) => ({ ...(await normaliseTopics(await overDiary(run, report))) }),
  },
  embed: {
    what: 'Gives every entry a vector of the present model.',
    run: embedWhatWaits,
  },
  retention: {
    what: 'Erases what is older than its kind may be.',
    async run({ memory, signal }, report) {
      return await applyRetention(clock.now(), { memory, signal, onProgress: (erased) => report(erased) });
    },
  },
  vacuum: {
    what: 'Gives free space in the file back to the disk.',
    async run({ memory, signal }, report) {
      let pages = 0;
      for (let left = await memory.privacy.shrink(1), total = left; left > 0; ) {
        if (signal.aborted) throw abortError(signal);
        const before = left;
        left = await memory.privacy.shrink(PAGES);
        // A file of an earlier version keeps its free pages for itself.
        if (left >= before) break;
        pages += before - left;
        total = Math.max(total, pages + left);
        report(pages, total);
      }
      await memory.privacy.settle();
      return { pages };
    },
  },
} as const satisfies Record<string, Task>;

export type MaintenanceTask = keyof typeof TASKS;
export const MAINTENANCE_TASKS: readonly { name: MaintenanceTask; what: string }[] = Object.entries(TASKS).map(
  // Built from the table the type is inferred from.
  ([name, { what }]) => ({ name: name as MaintenanceTask, what }),
);

const running = new WeakMap<Memory, MaintenanceTask>();

/** The task that runs on a memory at the moment. */
export function runningTask(memory: Memory): MaintenanceTask | undefined {
  return running.get(memory);
}

/**
 * Runs a task. Cancelled or cut off, it is simply run again: it goes on where it was.
 * @returns what it has done
 * @throws JarvisError bad-input for a name that is no task, or while another one runs on this memory; not-configured when
 * it needs a model and there is none; store-failed, model-…; AbortError.
 */
export async function maintain(name: string, run: MaintenanceRun): Promise<MaintenanceResult> {
  const task = MAINTENANCE_TASKS.find((one) => one.name === name)?.name;
  if (!task) {
    const names = MAINTENANCE_TASKS.map((one) => one.name).join(', ');
    throw new JarvisError('bad-input', `There is no task "${name.slice(0, 40)}". There are: ${names}.`);
  }
  const other = running.get(run.memory);
  if (other) throw new JarvisError('bad-input', `The memory is busy with "${other}". Wait for its end, or cancel it.`);
  running.set(run.memory, task);
  const ending = new AbortController();
  // What it has read may be what is erased.
  const letGo = holdsWords({ stop: () => ending.abort() });
  const signal = AbortSignal.any([run.signal, ending.signal]);
  try {
    if (signal.aborted) throw abortError(signal);
    const report = (done: number, total?: number) => run.onProgress?.({ task, done, total });
    return await recorded('upkeep', { signal, onTrace: run.onTrace }, (trace) =>
      TASKS[task].run({ ...run, signal, trace }, report),
    );
  } finally {
    letGo();
    running.delete(run.memory);
  }
}

async function modelsOf({ models, signal }: MaintenanceRun): Promise<Models> {
  if (!models)
    throw new JarvisError('not-configured', 'This task needs a model server. Open this node and choose one.');
  return await models(signal);
}

/** The diary is tidied by rules where no model is chosen. */
async function overDiary(run: TracedRun, report: Report): Promise<ToRewrite> {
  const { memory, signal, trace } = run;
  const models = await chosenModels(run);
  return { memory, models, signal, trace, onProgress: ({ done, total }) => report(done, total) };
}

async function chosenModels({ models, signal }: MaintenanceRun): Promise<Models | undefined> {
  try {
    return await models?.(signal);
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'not-configured') return undefined;
    throw thrown;
  }
}

async function embedWhatWaits(run: MaintenanceRun, report: Report): Promise<MaintenanceResult> {
  const { memory, embedder, signal } = run;
  if (!embedder)
    throw new JarvisError('not-configured', 'This task needs an embedding model. Choose one in the memory store.');
  let first: number | undefined;
  let last = 0;
  const onProgress = ({ done, total }: EmbeddingProgress) => {
    first ??= done;
    last = done;
    report(done, total);
  };
  await embedAll({ memory, embedder, signal, onProgress });
  return { embedded: last - (first ?? last) };
}
