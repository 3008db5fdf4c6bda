import { spawn } from 'node:child_process';
import { clock } from '../../turn/clock.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { neededEnvironment } from '../needed-environment.js';
import { endGroup, HAS_GROUPS, watchGroup } from '../process-group.js';

/** Bytes that are kept of what a program writes, and those after which it is ended. */
const MAX_KEPT = 20_000;
const MAX_WRITTEN = 4 * 1024 * 1024;
/** How long what it has written may still come after its end, in milliseconds. */
const PIPES_MS = 500;

export interface Ended {
  /** Its exit code; null where a signal has ended it. */
  code: number | null;
  /** The beginning of what it has written to stdout and stderr. */
  output: string;
  isCut: boolean;
}

/**
 * Runs a program without a shell, in a group of processes that ends with it, with few of Node-RED's variables and nothing on
 * stdin.
 * @param signal ends it
 * @throws JarvisError failed where it can't be started
 */
export function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: neededEnvironment(),
      detached: HAS_GROUPS,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    watchGroup(child);
    const kept: Buffer[] = [];
    let written = 0;
    let isEnding = false;
    const end = () => {
      if (!isEnding) endGroup(child).catch(() => {});
      isEnding = true;
    };
    const keep = (chunk: Buffer) => {
      if (written < MAX_KEPT) kept.push(chunk.subarray(0, MAX_KEPT - written));
      written += chunk.length;
      if (written > MAX_WRITTEN) end();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    child.once('error', (thrown: NodeJS.ErrnoException) => {
      const known = { ENOENT: 'it was not found', EACCES: "Node-RED's user may not run it" };
      const why = known[thrown.code as keyof typeof known] ?? reasonOf(thrown);
      reject(new JarvisError('failed', `"${program}" could not be started: ${why}.`));
    });
    // What has left its group may hold its pipes open.
    child.once('exit', () =>
      clock
        .limit(PIPES_MS, () => {
          child.stdout.destroy();
          child.stderr.destroy();
        })
        .unref(),
    );
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve({ code, output: Buffer.concat(kept).toString('utf8'), isCut: written > MAX_KEPT });
    });
  });
}
