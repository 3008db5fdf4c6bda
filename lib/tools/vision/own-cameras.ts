import { open } from 'node:fs/promises';
import path from 'node:path';
import { MAX_PICTURE } from '../../home/ha-camera.js';
import { isWebAddress } from '../../turn/address.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { guardedFetch } from '../internet/guarded-fetch.js';

/** A camera of the owner's that is none of Home Assistant's. */
export interface OwnCamera {
  name: string;
  /** Address of its picture, or path of a file. */
  at: string;
}

const MAX_CAMERAS = 50;

/**
 * The cameras of a list, one a line: "Garage = http://192.168.1.30/snapshot.jpg" or "Porch = /srv/porch.jpg".
 * @throws JarvisError not-configured that names the line, and nothing of it: addresses of cameras hold passwords.
 */
export function ownCameras(list: string): OwnCamera[] {
  const lines = list.split('\n').map((line) => line.trim());
  return lines.slice(0, MAX_CAMERAS).flatMap((line, index) => {
    if (line === '') return [];
    const [, name = '', at = ''] = /^([^=]{1,60}?)\s*=\s*(\S.*)$/.exec(line) ?? [];
    if (name !== '' && (isWebAddress(at) || path.isAbsolute(at))) return [{ name, at }];
    throw new JarvisError(
      'not-configured',
      `Line ${index + 1} of the cameras is none: write a name, =, and an address that begins with http:// or https:// or the whole path of a file.`,
    );
  });
}

/** What a camera shows now. @throws JarvisError failed, timeout; AbortError. */
export async function ownPicture({ name, at }: OwnCamera, signal: AbortSignal): Promise<Buffer> {
  if (!isWebAddress(at)) return await fileOf(name, at);
  const { body } = await guardedFetch(at, { signal, trusted: [new URL(at).origin], most: MAX_PICTURE });
  return body;
}

async function fileOf(name: string, at: string): Promise<Buffer> {
  const refuse = (why: string) => new JarvisError('failed', `The picture of ${name} can't be read: ${why}`);
  const file = await open(at, 'r').catch((thrown: unknown) => {
    throw refuse(reasonOf(thrown));
  });
  try {
    const about = await file.stat();
    if (!about.isFile()) throw refuse('it is no file.');
    if (about.size > MAX_PICTURE) throw refuse(`it has more than ${MAX_PICTURE} bytes.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
