import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './package-root.js';
import { must } from './until.js';

/** What the README says can be typed in the first five minutes: all that stands there in italics. */
export function readmeSentences(): string[] {
  const readme = readFileSync(path.join(packageRoot(), 'README.md'), 'utf8');
  const section = must(/^## The first five minutes\n(.*?)^## /ms.exec(readme)?.[1]);
  return [...section.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, text]) =>
    must(text).replaceAll(/\s+/g, ' ').trim(),
  );
}
