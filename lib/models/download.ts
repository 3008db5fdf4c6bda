import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clock, type Timer } from '../turn/clock.js';
import { isAbort, JarvisError, reasonOf } from '../turn/errors.js';
import { makePrivateFolder } from '../turn/private-files.js';
import { abortError, backoff, sleep } from '../turn/wait.js';
import { get, statusOf } from './http.js';

/** A file as the source describes it. */
export interface RemoteFile {
  url: string;
  /** Where it goes; its folders are made. While it isn't complete it is called `<to>.part`. */
  to: string;
  bytes: number;
  /** SHA-256 of the content, or for small files of a git repository the SHA-1 of the git blob; lower-case hex. */
  digest: { sha256: string } | { gitSha1: string };
}

const MAX_ATTEMPTS = 5;
/** A connection that gives less than `STALLED_BYTES` in this time is given up, in milliseconds. */
const STALLED_MS = 30_000;
const STALLED_BYTES = 16 * 1024;

/** A failure that another attempt may mend. */
class Passing extends Error {}

/**
 * Downloads one file: resumes what an earlier attempt left, tries five times, and gives the file its name only when its
 * size and checksum are right.
 * @param onBytes told how many bytes of the file are there, often
 * @throws JarvisError failed (unreachable, refused, wrong content), store-failed (disk full, no permission); AbortError.
 */
export async function downloadFile(
  file: RemoteFile,
  options: {
    signal?: AbortSignal | undefined;
    onBytes?: (bytes: number) => void;
    firstWaitMs?: number;
    stalledMs?: number;
  } = {},
): Promise<void> {
  const { signal, onBytes = () => {}, firstWaitMs = 500, stalledMs = STALLED_MS } = options;
  const part = `${file.to}.part`;
  await onDisk(async () => makePrivateFolder(path.dirname(file.to)));
  for (let attempt = 0; ; attempt++) {
    const begun = existsSync(part);
    try {
      await fetchInto(part, file, signal, onBytes, stalledMs);
      await verify(part, file);
      await onDisk(() => rename(part, file.to));
      await rm(`${part}.etag`, { force: true });
      return;
    } catch (thrown) {
      if (signal?.aborted) throw abortError(signal);
      const wrong = thrown instanceof WrongContent;
      if (wrong) await rm(part, { force: true });
      // What was appended to an older beginning may only be wrong together.
      const again = thrown instanceof Passing || (wrong && begun);
      if (!again || attempt >= MAX_ATTEMPTS - 1) {
        if (thrown instanceof JarvisError || isAbort(thrown)) throw thrown;
        throw new JarvisError('failed', `${file.url} can't be downloaded: ${reasonOf(thrown)}.`, { cause: thrown });
      }
      await sleep(backoff(attempt, firstWaitMs), signal);
    }
  }
}

class WrongContent extends JarvisError {
  constructor(message: string) {
    super('failed', message);
  }
}

/** Fills the part file up, from where it ends when the server can. */
async function fetchInto(
  part: string,
  file: RemoteFile,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
  stalledMs: number,
): Promise<void> {
  const had = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  if (had > file.bytes) await rm(part, { force: true });
  const from = had > file.bytes ? 0 : had;
  onBytes(from);
  if (from === file.bytes) return;
  const etag = from > 0 ? await readFile(`${part}.etag`, 'utf8').catch(() => '') : '';

  const stalled = new AbortController();
  let timer: Timer | undefined;
  let counted = from;
  const alive = (bytes: number) => {
    counted = bytes;
    timer?.cancel();
    timer = clock.limit(stalledMs, () => stalled.abort());
  };
  alive(from);
  const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  try {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (from > 0) headers['range'] = `bytes=${from}-`;
    if (from > 0 && etag) headers['if-range'] = etag;
    const response = await request(file.url, headers, both);
    const resumes = response.status === 206 && startOf(response) === from;
    await remember(part, response);
    await write(part, response, resumes ? from : 0, file, (bytes) => {
      if (bytes - counted >= STALLED_BYTES) alive(bytes);
      onBytes(bytes);
    });
  } catch (thrown) {
    if (stalled.signal.aborted && !signal?.aborted)
      throw new Passing(`less than ${STALLED_BYTES / 1024} KiB came in ${stalledMs / 1000} s`);
    throw thrown;
  } finally {
    timer?.cancel();
  }
}

/** The answer to a GET that succeeded. @throws Passing when it may work later; JarvisError when not. */
async function request(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const response = await get(url, headers, signal).catch((thrown: unknown) => {
    if (signal.aborted || thrown instanceof JarvisError) throw thrown;
    throw new Passing(reasonOf(thrown));
  });
  const { status } = response;
  if (status === 200 || status === 206) return response;
  await response.body?.cancel().catch(() => {});
  const why = `the server answered ${statusOf(response)}`;
  if (status >= 500 || status === 408 || status === 429) throw new Passing(why);
  if (status === 416) throw new WrongContent(`${url}: the server can't go on from where it was cut off.`);
  throw new JarvisError('failed', `${url} can't be downloaded: ${why}. Is the address of the source right?`);
}

function startOf(response: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Keeps the server's name for this content, so that a resumed download asks for the same. */
async function remember(part: string, response: Response): Promise<void> {
  const etag = response.headers.get('etag') ?? '';
  // If-Range takes strong validators only.
  if (etag && !etag.startsWith('W/')) await onDisk(() => writeFile(`${part}.etag`, etag, { mode: 0o600 }));
  else await rm(`${part}.etag`, { force: true });
}

async function write(
  part: string,
  response: Response,
  from: number,
  file: RemoteFile,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const handle = await onDisk(() => open(part, from > 0 ? 'a' : 'w', 0o600));
  let bytes = from;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > file.bytes) throw new WrongContent(`${file.url} is longer than the ${file.bytes} bytes announced.`);
      await onDisk(() => handle.write(chunk));
      onBytes(bytes);
    }
  } catch (thrown) {
    if (thrown instanceof JarvisError || isAbort(thrown)) throw thrown;
    throw new Passing(`the connection broke: ${reasonOf(thrown)}`);
  } finally {
    await handle.close();
  }
  if (bytes < file.bytes) throw new Passing(`it ended after ${bytes} of ${file.bytes} bytes`);
}

async function verify(part: string, file: RemoteFile): Promise<void> {
  const found = await digestOf(part, 'sha256' in file.digest ? 'sha256' : 'gitSha1', file.bytes);
  const wanted = 'sha256' in file.digest ? file.digest.sha256 : file.digest.gitSha1;
  if (found !== wanted) {
    throw new WrongContent(
      `${file.url} is not what its source announced (checksum ${found.slice(0, 12)}… instead of ${wanted.slice(0, 12)}…). ` +
        'It was thrown away; try again later, or from another source.',
    );
  }
}

/** Checksum of a file of known size, in hex; "gitSha1" is what git calls the blob. */
export async function digestOf(file: string, kind: 'sha256' | 'gitSha1', bytes: number): Promise<string> {
  const hash = createHash(kind === 'sha256' ? 'sha256' : 'sha1');
  if (kind === 'gitSha1') hash.update(`blob ${bytes}\0`);
  return onDisk(async () => {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  });
}

/** Does something with files, and says in words what the disk doesn't allow. @throws JarvisError store-failed. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    const where = thrown instanceof Error && 'path' in thrown ? ` (${String(thrown.path)})` : '';
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new JarvisError(
        'store-failed',
        `The disk is full${where}. Make room and try again: the download goes on.`,
        {
          cause: thrown,
        },
      );
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new JarvisError(
        'store-failed',
        `Node-RED may not write here${where}. Change the folder's owner or JARVIS_DATA.`,
        {
          cause: thrown,
        },
      );
    }
    throw new JarvisError('store-failed', `A file can't be used: ${reasonOf(thrown)}.`, { cause: thrown });
  }
}
