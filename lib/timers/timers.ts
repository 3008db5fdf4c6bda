import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { type Timer as Alarm, type Clock, clock } from '../turn/clock.js';
import { contained } from '../turn/contained.js';
import { isAbort, JarvisError, toJarvisError } from '../turn/errors.js';
import { nextOf } from './daily.js';
import { MAX_TIMERS, readTimers, writeTimers } from './timer-file.js';
import type { Timer } from './types.js';

/** No wait is longer: a clock that was set is noticed, and no limit of Node's timers is met. */
const MAX_WAIT_MS = 30_000;
/** A clock that is off by less was not set. */
const JUMP_MS = 5_000;
/** For so long a "stop" is understood as having been for what rang. */
const HUSHED_MS = 5_000;

/** What rings now. */
export interface Due {
  timer: Timer;
  /** Milliseconds since it was due. */
  late(): number;
  /** Somebody stopped it. */
  signal: AbortSignal;
  /** It is about to be heard: a process that ends now rings it once more, and no more. */
  begins(): void;
  /** It was heard, or is done: it doesn't come again after a restart. */
  begun(): void;
}

/** Rings a timer until it was stopped or its time is over; or does what it was set for. Takes its errors itself. */
export type Ringer = (due: Due) => Promise<void>;

/** The timers, alarms, reminders and delayed commands of a house, kept in a file. */
export interface Timers {
  /** Those that are still to come, the next first. */
  all(): Timer[];
  /** @throws JarvisError bad-input where there are too many; store-failed where it can't be kept, and it isn't set then */
  set(timer: Omit<Timer, 'id' | 'tried'>): Timer;
  /** Nothing happens when it is gone. @throws JarvisError store-failed */
  change(id: string, change: Partial<Omit<Timer, 'id'>>): void;
  /** @throws JarvisError store-failed */
  cancel(...ids: string[]): void;
  /** What rings in a room, the newest first. */
  ringing(site: string): Timer[];
  /** Ends what rings in a room. */
  hush(site: string): void;
  /** Something was hushed there a moment ago. */
  wasHushed(site: string): boolean;
  /** Who rings from now on: the first that is there. The result takes it back. */
  ringBy(ringer: Ringer): () => void;
  /** Calls when timers were set, changed or ended, or one has begun or ended to ring. The result ends it. */
  watch(listener: () => void): () => void;
  now(): number;
  close(): void;
}

export interface TimersOptions {
  file: string;
  /** The house's. */
  timeZone?: () => string | undefined;
  /** Is told what can't be read or written. */
  failed: (error: JarvisError) => void;
  time?: Pick<Clock, 'now' | 'uptime' | 'after'>;
}

export function openTimers({ file, timeZone, failed, time = clock }: TimersOptions): Timers {
  let timers = new Map<string, Timer>();
  try {
    timers = new Map(readTimers(file).map((timer) => [timer.id, timer]));
  } catch (thrown) {
    failed(toJarvisError(thrown, 'store-failed', 'The timers'));
    // What can't be read is kept for its owner.
    contained(
      () => renameSync(file, `${file}.unreadable`),
      () => {},
    )();
  }
  /** Their times are the wall's, whatever the clock was when the machine started. */
  const ofBefore = new Set(timers.keys());
  const ringing = new Map<string, { timer: Timer; stop: AbortController }>();
  const hushed = new Map<string, number>();
  const ringers = new Set<Ringer>();
  const watchers = new Set<() => void>();
  let last = { now: time.now(), uptime: time.uptime() };
  let alarm: Alarm | undefined;
  let isOpen = true;

  const changed = () => {
    for (const watcher of watchers) guarded(watcher)();
  };
  /** Writes what is changed, or changes nothing. */
  const commit = (change: (next: Map<string, Timer>) => void) => {
    const next = new Map(timers);
    change(next);
    writeTimers(file, [...next.values()]);
    timers = next;
    plan();
    changed();
  };
  const running = () => [...timers.values()].filter(({ paused }) => paused === undefined);

  /** Where the clock was set a timer keeps its length; what is due at a time of the wall stays there. */
  const followClock = () => {
    const [now, uptime] = [time.now(), time.uptime()];
    const jump = now - last.now - (uptime - last.uptime);
    last = { now, uptime };
    if (Math.abs(jump) < JUMP_MS) return;
    const moved = running().map((timer): Timer => {
      if (timer.length !== undefined && !timer.every && !ofBefore.has(timer.id))
        return { ...timer, due: timer.due + jump };
      return timer.every ? { ...timer, due: nextOf(timer.every, Math.min(now, timer.due - 1), timeZone?.()) } : timer;
    });
    commit((next) => {
      for (const timer of moved) next.set(timer.id, timer);
    });
  };

  const ring = (timer: Timer, ringer: Ringer) => {
    const stop = new AbortController();
    ringing.set(timer.id, { timer, stop });
    const { due, tried, ...known } = timer;
    const begins = () => {
      if (tried) return begun();
      if (timers.get(timer.id)?.due === due) commit((next) => next.set(timer.id, { ...timer, tried: true }));
    };
    const begun = () => {
      if (timers.get(timer.id)?.due !== due) return;
      commit((next) => {
        if (!timer.every) next.delete(timer.id);
        else next.set(timer.id, { ...known, due: nextOf(timer.every, Math.max(time.now(), due), timeZone?.()) });
      });
    };
    const rung = {
      timer,
      late: () => time.now() - due,
      signal: stop.signal,
      begins: guarded(begins),
      begun: guarded(begun),
    };
    void Promise.resolve()
      .then(async () => {
        await ringer(rung);
        rung.begun();
      })
      .catch((thrown: unknown) => {
        // The ringer goes: another one rings it.
        if (isAbort(thrown) && !stop.signal.aborted) return;
        rung.begun();
        if (!isAbort(thrown)) failed(toJarvisError(thrown, 'failed', 'A timer'));
      })
      .finally(() => {
        ringing.delete(timer.id);
        plan();
        changed();
      });
  };
  const guarded = (work: () => void) =>
    contained(work, (thrown) => failed(toJarvisError(thrown, 'store-failed', 'The timers')));

  const tick = guarded(() => {
    followClock();
    const [ringer] = ringers;
    const now = time.now();
    for (const timer of running()) if (ringer && timer.due <= now && !ringing.has(timer.id)) ring(timer, ringer);
    plan();
  });
  function plan(): void {
    alarm?.cancel();
    if (!isOpen || ringers.size === 0) return;
    const waiting = running().filter(({ id }) => !ringing.has(id));
    if (waiting.length === 0) return;
    const left = Math.min(...waiting.map(({ due }) => due)) - time.now();
    alarm = time.after(Math.max(0, Math.min(left, MAX_WAIT_MS)), tick).unref();
  }

  return {
    all: () => [...timers.values()].filter(({ id, every }) => every || !ringing.has(id)).sort((a, b) => a.due - b.due),
    set(asked) {
      if (timers.size >= MAX_TIMERS)
        throw new JarvisError('bad-input', `There are ${MAX_TIMERS} timers already: cancel some first.`);
      followClock();
      const timer = { ...asked, id: randomUUID() };
      commit((next) => next.set(timer.id, timer));
      return timer;
    },
    change(id, change) {
      const known = timers.get(id);
      if (known) commit((next) => next.set(id, { ...known, ...change }));
    },
    cancel: (...ids) =>
      commit((next) => {
        for (const id of ids) next.delete(id);
      }),
    ringing: (site) => [...ringing.values()].flatMap(({ timer }) => (timer.site === site ? timer : [])).reverse(),
    hush(site) {
      for (const { timer, stop } of ringing.values()) {
        if (timer.site !== site) continue;
        hushed.set(site, time.uptime());
        stop.abort();
      }
    },
    wasHushed: (site) => time.uptime() - (hushed.get(site) ?? Number.NEGATIVE_INFINITY) < HUSHED_MS,
    ringBy(ringer) {
      ringers.add(ringer);
      plan();
      return () => {
        ringers.delete(ringer);
        if (ringers.size === 0) alarm?.cancel();
      };
    },
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    now: () => time.now(),
    close() {
      isOpen = false;
      alarm?.cancel();
    },
  };
}
