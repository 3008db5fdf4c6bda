import type { Dirent } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { JarvisError } from '../../turn/errors.js';
import { shown } from './inside.js';

/**
 * What is in a folder, as the disk gives it, without what is hidden and without links.
 * @param real without links
 * @param most entries that are looked at
 * @throws JarvisError failed where it is no folder, or became a link; AbortError
 */
export async function entriesOf(
  real: string,
  most: number,
  signal: AbortSignal,
): Promise<{ entries: Dirent[]; isCut: boolean }> {
  const folder = await opendir(real).catch((thrown: NodeJS.ErrnoException) => {
    const why = thrown.code === 'ENOTDIR' ? 'it is no folder' : thrown.message;
    throw new JarvisError('failed', `"${shown(real)}" can't be listed: ${why}.`);
  });
  const entries: Dirent[] = [];
  let seen = 0;
  for await (const entry of folder) {
    signal.throwIfAborted();
    if (seen++ >= most) break;
    if (!entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory())) entries.push(entry);
  }
  if ((await realpath(real)) !== real) throw new JarvisError('failed', `"${shown(real)}" was moved just now: refused.`);
  return { entries, isCut: seen > most };
}

/** Files in a folder and below it, folder by folder. @param most entries, of all folders together. @throws AbortError */
export async function* filesBelow(real: string, most: number, signal: AbortSignal): AsyncGenerator<string> {
  const waiting = [real];
  let left = most;
  for (let folder = waiting.shift(); folder !== undefined && left > 0; folder = waiting.shift()) {
    // A folder that can't be read leaves the others.
    const { entries } = await entriesOf(folder, left, signal).catch((thrown) => {
      if (signal.aborted || folder === real) throw thrown;
      return { entries: [] };
    });
    left -= entries.length + 1;
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(at);
      else yield at;
    }
  }
}
