import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ToolContext } from '../../llm/types.js';
import { isAbort, JarvisError, toJarvisError } from '../../turn/errors.js';
import { readJson } from '../../turn/foreign.js';
import { abortError, within } from '../../turn/wait.js';
import { environmentOf } from '../needed-environment.js';
import { endGroup, HAS_GROUPS, watchGroup } from '../process-group.js';
import { failureOf, outOfMemory } from './failure.js';
import { MAX_HEAP_MB, MAX_MEMORY_MB, watchMemory } from './memory.js';

/** Characters of an answer: what a file says of itself, or the words of a result. */
const MAX_ANSWER = 200_000;
/** Characters that are kept of what a run prints: room for what Node.js writes when there is no memory left. */
const MAX_WRITTEN = 8_000;

const CHILD = path.join(__dirname, 'tool-file.child.js');
const KNOWN_FLAGS = process.allowedNodeEnvironmentFlags;
/** Node.js 20 calls it experimental; from 25 on it shuts out the network, too, unless told otherwise. */
const PERMISSION = KNOWN_FLAGS.has('--permission') ? '--permission' : '--experimental-permission';
const NETWORK = ['--allow-net'].filter((flag) => KNOWN_FLAGS.has(flag));
/** Its databases are files that permissions don't cover, such as the memory. */
const SQLITE = ['--no-experimental-sqlite'].filter((flag) => KNOWN_FLAGS.has(flag));
/** The time zone, and what Windows can't do without. */
const NEEDED = ['TZ', 'SYSTEMROOT'];

/** What a process is to do with a file: to tell what it says of itself, or to call it. */
export interface Job {
  /** Path of the file. */
  file: string;
  call?: { args: Record<string, unknown>; context: Pick<ToolContext, 'site' | 'area' | 'language'> };
}

export interface RunLimit {
  /** Longest time, in milliseconds. */
  ms: number;
  signal: AbortSignal;
}

/**
 * Runs a file in a process of its own, which may read the file's folder and write nothing, start nothing, and knows
 * nothing of Node-RED's environment. It ends with its answer, at its limit and when the signal fires.
 * @returns what the process answers, as yet unchecked. @throws JarvisError failed, timeout; AbortError.
 */
export async function runConfined(job: Job, { ms, signal }: RunLimit): Promise<unknown> {
  const file = path.basename(job.file);
  if (signal.aborted) throw abortError(signal);
  let child: Child | undefined;
  try {
    child = started(path.dirname(job.file));
    const answer = answerOf(child, job);
    // It may still fail when nobody waits any more.
    answer.catch(() => {});
    return await within({ ms, what: file, signal }, async () => readJson(await answer) as unknown);
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    throw toJarvisError(thrown, 'failed', `${file} could not be run`);
  } finally {
    if (child) await endGroup(child);
  }
}

function answerOf(child: Child, job: Job): Promise<string> {
  const file = path.basename(job.file);
  let [written, answer] = ['', ''];
  return new Promise((resolve, reject) => {
    // Not asked to end first: it would go on.
    const cut = (why: JarvisError) => {
      reject(why);
      child.kill('SIGKILL');
    };
    const unwatch = watchMemory(child.pid, () => cut(outOfMemory(file, MAX_MEMORY_MB)));
    child.once('error', reject);
    // Comes after everything that it has written.
    child.once('close', (code, by) => {
      unwatch();
      reject(failureOf(file, { code, by, written }));
    });
    for (const printed of [child.stdout, child.stderr]) {
      printed.on('data', (chunk: Buffer) => {
        written = (written + chunk).slice(-MAX_WRITTEN);
      });
    }
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
      if (answer.length > MAX_ANSWER) cut(new JarvisError('failed', `${file} gave back too much.`));
      else if (answer.endsWith('\n')) resolve(answer);
    });
    child.stdin.on('error', reject);
    child.stdin.write(`${JSON.stringify(job)}\n`);
  });
}

type Child = ReturnType<typeof started>;

function started(folder: string) {
  const flags = ['--no-warnings', PERMISSION, ...NETWORK, ...SQLITE, `--max-old-space-size=${MAX_HEAP_MB}`];
  const readable = [CHILD, path.join(folder, '*')].map((name) => `--allow-fs-read=${name}`);
  const env = environmentOf(NEEDED);
  const child = spawn(process.execPath, [...flags, ...readable, CHILD], {
    ...{ cwd: folder, env, detached: HAS_GROUPS, windowsHide: true },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  watchGroup(child);
  // Where the machine itself runs out of memory, Linux is to end this process and not Node-RED.
  child.once('spawn', () => void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined));
  return child;
}
