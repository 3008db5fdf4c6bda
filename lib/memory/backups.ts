import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { makePrivate, PRIVATE_FOLDER } from '../turn/private-files.js';
import type { HeldStore } from './held-store.js';

/** A copy of the store that was whole when it was made. */
export interface Backup {
  name: string;
  /** When it was made, milliseconds since the epoch. */
  at: number;
  bytes: number;
}

const KEPT = 3;
/** Pages copied at a time, 400 kB: searches get in between. */
const PAGES = 100;
/** Room on the disk beside what a backup takes. */
const SPARE = 1.2;
const MAKING = '.making';

const folderOf = (file: string) => path.join(path.dirname(path.resolve(file)), 'backups');

/** The backups of a store, newest first: by the order they were made in, whatever the clock did. */
export function listBackups(file: string): Backup[] {
  const prefix = `${path.basename(file)}-`;
  try {
    return readdirSync(folderOf(file))
      .filter((name) => name.startsWith(prefix) && /^\d{6,}$/.test(name.slice(prefix.length)))
      .map((name) => {
        const { mtimeMs, size } = statSync(path.join(folderOf(file), name));
        return { name, at: Math.round(mtimeMs), bytes: size };
      })
      .sort((a, b) => Number(b.name.slice(prefix.length)) - Number(a.name.slice(prefix.length)));
  } catch {
    // There is no folder before the first one.
    return [];
  }
}

/** What is done with the file of a store as a whole; see `Memory.backups`. In the store's own thread. */
export function backupsOf(file: string, held: HeldStore) {
  let making: Promise<Backup> | undefined;
  let erased = 0;

  const make = async (): Promise<Backup> => {
    const folder = folderOf(file);
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    makePrivate(folder);
    const before = erased;
    const temporary = path.join(folder, `${path.basename(file)}${MAKING}`);
    remove(temporary);
    try {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < statSync(file).size * SPARE) {
        throw new JarvisError('store-failed', `There is no room for a backup of the store ${file}. Make room.`);
      }
      await held.run((store) => store.backup(temporary, { progress: () => PAGES }));
      makePrivate(temporary);
      if ((await check(temporary)) !== 'ok') throw held.markDamaged();
      // What was erased meanwhile may be in it.
      if (erased !== before) return await make();
      const [newest] = listBackups(file);
      const number = Number(newest?.name.slice(-6) ?? 0) + 1;
      const name = `${path.basename(file)}-${String(number).padStart(6, '0')}`;
      renameSync(temporary, path.join(folder, name));
      for (const old of listBackups(file).slice(KEPT)) remove(path.join(folder, old.name));
      return { name, at: clock.now(), bytes: statSync(path.join(folder, name)).size };
    } finally {
      remove(temporary);
    }
  };

  return {
    list: () => listBackups(file),
    /** Whether the file was found damaged since it was opened. */
    isDamaged: () => held.damaged(),
    /** Makes one, checks it, and keeps the latest three. @throws JarvisError store-failed, also for a damaged store */
    make(): Promise<Backup> {
      making ??= make().finally(() => {
        making = undefined;
      });
      return making;
    },
    /** Drops all, and what a damaged store has left: something was erased that may be in them. @returns how many */
    drop(): number {
      erased++;
      const all = listBackups(file);
      for (const { name } of all) remove(path.join(folderOf(file), name));
      for (const aside of asides(file)) remove(aside);
      // What a process that was killed has left.
      if (!making) remove(path.join(folderOf(file), `${path.basename(file)}${MAKING}`));
      remove(`${file}${MAKING}`);
      return all.length;
    },
    /**
     * Puts the newest whole backup in the place of a damaged store, which is kept aside; without one a new store begins.
     * @returns when the backup was made, ms since the epoch; null where a new store was begun
     * @throws JarvisError bad-input when the store isn't damaged; store-failed
     */
    async restore(): Promise<number | null> {
      if (!held.damaged())
        throw new JarvisError('bad-input', 'The memory is not damaged: there is nothing to restore.');
      const whole = await firstWhole(file);
      held.replace(() => {
        for (const aside of asides(file)) remove(aside);
        const aside = `${file}.damaged-${new Date(clock.now()).toISOString().slice(0, 10)}`;
        const temporary = `${file}${MAKING}`;
        // The disk may have no room for it: then the damaged file stays where it is.
        if (whole) copyFileSync(path.join(folderOf(file), whole.name), temporary);
        // The log beside it belongs to the damaged file, and would be read into the other one.
        for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
        if (!whole) return renameSync(file, aside);
        setAside(file, aside);
        renameSync(temporary, file);
      });
      return whole?.at ?? null;
    },
  };
}

/** Keeps a second name of a file whose place is taken at once by another: a process that is killed leaves one of both. */
function setAside(file: string, aside: string): void {
  try {
    linkSync(file, aside);
  } catch {
    // A disk that knows no second names.
    renameSync(file, aside);
  }
}

/** Damaged stores that are kept aside. */
function asides(file: string): string[] {
  const folder = path.dirname(path.resolve(file));
  const prefix = `${path.basename(file)}.damaged-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => path.join(folder, name));
}

async function firstWhole(file: string): Promise<Backup | undefined> {
  for (const backup of listBackups(file)) {
    if ((await check(path.join(folderOf(file), backup.name))) === 'ok') return backup;
  }
  return undefined;
}

/** "ok", or what is wrong with a file. */
async function check(file: string): Promise<string> {
  const answer = await new Promise<string>((resolve) => {
    const worker = new Worker(path.join(__dirname, 'backup-check.worker.js'), { workerData: file });
    worker.once('message', (found: unknown) => resolve(String(found)));
    worker.once('error', ({ message }) => resolve(message));
    worker.once('exit', () => resolve('it can not be checked'));
  });
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  return answer;
}

function remove(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}
