import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';

const MAX_SHOWN = 200;
/** A link at the end of a path is not followed, and a pipe without a writer holds nothing up. Windows has neither flag. */
const AS_IT_IS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Where a path that a model has named really leads to, without links: it is in one of the folders. */
export interface Inside {
  real: string;
  /** The folder of the owner's that it is in, without links. */
  root: string;
}

/**
 * Looks a path up in the owner's folders. Hidden files and folders are none of them: keys and settings lie there.
 * @param given absolute, or from any of the folders on
 * @throws JarvisError failed, in the same words where there is nothing and where it is outside
 */
export async function inside(folders: readonly string[], given: string): Promise<Inside> {
  const roots = await rootsOf(folders);
  for (const candidate of candidates(roots, given)) {
    const real = await realpath(candidate).catch(() => undefined);
    const root = real === undefined ? undefined : roots.find((one) => holds(one, real));
    if (real !== undefined && root !== undefined) return { real, root };
  }
  throw notThere(folders, given);
}

/** The same for a file that there may not be yet, in a folder that there is. */
export async function insideOrNew(folders: readonly string[], given: string): Promise<Inside> {
  const found = await inside(folders, given).catch(() => undefined);
  if (found) return found;
  const roots = await rootsOf(folders);
  for (const candidate of candidates(roots, given)) {
    const parent = await realpath(path.dirname(candidate)).catch(() => undefined);
    const real = parent && path.join(parent, path.basename(candidate));
    const root = real ? roots.find((one) => real !== one && holds(one, real)) : undefined;
    // What is there all the same is a link that leads out, or to nothing: Windows would follow it.
    if (real && root && !(await lstat(real).catch(() => undefined))) return { real, root };
  }
  throw notThere(folders, given);
}

/**
 * Opens a file that was looked up, and makes sure that it is still that one: a folder on the way may have become a link.
 * @param flags of `fs.constants`
 * @throws JarvisError failed where it is no ordinary file, or leads elsewhere by now
 */
export async function openInside({ real }: Inside, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  const handle = await open(real, flags | AS_IT_IS, 0o644).catch((thrown: NodeJS.ErrnoException) => {
    throw new JarvisError('failed', `"${shown(real)}" can't be opened: ${reasonFor(thrown)}.`);
  });
  try {
    if (!(await handle.stat()).isFile()) throw new JarvisError('failed', `"${shown(real)}" is no ordinary file.`);
    if (!(await isAt(handle, real))) throw new JarvisError('failed', `"${shown(real)}" was moved just now: refused.`);
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Whether an open file is the one at a path, with no link on the way. */
export async function isAt(handle: FileHandle, real: string): Promise<boolean> {
  // The system itself knows, whatever happens to the path meanwhile.
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === real;
  const [opened, named, now] = await Promise.all([
    handle.stat({ bigint: true }),
    stat(real, { bigint: true }),
    realpath(real),
  ]);
  return now === real && opened.ino === named.ino && opened.dev === named.dev;
}

/** Whether a path without links is in a folder, or the folder itself, and nothing of it below the folder is hidden. */
export function holds(folder: string, real: string): boolean {
  const below = path.relative(folder, real);
  if (path.isAbsolute(below)) return false;
  return below === '' || !below.split(path.sep).some((part) => part.startsWith('.'));
}

/** A path as people and models get to see it. */
export const shown = (file: string) => oneLine(file, MAX_SHOWN);

async function rootsOf(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return real.filter((folder) => folder !== undefined);
}

function candidates(roots: readonly string[], given: string): string[] {
  if (given.includes('\0')) return [];
  return path.isAbsolute(given) ? [path.normalize(given)] : roots.map((root) => path.join(root, given));
}

function notThere(folders: readonly string[], given: string): JarvisError {
  const where = folders.length > 0 ? folders.map(shown).join(', ') : 'none';
  return new JarvisError('failed', `There is no "${shown(given)}" in the folders that are open to you: ${where}.`);
}

function reasonFor({ code, message }: NodeJS.ErrnoException): string {
  const known = { EACCES: "Node-RED's user may not", ELOOP: 'it is a link', ENXIO: 'it is no ordinary file' };
  return known[code as keyof typeof known] ?? message;
}
