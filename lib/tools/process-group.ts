import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { clock, type Timer } from '../turn/clock.js';

/** How long a program has to end by itself, and then after it was told to, in milliseconds. */
const GRACE_MS = 500;
const TERM_MS = 1_500;

/** Windows has no groups of processes: only the program itself is ended there. */
export const HAS_GROUPS = process.platform !== 'win32';
const alive = new Set<ChildProcess>();

// Node-RED may end without closing its nodes; what it has started must not outlive it.
process.on('exit', () => {
  for (const child of alive) signalGroup(child, 'SIGKILL');
});

/** From now on a program that was started as the leader of a group ends with Node-RED, with all that it starts. */
export function watchGroup(child: ChildProcess): void {
  child.once('spawn', () => alive.add(child));
  // What it has left behind.
  child.once('exit', () => {
    alive.delete(child);
    signalGroup(child, 'SIGKILL');
  });
}

/** Ends a program with all that it has started: it may end by itself first. Resolves when it is gone, in at most two seconds. */
export async function endGroup(child: ChildProcess): Promise<void> {
  const isGone = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (isGone()) return;
  const gone = once(child, 'exit');
  const within = async (ms: number) => {
    let timer: Timer | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.limit(ms, resolve);
    });
    await Promise.race([gone, late]).finally(() => timer?.cancel());
  };
  child.stdin?.end();
  await within(GRACE_MS);
  if (isGone()) return;
  signalGroup(child, 'SIGTERM');
  await within(TERM_MS);
  if (isGone()) return;
  signalGroup(child, 'SIGKILL');
  await gone;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It is gone already.
  }
}
