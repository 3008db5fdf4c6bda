import { type FSWatcher, watch } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { clock, type Timer } from '../../turn/clock.js';
import { JarvisError, reasonOf, toJarvisError } from '../../turn/errors.js';
import { lookAt, scriptsIn, type ToolFile } from './tool-files.js';

/** How long a folder has to be quiet before it is looked at, in milliseconds: an editor writes in several steps. */
const QUIET_MS = 300;

export interface ToolFolderOptions {
  folder: string;
  /** Names of the files that the owner lets run; all else is closed, and never run. */
  ticked: readonly string[];
  /** Called after each look. */
  onLook(): void;
}

/** A folder of files with a tool each. */
export interface ToolFolder {
  /** Where it is, without links on the way to it: permissions know only real paths. */
  readonly path: string;
  /** As it was looked at last. */
  files(): readonly ToolFile[];
  /** What is wrong with the folder itself. */
  failure(): JarvisError | undefined;
  /** Looks again; resolves when that is done. */
  look(): Promise<void>;
  /** Fires when it is closed. */
  readonly closed: AbortSignal;
  close(): void;
}

/** Opens a folder, which is made where it isn't there, and looks at it now, at every change, and when asked to. */
export function openToolFolder({ folder, ticked, onLook }: ToolFolderOptions): ToolFolder {
  const closing = new AbortController();
  let where = folder;
  let files: readonly ToolFile[] = [];
  let failure: JarvisError | undefined;
  let watcher: FSWatcher | undefined;
  let timer: Timer | undefined;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** One at a time, and at most one more waits. */
  function look(): Promise<void> {
    next ??= last.then(async () => {
      next = undefined;
      if (closing.signal.aborted) return;
      await read();
      if (!closing.signal.aborted) onLook();
    });
    last = next;
    return last;
  }

  async function read(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      where = await realpath(folder);
      failure = undefined;
      watchAgain();
      const found: ToolFile[] = [];
      for (const file of await scriptsIn(where)) {
        const before = files.find((one) => one.file === file);
        found.push(ticked.includes(file) ? await lookAt(where, file, before, closing.signal) : { file });
      }
      files = withoutTwins(found);
    } catch (thrown) {
      files = [];
      failure = toJarvisError(thrown, 'failed', `The folder of tools, ${folder}, can not be read`);
    }
  }

  /** Anew at each look, before it: the folder may be another one than it was. */
  function watchAgain(): void {
    watcher?.close();
    if (closing.signal.aborted) return;
    const unwatched = (thrown: unknown) => {
      watcher?.close();
      watcher = undefined;
      failure = new JarvisError(
        'failed',
        `Changes in ${folder} are seen at the next deploy only: ${reasonOf(thrown)}.`,
      );
    };
    try {
      watcher = watch(where, { persistent: false }, () => {
        timer?.cancel();
        timer = clock.after(QUIET_MS, () => void look()).unref();
      });
      watcher.on('error', unwatched);
    } catch (thrown) {
      unwatched(thrown);
    }
  }

  void look();
  return {
    get path() {
      return where;
    },
    files: () => files,
    failure: () => failure,
    look,
    closed: closing.signal,
    close() {
      closing.abort();
      timer?.cancel();
      watcher?.close();
    },
  };
}

/** Of files whose tools have one name only the first is there. */
function withoutTwins(files: readonly ToolFile[]): ToolFile[] {
  return files.map((one, at) => {
    const name = one.tool?.name.toLowerCase();
    const twin = name && files.slice(0, at).find(({ tool }) => tool?.name.toLowerCase() === name);
    if (!twin) return one;
    const why = `${one.file}: ${twin.file} has a tool called ${one.tool?.name} already. Give this one another name.`;
    return { file: one.file, problem: new JarvisError('not-configured', why) };
  });
}
