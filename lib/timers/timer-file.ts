import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { writePrivateFile } from '../turn/private-files.js';
import { type Timer, timerSchema } from './types.js';

/** How many there may be in a house. */
export const MAX_TIMERS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/** The timers of a file; none where there is no file. One that makes no sense is left out. @throws JarvisError store-failed */
export function readTimers(file: string): Timer[] {
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error('it is too large');
    const read = z.array(z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
    return read.flatMap((one) => timerSchema.safeParse(one).data ?? []).slice(0, MAX_TIMERS);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw failed('read', file, thrown);
  }
}

/** As a whole or not at all, whenever the power goes. @throws JarvisError store-failed */
export function writeTimers(file: string, timers: readonly Timer[]): void {
  try {
    writePrivateFile(file, JSON.stringify(timers));
  } catch (thrown) {
    throw failed('written', file, thrown);
  }
}

function failed(what: string, file: string, thrown: unknown): JarvisError {
  return new JarvisError('store-failed', `The timers can't be ${what} (${file}): ${reasonOf(thrown)}`, {
    cause: thrown,
  });
}
