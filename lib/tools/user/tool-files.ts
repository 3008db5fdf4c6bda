import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { runConfined } from './confined.js';
import { type Described, describedIn } from './described.js';

/** Files of the folder that are looked at. */
const MAX_FILES = 200;
/** Longest time that a file may take to say what it is, in milliseconds. */
const DESCRIBE_MS = 10_000;

const SCRIPT = /(?<!\.d)\.[cm]?[jt]s$/;
const TYPESCRIPT = /\.[cm]?ts$/;

/** A file of the folder. */
export interface ToolFile {
  /** Its name, without the folder. */
  file: string;
  /** Its tool; undefined where it isn't ticked or something is wrong. */
  tool?: Described;
  problem?: JarvisError;
  /** Changes when the file does. */
  stamp?: string;
}

/** Names of the scripts in a folder, sorted. @throws anything that reading a folder does */
export async function scriptsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory() && SCRIPT.test(entry.name)).map(({ name }) => name);
  return names.sort().slice(0, MAX_FILES);
}

/**
 * What a file is. It is run for that, so that only ticked ones may come here; one that is as it was when its tool was
 * known isn't run again.
 */
export async function lookAt(
  folder: string,
  file: string,
  before: ToolFile | undefined,
  signal: AbortSignal,
): Promise<ToolFile> {
  try {
    const { mtimeMs, size, ino } = await stat(path.join(folder, file));
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (before?.tool && before.stamp === stamp) return before;
    mustBeRunnable(file);
    const answer = await runConfined({ file: path.join(folder, file) }, { ms: DESCRIBE_MS, signal });
    return { file, stamp, tool: describedIn(file, answer) };
  } catch (thrown) {
    return { file, problem: toJarvisError(thrown, 'failed', `${file} can not be used`) };
  }
}

/** @throws JarvisError not-configured for TypeScript where this Node.js doesn't read it */
function mustBeRunnable(file: string): void {
  const { typescript } = process.features as { typescript?: unknown };
  if (!TYPESCRIPT.test(file) || typescript) return;
  throw new JarvisError(
    'not-configured',
    `${file} is TypeScript, which Node.js reads from 22.18 on, and this is ${process.version.slice(1)}. Update Node.js, or write it as JavaScript.`,
  );
}
