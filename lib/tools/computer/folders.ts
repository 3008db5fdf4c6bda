import { realpathSync } from 'node:fs';
import path from 'node:path';
import { foldersIn } from './form.js';
import { holds } from './inside.js';

/**
 * The first of the folders that can't be opened; undefined where all are right: one that isn't named by its whole path, or one
 * with Node-RED's own files, by which a model could change the flow. What is hidden in a folder is out of reach anyway.
 */
export function wrongFolder(text: string, userDir: string): string | undefined {
  return foldersIn(text).find((folder) => !path.isAbsolute(folder) || holds(real(folder), real(userDir)));
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.normalize(folder);
  }
}
