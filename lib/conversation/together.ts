import { clock, type Timer } from '../turn/clock.js';

/** How long the first room that is free waits for the others, in milliseconds. */
const MAX_WAIT_MS = 1_500;

/** The same words in several rooms: their sound is made once, and begins everywhere at the same time. */
export interface Together {
  /**
   * Resolves when every member could begin or has gone, or 1.5 s after the first one could: a room that is slow, busy or dead
   * is not waited for any longer, and begins by itself.
   */
  begin(member: string): Promise<void>;
  /** A member is over, heard or not. */
  leave(member: string): void;
  /** Does work once for all members, and gives each what came of it. @param work ends with the last member */
  once<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** @param members ids of their turns */
export function openTogether(members: readonly string[]): Together {
  const open = new Set(members);
  const awaited = new Set(members);
  const over = new AbortController();
  const done = new Map<string, Promise<unknown>>();
  let timer: Timer | undefined;
  let go = () => {};
  const started = new Promise<void>((resolve) => {
    go = () => {
      timer?.cancel();
      resolve();
    };
  });
  const arrived = (member: string) => {
    awaited.delete(member);
    if (awaited.size === 0) go();
  };
  return {
    begin(member) {
      timer ??= clock.limit(MAX_WAIT_MS, go);
      arrived(member);
      return started;
    },
    leave(member) {
      arrived(member);
      open.delete(member);
      if (open.size > 0) return;
      done.clear();
      over.abort();
    },
    once<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const known = done.get(key) ?? work(over.signal);
      done.set(key, known);
      return known as Promise<T>;
    },
  };
}
