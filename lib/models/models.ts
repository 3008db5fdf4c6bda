import { existsSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { shownAddress } from '../turn/address.js';
import { isAbort, JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { makePrivateFolder } from '../turn/private-files.js';
import { bundledFile } from './bundled.js';
import { BUNDLED, type BundledModel, CATALOGUE, type CatalogueEntry } from './catalogue.js';
import { digestOf, downloadFile, onDisk } from './download.js';
import { pullCommand } from './pull-command.js';
import { HUGGING_FACE, type ListedFile, listFiles } from './source.js';
import { checkRoom, keepOnly } from './staging.js';

/** A row of the table of models. */
export interface ModelRow {
  name: string;
  what: string;
  licence: string;
  /** Size of the download; about, until it has begun. */
  bytes: number;
  /** Where it comes from. */
  source: string;
  state: 'missing' | 'pulling' | 'ready' | 'failed';
  /** Bytes that have arrived, while pulling. */
  done?: number;
  error?: string;
}

export interface PullProgress {
  done: number;
  total: number;
  /** The file that is being downloaded. */
  file: string;
}

/** The models that come with the package, and the downloaded ones of one data folder. */
export interface ModelLibrary {
  list(): ModelRow[];
  /**
   * Downloads a model; a second call joins the first. The model's folder appears when all of it is there and right.
   * @throws JarvisError not-configured (unknown name), failed, store-failed; AbortError when the first caller's signal fires.
   */
  pull(name: string, options?: { onProgress?: (progress: PullProgress) => void; signal?: AbortSignal }): Promise<void>;
  /** `pull` in the background; how it goes and fails stands in `list()`. @throws JarvisError not-configured. */
  start(name: string): void;
  /** Compares a model with what its source announced. @returns what is wrong, in words; empty when nothing is. */
  check(name: string): Promise<string[]>;
  /** Cancels the downloads; what has arrived is kept for the next pull. */
  close(): Promise<void>;
}

/** Written into the model's folder when it is complete, so that it can be checked without the source. */
const MANIFEST = 'manifest.json';
const manifestSchema = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** The folder of a model inside the data folder. */
export function modelFolder(dataFolder: string, name: string): string {
  return path.join(dataFolder, 'models', name);
}

interface Pulling {
  done: number;
  total: number;
  finished: Promise<void>;
  abort: AbortController;
}

/**
 * The models in `<folder>/models`.
 * @param options.onReady called when a pulled model is complete
 * @param options.source base address to download from (`JARVIS_MODELS_URL`); Hugging Face when empty
 */
export function openModels(options: { folder: string; source?: string; onReady?: () => void }): ModelLibrary {
  const source = options.source?.trim() || HUGGING_FACE;
  const pulling = new Map<string, Pulling>();
  const errors = new Map<string, string>();

  const pull: ModelLibrary['pull'] = (name, { onProgress, signal } = {}) => {
    let entry: CatalogueEntry;
    try {
      entry = entryOf(name);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const running = pulling.get(name);
    if (running) return running.finished;
    const abort = new AbortController();
    const onAbort = () => abort.abort();
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    errors.delete(name);
    const state: Pulling = { done: 0, total: entry.bytes, abort, finished: Promise.resolve() };
    state.finished = fetchModel(entry, options.folder, source, abort.signal, (progress) => {
      state.done = progress.done;
      state.total = progress.total;
      onProgress?.(progress);
    })
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) errors.set(name, reasonOf(thrown));
        throw thrown;
      })
      .finally(() => {
        pulling.delete(name);
        signal?.removeEventListener('abort', onAbort);
      })
      .then(() => options.onReady?.());
    pulling.set(name, state);
    return state.finished;
  };

  return {
    list: () => [
      ...BUNDLED.map(bundledRow),
      ...CATALOGUE.map((entry): ModelRow => {
        const { name, what, licence } = entry;
        const now = pulling.get(name);
        const error = errors.get(name);
        const row = { name, what, licence, bytes: now?.total ?? entry.bytes, source: sourceOf(entry, source) };
        if (now) return { ...row, state: 'pulling', done: now.done };
        if (isReady(entry, options.folder)) return { ...row, state: 'ready' };
        return error === undefined ? { ...row, state: 'missing' } : { ...row, state: 'failed', error };
      }),
    ],
    pull,
    start(name) {
      entryOf(name);
      // What goes wrong stands in the list.
      pull(name).catch(() => {});
    },
    async check(name) {
      if (!isBundled(name)) return checkModel(entryOf(name), options.folder);
      return bundledFile(name).then(
        () => [],
        (thrown: unknown) => [reasonOf(thrown)],
      );
    },
    async close() {
      const running = [...pulling.values()];
      for (const { abort } of running) abort.abort();
      await Promise.allSettled(running.map(({ finished }) => finished));
    },
  };
}

const isBundled = (name: string) => BUNDLED.some((model) => model.name === name);

function bundledRow({ name, what, licence, bytes, origin }: BundledModel): ModelRow {
  return { name, what, licence, bytes, source: origin, state: 'ready' };
}

function entryOf(name: string): CatalogueEntry {
  const entry = CATALOGUE.find((known) => known.name === name);
  if (entry) return entry;
  if (isBundled(name)) throw new JarvisError('not-configured', `"${name}" comes with the package: it is here already.`);
  const names = CATALOGUE.map((known) => known.name).join(', ');
  throw new JarvisError('not-configured', `There is no model "${name.slice(0, 50)}". Known: ${names}.`);
}

function sourceOf(entry: CatalogueEntry, source: string): string {
  return source === HUGGING_FACE
    ? `${HUGGING_FACE}/${entry.repository}`
    : shownAddress(`${source.replace(/\/+$/, '')}/${entry.name}`);
}

function isReady(entry: CatalogueEntry, dataFolder: string): boolean {
  const folder = modelFolder(dataFolder, entry.name);
  return entry.files.every((file) => existsSync(path.join(folder, file.path)));
}

/** Downloads into a hidden folder beside the models and renames it when everything is there. */
async function fetchModel(
  entry: CatalogueEntry,
  dataFolder: string,
  source: string,
  signal: AbortSignal,
  onProgress: (progress: PullProgress) => void,
): Promise<void> {
  const folder = modelFolder(dataFolder, entry.name);
  const staging = modelFolder(dataFolder, `.${entry.name}.part`);
  const files = await listFiles(entry, source, signal);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const kept = await keepOnly(staging, files);
  await checkRoom(path.dirname(staging), total - kept);
  let before = 0;
  for (const file of files) {
    const to = path.join(staging, ...file.path.split('/'));
    const progress = (bytes: number) => onProgress({ done: before + bytes, total, file: file.path });
    if (!(await isThere(to, file))) await downloadFile({ ...file, to }, { signal, onBytes: progress });
    before += file.bytes;
    progress(0);
  }
  await finish(staging, folder, files);
}

/** True when an earlier, interrupted pull has this file already, and it is still what the source announces. */
async function isThere(to: string, file: ListedFile): Promise<boolean> {
  if (!existsSync(to)) return false;
  const [kind, wanted] =
    'sha256' in file.digest ? (['sha256', file.digest.sha256] as const) : (['gitSha1', file.digest.gitSha1] as const);
  if (statSync(to).size === file.bytes && (await digestOf(to, kind, file.bytes)) === wanted) return true;
  await rm(to, { force: true });
  return false;
}

async function finish(staging: string, folder: string, files: readonly ListedFile[]): Promise<void> {
  const manifest = { files: [] as { path: string; bytes: number; sha256: string }[] };
  for (const { path: file, bytes } of files) {
    const sha256 = await digestOf(path.join(staging, ...file.split('/')), 'sha256', bytes);
    manifest.files.push({ path: file, bytes, sha256 });
  }
  const old = `${staging}.old`;
  await onDisk(async () => {
    await writeFile(path.join(staging, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
    makePrivateFolder(path.dirname(folder));
    await rm(old, { recursive: true, force: true });
    if (existsSync(folder)) await rename(folder, old);
    await rename(staging, folder);
    await rm(old, { recursive: true, force: true });
  });
}

async function checkModel(entry: CatalogueEntry, dataFolder: string): Promise<string[]> {
  const folder = modelFolder(dataFolder, entry.name);
  if (!isReady(entry, dataFolder)) return [`It is not there. Get it: ${pullCommand(entry.name)}`];
  let manifest: z.infer<typeof manifestSchema>;
  try {
    manifest = manifestSchema.parse(readJson(await readFile(path.join(folder, MANIFEST), 'utf8')));
  } catch {
    return [`Its ${MANIFEST} is missing or damaged, so its files can't be checked. Pull it again.`];
  }
  const problems: string[] = [];
  for (const { path: file, bytes, sha256 } of manifest.files) {
    const at = path.join(folder, ...file.split('/'));
    if (!existsSync(at)) problems.push(`${file} is missing.`);
    else if (statSync(at).size !== bytes) problems.push(`${file} has ${statSync(at).size} bytes instead of ${bytes}.`);
    else if ((await digestOf(at, 'sha256', bytes)) !== sha256) problems.push(`${file} was changed (wrong checksum).`);
  }
  return problems;
}
