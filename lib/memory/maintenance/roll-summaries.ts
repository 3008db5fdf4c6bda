import { clock } from '../../turn/clock.js';
import type { TraceRecord } from '../../turn/trace.js';
import { rollSummary } from '../diary/rolling-summary.js';
import { recorded } from './recorded.js';
import type { ScheduleOptions } from './schedule.js';

/** Goes on with the summaries of the rooms' conversations while nobody talks. */
export interface Rolling {
  /** Something was said in a room: its summary is gone on with when that is due. Never throws. */
  roll(site: string): void;
  /** Somebody talks: the model is theirs. What is cut off is begun anew after the next turn. */
  makeWay(): void;
  close(): Promise<void>;
}

/** Turns that a room waits for after an answer that could not be used: the next one would be no better. */
const REST_TURNS = 8;
const MAX_RESTING = 200;

/** Runs `rollSummary`, one room after the other. What goes wrong stands in its trace: the summary stays as it was. */
export function openRolling(options: Pick<ScheduleOptions, 'memory' | 'models' | 'onTrace'>): Rolling {
  const { memory, models, onTrace = () => {} } = options;
  let ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** Turns that each room still waits for. */
  const resting = new Map<string, number>();

  const run = async (site: string, signal: AbortSignal) => {
    if (signal.aborted) return;
    let isAsked = false;
    const told = (record: TraceRecord) => {
      isAsked = true;
      onTrace(record);
    };
    const made = await recorded('rolling', { site, signal, onTrace: told }, (trace) =>
      rollSummary({ memory, models, site, now: clock.now(), signal, trace }),
    ).catch(() => false);
    if (isAsked && !made && !signal.aborted && resting.size < MAX_RESTING) resting.set(site, REST_TURNS);
  };

  return {
    roll(site) {
      const left = resting.get(site) ?? 0;
      if (left > 1) resting.set(site, left - 1);
      else resting.delete(site);
      if (left > 0) return;
      const { signal } = ending;
      running = running.then(() => run(site, signal));
    },
    makeWay() {
      ending.abort();
      ending = new AbortController();
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
