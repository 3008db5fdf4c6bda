import type { Socket } from 'node:net';
import { uptime } from 'node:os';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** A call that waits on the clock. */
export interface Timer {
  /** Takes it back; does nothing once it has been made. */
  cancel(): void;
  /** Begins the wait anew; does nothing once the call has been made. */
  refresh(): void;
  /** Lets the process end before the call. */
  unref(): Timer;
}

/** All that this package knows of time. */
export interface Clock {
  /** Wall clock, in milliseconds since the epoch. A story (evals) and tests set their own. */
  now(): number;
  /** Milliseconds since an arbitrary moment, which no setting of the wall clock changes. */
  steady(): number;
  /** As `steady`, and goes on while the machine is suspended. */
  uptime(): number;
  /** Calls once, in `ms` milliseconds: for time that has to pass in the house, such as a timer or the wait before another try. */
  after(ms: number, call: () => void): Timer;
  /** Calls every `ms` milliseconds. */
  every(ms: number, call: () => void): Timer;
  /** Calls once, when somebody else (a server, a device, a worker) has taken `ms` milliseconds for an answer. */
  limit(ms: number, call: () => void): Timer;
  /**
   * For tests: lets `ms` milliseconds pass at once, in this process and its workers. What waits here is called in its order,
   * an interval once. Limits wait on, since what they wait for takes as long as ever.
   * @param limits whether others are taken to have answered nothing in that time, so that their limits pass, too
   */
  jump(ms: number, limits?: boolean): Promise<void>;
}

interface Wait {
  call: () => void;
  ms: number;
  /** When it is called: in milliseconds of `steady`, a limit's of the machine. */
  at: number;
  kind: 'after' | 'every' | 'limit';
  isRef: boolean;
  handle: NodeJS.Timeout | undefined;
}

/** Name under which workers find how far the clock of their process was put forward, in milliseconds. */
const SHARED = 'jarvis-clock';
/** Key of the one clock of a process: a preloaded script of a test's puts it forward. */
const ONE = Symbol.for('jarvis-clock');

function openClock(): Clock {
  const given = getEnvironmentData(SHARED) as unknown;
  const ahead = new Float64Array(given instanceof SharedArrayBuffer ? given : new SharedArrayBuffer(8));
  if (given === undefined) setEnvironmentData(SHARED, ahead.buffer as never);
  const passed = () => ahead[0] ?? 0;
  const waits = new Set<Wait>();
  const machine = () => performance.now();
  const steady = () => machine() + passed();
  const timeOf = (kind: Wait['kind']) => (kind === 'limit' ? machine() : steady());

  function set(wait: Wait): void {
    clearTimeout(wait.handle);
    wait.handle = setTimeout(ring, Math.max(0, wait.at - timeOf(wait.kind)), wait);
    if (!wait.isRef) wait.handle.unref();
  }

  function ring(wait: Wait): void {
    if (!waits.has(wait)) return;
    if (wait.kind === 'every') {
      wait.at = steady() + wait.ms;
      set(wait);
    } else {
      clearTimeout(wait.handle);
      waits.delete(wait);
    }
    wait.call();
  }

  function begin(kind: Wait['kind'], ms: number, call: () => void): Timer {
    const wait: Wait = { call, ms, at: timeOf(kind) + ms, kind, isRef: true, handle: undefined };
    waits.add(wait);
    set(wait);
    const timer: Timer = {
      cancel() {
        clearTimeout(wait.handle);
        waits.delete(wait);
      },
      refresh() {
        if (!waits.has(wait)) return;
        wait.at = timeOf(kind) + ms;
        set(wait);
      },
      unref() {
        wait.isRef = false;
        wait.handle?.unref();
        return timer;
      },
    };
    return timer;
  }

  return {
    now: () => Date.now() + Math.round(passed()),
    steady,
    uptime: () => uptime() * 1000 + passed(),
    after: (ms, call) => begin('after', ms, call),
    every: (ms, call) => begin('every', ms, call),
    limit: (ms, call) => begin('limit', ms, call),
    async jump(ms, limits = false) {
      const until = steady() + ms;
      const forward = (to: number) => {
        ahead[0] = passed() + Math.max(0, to - steady());
      };
      const rung = new Set<Wait>();
      for (;;) {
        const due = [...waits].filter((wait) => wait.kind !== 'limit' && wait.at <= until && !rung.has(wait));
        const [next] = due.sort((a, b) => a.at - b.at);
        if (!next) break;
        rung.add(next);
        forward(next.at);
        ring(next);
        // What it begins goes on before the next.
        await new Promise(setImmediate);
      }
      forward(until);
      // What they begin has all of its time before it.
      for (const wait of [...waits]) {
        if (wait.kind !== 'limit') set(wait);
        else if (limits && wait.at <= machine() + ms) ring(wait);
      }
    },
  };
}

const inProcess = globalThis as { [ONE]?: Clock };
inProcess[ONE] ??= openClock();

/** The clock of this process, however often this file is loaded in it. */
export const clock: Clock = inProcess[ONE];

/** Calls when a socket has said and heard nothing for `ms` milliseconds; the call is the socket's 'timeout' listener. */
export function whenIdle(socket: Socket, ms: number, call?: () => void): void {
  socket.setTimeout(ms, call);
}
