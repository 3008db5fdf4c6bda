import type { Models } from '../../llm/gateway.js';
import { clock, type Timer } from '../../turn/clock.js';
import { isAbort, type JarvisError, toJarvisError } from '../../turn/errors.js';
import type { TraceRecord } from '../../turn/trace.js';
import type { Memory } from '../memory.js';
import { recorded } from './recorded.js';
import { type MaintenanceDone, type MaintenanceStep, runMaintenance } from './run.js';

export interface ScheduleOptions {
  memory: Memory;
  /** The models to ask, when there is something for them. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models>;
  /** Milliseconds of quiet before it begins. Default 5 minutes: the conversation is over then. */
  quietMs?: number | undefined;
  onStep?: ((step: MaintenanceStep | undefined) => void) | undefined;
  /** Where the time of a run went. */
  onTrace?: ((record: TraceRecord) => void) | undefined;
  /** Told once when it can't be done, and again only after it could. */
  onProblem?: ((error: JarvisError) => void) | undefined;
}

/** The memory's own work, which makes way for people. */
export interface MaintenanceSchedule {
  /** Somebody talks: the work ends at once, and the model is theirs. It is gone on with in the next quiet. */
  makeWay(): void;
  /** Somebody has ended: the wait for quiet begins anew. */
  quiet(): void;
  /** Does it now. @throws AbortError when somebody talks; JarvisError. */
  now(): Promise<MaintenanceDone>;
  close(): Promise<void>;
}

const QUIET_MS = 5 * 60_000;
/** Looked after now and then even when nobody talks: conversations get old enough for the facts, retention passes. */
const HOURLY_MS = 60 * 60_000;

/** Runs `runMaintenance` when the house is quiet: after each conversation, and every hour. One run at a time. */
export function scheduleMaintenance(options: ScheduleOptions): MaintenanceSchedule {
  const { memory, models, quietMs = QUIET_MS, onStep = () => {}, onTrace, onProblem = () => {} } = options;
  let ending = new AbortController();
  let running: Promise<MaintenanceDone> | undefined;
  let timer: Timer | undefined;
  let closed = false;
  let told = false;

  const stopWaiting = () => {
    timer?.cancel();
    timer = undefined;
  };
  const wait = (ms: number) => {
    stopWaiting();
    if (closed) return;
    timer = clock.after(ms, () => {
      now().then(
        () => {
          told = false;
        },
        (thrown: unknown) => {
          if (isAbort(thrown) || told) return;
          told = true;
          onProblem(toJarvisError(thrown, 'failed', 'The memory could not be looked after'));
        },
      );
    });
    timer.unref();
  };
  const now = (): Promise<MaintenanceDone> => {
    stopWaiting();
    running ??= run().finally(() => {
      running = undefined;
      onStep(undefined);
      // Somebody may have ended meanwhile: then it waits already, for less.
      if (!timer) wait(HOURLY_MS);
    });
    return running;
  };
  const run = (): Promise<MaintenanceDone> => {
    ending = new AbortController();
    const { signal } = ending;
    return recorded('maintenance', { signal, onTrace }, (trace) =>
      runMaintenance({ memory, models, now: clock.now(), signal, trace, onStep }),
    );
  };

  wait(quietMs);
  return {
    makeWay() {
      stopWaiting();
      ending.abort();
    },
    quiet: () => wait(quietMs),
    now,
    async close() {
      closed = true;
      stopWaiting();
      ending.abort();
      await running?.catch(() => {});
    },
  };
}
