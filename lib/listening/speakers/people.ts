import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { writePrivateFile } from '../../turn/private-files.js';

/** How many may be known in a house: each is compared with every utterance. */
export const MAX_PEOPLE = 20;
const MAX_BYTES = 256 * 1024;
const SIZE = 256;

/** Somebody whose voice is known: of the sound nothing is kept but this vector of length 1. */
const personSchema = z.object({
  name: z.string().min(1).max(40),
  print: z.array(z.number().finite()).length(SIZE),
});
export type Person = z.infer<typeof personSchema>;
const peopleSchema = z.array(personSchema).max(MAX_PEOPLE);

/** The people of a file; none where there is no file. @throws JarvisError store-failed */
export function readPeople(file: string): Person[] {
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error('it is too large');
    return peopleSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw failed('read', file, thrown);
  }
}

/** As a whole or not at all, whenever the power goes. @throws JarvisError store-failed */
export function writePeople(file: string, people: readonly Person[]): void {
  try {
    writePrivateFile(file, JSON.stringify(people));
  } catch (thrown) {
    throw failed('written', file, thrown);
  }
}

function failed(what: string, file: string, thrown: unknown): JarvisError {
  return new JarvisError('store-failed', `The voices that are known can't be ${what} (${file}): ${reasonOf(thrown)}`, {
    cause: thrown,
  });
}
