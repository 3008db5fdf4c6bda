import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { clock } from '../lib/turn/clock.js';

/** Waits for a condition and gives what it came to; the limit, a minute unless given, only ends a test that would hang. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string),
  seconds = 60,
): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) assert.fail(`waited ${seconds} s in vain for ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Waits for work while the clock goes on in steps, for what waits before it tries again.
 * @param limits whether others are taken to answer nothing, so that their limits pass, too
 */
export async function hurried<T>(work: Promise<T>, ms = 1_000, limits = false): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    await clock.jump(ms, limits);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return await work;
}

/** A value that must be there. */
export function must<T>(value: T | undefined | null): T {
  assert.ok(value !== undefined && value !== null);
  return value;
}

/** Waits until a connection is closed, in order or reset: `once` of node:events rejects at a reset, though somebody listens to errors. */
export async function closed(socket: Duplex): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

/** Timers of a second and more never ring for the rest of the test: what ends all the same has waited for no limit. */
export function holdLimits({ mock }: TestContext): void {
  const set = globalThis.setTimeout as (call: () => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout;
  const held = (call: () => void, ms = 0, ...given: unknown[]) => set(ms < 1_000 ? call : () => {}, ms, ...given);
  mock.method(globalThis, 'setTimeout', held as typeof setTimeout);
}
