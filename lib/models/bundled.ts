import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { BUNDLED, type BundledModel } from './catalogue.js';

/** Where `npm run build` puts them. */
const FOLDER = path.join(__dirname, 'bundled');

/** Where the file of a model in `BUNDLED` should be, unread. @throws JarvisError library-missing for an unknown name. */
export function bundledPath(name: string, folder = FOLDER): string {
  return path.join(folder, name, modelOf(name).file);
}

/**
 * The file of a model that comes with the package, after comparing it with its checksum.
 * @param name a name in `BUNDLED`
 * @param folder where the bundled models lie
 * @throws JarvisError library-missing when it is gone or was changed.
 */
export async function bundledFile(name: string, folder = FOLDER): Promise<string> {
  const model = modelOf(name);
  const file = bundledPath(name, folder);
  const refuse = (why: string, cause?: unknown) =>
    new JarvisError(
      'library-missing',
      `The model "${name}" (${file}) ${why}. Install the package again: npm install @jarvis-flow/node-red-jarvis`,
      { cause },
    );
  const bytes = await readFile(file).catch((thrown: unknown) => {
    throw refuse(`is missing: ${reasonOf(thrown)}`, thrown);
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== model.sha256) throw refuse('was changed or is damaged (wrong checksum)');
  return file;
}

function modelOf(name: string): BundledModel {
  const model = BUNDLED.find((known) => known.name === name);
  if (!model) throw new JarvisError('library-missing', `No model "${name}" comes with the package.`);
  return model;
}
