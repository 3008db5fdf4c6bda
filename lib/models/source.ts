import { z } from 'zod';
import { shownAddress } from '../turn/address.js';
import { isAbort, JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { within } from '../turn/wait.js';
import type { CatalogueEntry } from './catalogue.js';
import type { RemoteFile } from './download.js';
import { get, quoted, statusOf } from './http.js';

/** A file of a model: where it is, where it goes in the model's folder, and what it must be. */
export type ListedFile = Omit<RemoteFile, 'to'> & { path: string };

export const HUGGING_FACE = 'https://huggingface.co';

const LIST_MS = 20_000;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 100;
/** A model may be this many times as large as the catalogue says: other precisions are, a disk full of it isn't. */
const MAX_TIMES_LARGER = 10;

const size = z.number().int().positive();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/i, 'not a SHA-256');

/** `manifest.json` of a source of one's own, beside the files. */
export const manifestSchema = z.object({
  files: z
    .array(z.object({ path: z.string(), bytes: size, sha256 }))
    .min(1)
    .max(MAX_FILES),
});

const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    oid: z.string().regex(/^[0-9a-f]{40}$/i),
    size: z.number().int().nonnegative(),
    lfs: z.object({ oid: sha256, size }).optional(),
  }),
);

/**
 * What a source says of a model's files: their sizes and checksums.
 * A source of one's own holds `<source>/<name>/manifest.json` and the files beside it; anything without one is asked as
 * Hugging Face is (a mirror of it).
 * @param source base address; Hugging Face when empty
 * @throws JarvisError failed when the source is unreachable, lacks a file, names one outside the model's folder, or announces
 * far more than the catalogue; not-configured for an address that can't be one; AbortError.
 */
export async function listFiles(entry: CatalogueEntry, source: string, signal?: AbortSignal): Promise<ListedFile[]> {
  const base = source.replace(/\/+$/, '') || HUGGING_FACE;
  const shown = shownAddress(base);
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new JarvisError('not-configured', `"${shown}" is not an address that models can be downloaded from.`);
  }
  if (shown !== base) {
    const why = 'Models are downloaded without a login: take the name and password out of JARVIS_MODELS_URL.';
    throw new JarvisError('not-configured', `${shown} can't be used. ${why}`);
  }
  const files = await within(
    { ms: LIST_MS, what: `The source ${base}`, code: 'failed', ...(signal && { signal }) },
    async (inner) => {
      if (base !== HUGGING_FACE) {
        const at = `${base}/${entry.name}`;
        const manifest = await json(`${at}/manifest.json`, inner, true);
        if (manifest !== undefined) return fromManifest(entry, at, manifest);
      }
      return fromHuggingFace(entry, base, inner);
    },
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_TIMES_LARGER * entry.bytes) {
    const [announced, expected] = [total, entry.bytes].map((bytes) => Math.ceil(bytes / 1e6));
    const sizes = `${announced} MB for "${entry.name}", far more than the ${expected} MB it is expected to have`;
    throw new JarvisError('failed', `${base} announces ${sizes}: refused.`);
  }
  return files;
}

function fromManifest(entry: CatalogueEntry, at: string, manifest: unknown): ListedFile[] {
  const parsed = manifestSchema.safeParse(manifest);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new JarvisError('failed', `${at}/manifest.json is wrong at "${issue?.path.join('.')}": ${issue?.message}.`);
  }
  const listed = new Map(parsed.data.files.map((file) => [safePath(file.path, at), file]));
  return entry.files.map(({ path }) => {
    const file = listed.get(path);
    if (!file) throw new JarvisError('failed', `${at}/manifest.json lacks the file "${path}".`);
    const url = `${at}/${path.split('/').map(encodeURIComponent).join('/')}`;
    return { path, url, bytes: file.bytes, digest: { sha256: file.sha256.toLowerCase() } };
  });
}

async function fromHuggingFace(entry: CatalogueEntry, base: string, signal: AbortSignal): Promise<ListedFile[]> {
  const folders = new Set(entry.files.map(({ from }) => from.split('/').slice(0, -1).join('/')));
  const known = new Map<string, z.infer<typeof treeSchema>[number]>();
  for (const folder of folders) {
    const url = `${base}/api/models/${entry.repository}/tree/main${folder && `/${folder}`}`;
    const tree = treeSchema.safeParse(await json(url, signal, false));
    if (!tree.success) throw new JarvisError('failed', `${url} answered with something that is not a list of files.`);
    for (const file of tree.data) known.set(file.path, file);
  }
  return entry.files.map(({ path, from }) => {
    const file = known.get(from);
    if (file?.type !== 'file') {
      throw new JarvisError('failed', `${base}/${entry.repository} has no file "${from}" any more.`);
    }
    return {
      path: safePath(path, entry.name),
      url: `${base}/${entry.repository}/resolve/main/${from}`,
      bytes: file.lfs?.size ?? file.size,
      digest: file.lfs ? { sha256: file.lfs.oid.toLowerCase() } : { gitSha1: file.oid.toLowerCase() },
    };
  });
}

/** A relative path that stays inside its folder. @throws JarvisError failed. */
export function safePath(path: string, source: string): string {
  const parts = path.split('/');
  const safe = parts.every((part) => /^[\w][\w.+ -]*$/.test(part) && !part.endsWith('.') && !part.endsWith('.part'));
  if (!safe || path.length > 200) {
    throw new JarvisError('failed', `${source} names a file ${quoted(path)}, which could leave its folder: refused.`);
  }
  return path;
}

/** A JSON document; undefined when it isn't there and `optional` is set. */
async function json(url: string, signal: AbortSignal, optional: boolean): Promise<unknown> {
  try {
    const response = await get(url, { accept: 'application/json' }, signal);
    if (!response.ok) {
      await response.body?.cancel();
      if (optional && (response.status === 404 || response.status === 403)) return undefined;
      throw new JarvisError('failed', `${url} answered ${statusOf(response)}. Is the source right?`);
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_LIST_BYTES) throw new JarvisError('failed', `${url} is too long for a list of files.`);
      chunks.push(chunk);
    }
    return parsed(Buffer.concat(chunks).toString('utf8'), url);
  } catch (thrown) {
    if (thrown instanceof JarvisError || isAbort(thrown)) throw thrown;
    throw new JarvisError(
      'failed',
      `${url} can't be read: ${reasonOf(thrown)}. Check the network, or set JARVIS_MODELS_URL to a source in the house.`,
      { cause: thrown },
    );
  }
}

function parsed(text: string, url: string): unknown {
  try {
    return readJson(text);
  } catch {
    // The parser's own words quote the document.
    throw new JarvisError('failed', `${url} answered with something that is not JSON. Is the source right?`);
  }
}
