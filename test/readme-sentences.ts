import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../lib/turn/language.js';
import { packageRoot } from './package-root.js';
import { must } from './until.js';

/** The language of each sentence below "The first five minutes", in the order they stand there. */
const LANGUAGES: Language[] = ['en', 'en', 'en', 'en', 'de', 'fr', 'es'];

/** What the README says can be typed in the first five minutes: all that stands there in italics. */
export function readmeSentences(): { text: string; language: Language }[] {
  const readme = readFileSync(path.join(packageRoot(), 'README.md'), 'utf8');
  const section = must(/^## The first five minutes\n(.*?)^## /ms.exec(readme)?.[1]);
  const sentences = [...section.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, text]) =>
    must(text).replaceAll(/\s+/g, ' '),
  );
  return sentences.map((text, index) => ({ text, language: must(LANGUAGES[index]) }));
}
