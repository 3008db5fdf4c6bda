import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { writePrivateFile } from '../turn/private-files.js';
import { HUMOURS, type Humour } from './persona.js';

const KEPT = z.object({ humour: z.enum(HUMOURS) });

/** The humour that a house has asked for; "dry" where it has asked for none, or the file can't be read. */
export function readHumour(file: string): Humour {
  try {
    return KEPT.parse(JSON.parse(readFileSync(file, 'utf8'))).humour;
  } catch {
    return 'dry';
  }
}

/** Keeps it over restarts. @throws JarvisError store-failed */
export function writeHumour(file: string, humour: Humour): void {
  try {
    writePrivateFile(file, JSON.stringify({ humour }));
  } catch (thrown) {
    throw new JarvisError(
      'store-failed',
      `How you want to be joked with can't be kept (${file}): ${reasonOf(thrown)}`,
      {
        cause: thrown,
      },
    );
  }
}
