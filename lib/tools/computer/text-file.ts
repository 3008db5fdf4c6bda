import type { FileHandle } from 'node:fs/promises';
import { JarvisError } from '../../turn/errors.js';

/** The beginning of a file that is text. */
export interface Head {
  text: string;
  /** Of the whole file. */
  bytes: number;
  isCut: boolean;
}

/** Reads a file's first `most` bytes. @throws JarvisError failed for what is no text in UTF-8 */
export async function headOfFile(handle: FileHandle, most: number, name: string): Promise<Head> {
  // One more than wanted tells whether there is more: some files, as those of /proc, say no size.
  const buffer = Buffer.alloc(most + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) break;
  }
  const isCut = length > most;
  const text = textOf(buffer.subarray(0, Math.min(length, most)));
  if (text === undefined) throw new JarvisError('failed', `"${name}" is no text, so it can't be read.`);
  return { text, bytes: Math.max(length, (await handle.stat()).size), isCut };
}

/** UTF-8, whose last character may be cut off; undefined for anything else. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
