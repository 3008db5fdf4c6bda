import { lstat, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { JarvisError } from '../turn/errors.js';
import { onDisk } from './download.js';

/** Space that a download leaves free, in bytes: above all the memory's store must be able to go on. */
const MIN_FREE_BYTES = 200e6;

/**
 * Makes the folder that a model is downloaded into, and those above it that are missing, readable by this user only. Of an
 * earlier, cut pull it keeps what this one goes on with: ordinary files of the model. Links and anything else are taken away,
 * never followed.
 * @param staging folder of the download
 * @param files what the model consists of; paths relative to the folder, with forward slashes
 * @returns bytes that are already there
 * @throws JarvisError store-failed.
 */
export function keepOnly(staging: string, files: readonly { path: string }[]): Promise<number> {
  const names = new Set(files.flatMap(({ path: file }) => [file, `${file}.part`, `${file}.part.etag`]));
  const folders = new Set(files.flatMap(({ path: file }) => parentsOf(file)));
  return onDisk(async () => {
    const there = await lstat(staging).catch(() => undefined);
    if (there && !there.isDirectory()) await rm(staging);
    await mkdir(staging, { recursive: true, mode: 0o700 });
    let bytes = 0;
    for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(staging, file).split(path.sep).join('/');
      const isKept = entry.isDirectory() ? folders.has(name) : entry.isFile() && names.has(name);
      if (!isKept) await rm(file, { recursive: true, force: true });
      else if (entry.isFile()) bytes += (await lstat(file)).size;
    }
    return bytes;
  });
}

function parentsOf(file: string): string[] {
  const parent = path.posix.dirname(file);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

/**
 * @param folder where the disk is
 * @param bytes what is to be written there
 * @param minFree what must stay free
 * @throws JarvisError store-failed when the disk hasn't that much.
 */
export async function checkRoom(folder: string, bytes: number, minFree = MIN_FREE_BYTES): Promise<void> {
  const { bavail, bsize, blocks } = await onDisk(() => statfs(folder));
  const free = bavail * bsize;
  // Some network disks don't tell their size.
  if (blocks === 0 || free - bytes >= minFree) return;
  const [needed, has, rest] = [bytes, free, minFree].map((size) => Math.ceil(Math.max(0, size) / 1e6));
  throw new JarvisError(
    'store-failed',
    `The disk has ${has} MB free; the download needs ${needed} MB and leaves ${rest} MB to everything else. ` +
      `Make room (${folder}), or set JARVIS_DATA to a larger disk.`,
  );
}
