import {
  MAINTENANCE_TASKS,
  type MaintenanceProgress,
  maintain,
  runningTask,
} from '../../lib/memory/maintenance/tasks.js';
import type { Memory } from '../../lib/memory/memory.js';
import { isAbort } from '../../lib/turn/errors.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { Ended, MaintenanceState } from './answers.js';
import { codeOf, messageOf, Refused } from './problems.js';

interface Run {
  progress: MaintenanceProgress;
  cancel: AbortController;
}

const runs = new WeakMap<Memory, Run>();
const ends = new WeakMap<Memory, Ended>();

export function maintenanceState({ memory }: MemoryNode): MaintenanceState {
  const run = runs.get(memory);
  const other = runningTask(memory);
  return {
    tasks: MAINTENANCE_TASKS,
    running: run ? { ...run.progress, cancellable: true } : other ? { task: other, done: 0, cancellable: false } : null,
    last: ends.get(memory) ?? null,
  };
}

/** Starts a task; `maintenanceState` tells how it goes on. @throws Refused while one runs */
export function startMaintenance(node: MemoryNode, task: string): void {
  const { memory } = node;
  const busy = runs.get(memory)?.progress.task ?? runningTask(memory);
  if (busy) throw new Refused('busy', `The memory is busy with "${busy}". Wait for its end, or cancel it.`);
  if (!MAINTENANCE_TASKS.some(({ name }) => name === task)) {
    throw new Refused('gone', 'There is no such task. Load the page anew.');
  }
  const run: Run = { progress: { task, done: 0 }, cancel: new AbortController() };
  runs.set(memory, run);
  ends.delete(memory);
  const onProgress = (progress: MaintenanceProgress) => {
    run.progress = progress;
  };
  const { models, embedder, traces } = node;
  void maintain(task, { memory, models, embedder, signal: run.cancel.signal, onProgress, onTrace: traces.keep })
    .then(
      (result): Ended => ({ task, outcome: 'done', result }),
      (thrown): Ended =>
        isAbort(thrown)
          ? { task, outcome: 'cancelled' }
          : { task, outcome: 'failed', code: codeOf(thrown), message: messageOf(thrown) },
    )
    .then((ended) => {
      runs.delete(memory);
      ends.set(memory, ended);
    });
}

/** Cancels what was started on the page. What is done by then stays done. */
export function cancelMaintenance({ memory }: MemoryNode): void {
  runs.get(memory)?.cancel.abort();
}
