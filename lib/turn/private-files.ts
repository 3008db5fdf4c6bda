import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Only the owner's: what is kept of a home is no other user's of the machine. */
const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Makes a folder, and those above it, for their owner alone. One that is there stays as it is.
 * One folder at a time: Node's `recursive` never ends where a folder can't be made although its parent is there (/proc).
 * @throws what the system says
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(path.dirname(folder));
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
}

/** Makes an empty file for its owner alone where there is none. @throws what the system says */
export function makePrivateFile(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}

/**
 * Writes a file for its owner alone, and its folder where there is none: as a whole or not at all, whenever the power goes.
 * @throws what the system says
 */
export function writePrivateFile(file: string, text: string): void {
  makePrivateFolder(path.dirname(file));
  makePrivateFile(`${file}.new`);
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * Takes a file or folder that is there away from the machine's other users. Nothing happens where it can't be: it is
 * another user's, or its disk knows no permissions.
 */
export function makePrivate(file: string): void {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    const mode = stat?.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE;
    if (stat && (stat.mode & 0o777) !== mode) chmodSync(file, mode);
  } catch {
    // Another user's file is theirs to close.
  }
}
