import { uptime } from 'node:os';
import { clock } from '../turn/clock.js';

/** What tells a timer the time; a test has its own. */
export interface TimeSource {
  /** The wall clock, in milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that no setting of the clock changes, and that go on while the machine is suspended. */
  steady(): number;
  /** Calls once after so many milliseconds; the result takes it back. */
  after(ms: number, call: () => void): () => void;
}

export const MACHINE_TIME: TimeSource = {
  now: () => clock.now(),
  steady: () => uptime() * 1000,
  after(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
