import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, wherever the compiled file lies. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
