import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { MAX_HEAP_MB } from './memory.js';

const MAX_REASON = 300;

/** How a process has ended that gave no answer. */
export interface End {
  code: number | null;
  /** The signal that ended it. */
  by: NodeJS.Signals | null;
  /** What it printed last. */
  written: string;
}

/** Why a run gave no answer, with the line of the file where Node.js tells it. */
export function failureOf(file: string, { code, by, written }: End): JarvisError {
  if (/heap out of memory/i.test(written)) return outOfMemory(file, MAX_HEAP_MB);
  const [error] = /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*$/m.exec(written) ?? [];
  if (error === undefined) {
    const said = written.trim() === '' ? '' : ` It wrote last: ${oneLine(written.slice(-MAX_REASON), MAX_REASON)}`;
    return new JarvisError('failed', `${file} ended without a result (${by ?? `code ${code}`}).${said}`);
  }
  const at = written.indexOf(`/${file}:`);
  const [, line] = /^:(\d+)/.exec(written.slice(at + file.length + 1)) ?? [];
  const place = at >= 0 && line !== undefined ? `${file}, line ${line}` : file;
  return new JarvisError('failed', `${place}: ${oneLine(error, MAX_REASON)}`);
}

/** @param mb what it may have */
export function outOfMemory(file: string, mb: number): JarvisError {
  return new JarvisError('failed', `${file} wanted more than ${mb} MB of memory. Let it keep less at once.`);
}
