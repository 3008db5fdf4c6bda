#!/usr/bin/env node
import path from 'node:path';
import { type ModelRow, modelFolder, openModels, type PullProgress } from '../lib/models/models.js';
import { isAbort, reasonOf } from '../lib/turn/errors.js';
import { doctor } from './doctor.js';
import { wake } from './wake.js';

/** In a checkout the npm script runs this; where the package is installed, its command, in Node-RED's user folder. */
const CHECKOUT = ['models', 'wake'].includes(process.env['npm_lifecycle_event'] ?? '');
const COMMAND = CHECKOUT ? 'npm run models --' : 'npx @jarvis-flow/node-red-jarvis';

const USAGE = `Speech models for Jarvis, and its self-test.

  ${COMMAND} list          what there is, what is here, licences and sizes
  ${COMMAND} pull NAME     download one; a cut download goes on where it ended
  ${COMMAND} check [NAME]  compare the files with their checksums
  ${COMMAND} doctor [URL]  the self-test of the Node-RED that runs at URL
  ${COMMAND} wake          your own wake word

JARVIS_DATA        folder they go to (now: %)
JARVIS_MODELS_URL  where they come from instead of Hugging Face`;

/** The data folder of the Node-RED that `npm start` runs here, or whose user folder this is. */
const dataFolder = path.resolve(process.env['JARVIS_DATA'] || (CHECKOUT ? '.node-red/jarvis' : 'jarvis'));
const source = process.env['JARVIS_MODELS_URL'] ?? '';

async function main([command, name, ...rest]: string[]): Promise<number> {
  if (command === 'doctor') return doctor(name ?? `http://127.0.0.1:${process.env['PORT'] || 1880}`, process.env);
  if (command === 'wake') return wake([name, ...rest], dataFolder);
  const models = openModels({ folder: dataFolder, source });
  if (command === 'list') {
    for (const row of models.list()) console.log(line(row));
    return 0;
  }
  if (command === 'pull' && name) {
    const row = models.list().find((known) => known.name === name);
    if (row) {
      console.log(`${row.name}: ${row.what}`);
      console.log(`Licence: ${row.licence}. Size: about ${megabytes(row.bytes)}. From: ${row.source}`);
    }
    const abort = new AbortController();
    process.once('SIGINT', () => abort.abort());
    const show = progressBar();
    await models.pull(name, { onProgress: show, signal: abort.signal });
    console.log(`${process.stdout.isTTY ? '\n' : ''}Ready: ${modelFolder(dataFolder, name)}`);
    return 0;
  }
  if (command === 'check') {
    const ready = models.list().filter(({ state }) => state === 'ready');
    const names = name ? [name] : ready.map((row) => row.name);
    if (names.length === 0) console.log(`No model is in ${path.join(dataFolder, 'models')} yet.`);
    let wrong = 0;
    for (const one of names) {
      const problems = await models.check(one);
      wrong += problems.length;
      console.log(problems.length === 0 ? `${one}: fine` : `${one}: ${problems.join(' ')}`);
    }
    return wrong === 0 ? 0 : 1;
  }
  console.log(USAGE.replace('%', dataFolder));
  return command === undefined || command === 'help' ? 0 : 2;
}

function line({ name, what, licence, bytes, state }: ModelRow): string {
  const here = state === 'ready' ? 'here' : '';
  return `${name.padEnd(17)} ${here.padEnd(5)} ${megabytes(bytes).padStart(7)}  ${what} (${licence})`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/** A bar on a terminal; elsewhere a line for each tenth. */
function progressBar(): (progress: PullProgress) => void {
  const width = 30;
  let shown = -1;
  return ({ done, total, file }) => {
    const share = total > 0 ? done / total : 1;
    const step = Math.floor(share * (process.stdout.isTTY ? 1000 : 10));
    if (step === shown) return;
    shown = step;
    if (!process.stdout.isTTY) return console.log(`${Math.round(share * 100)} % of ${megabytes(total)}`);
    const full = Math.round(share * width);
    const bar = '█'.repeat(full) + '░'.repeat(width - full);
    process.stdout.write(
      `\r${bar} ${(share * 100).toFixed(1)} %  ${megabytes(done)} of ${megabytes(total)}  ${file}\x1b[K`,
    );
  };
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (thrown: unknown) => {
    console.error(isAbort(thrown) ? '\nStopped. The next pull goes on from here.' : `\n${reasonOf(thrown)}`);
    process.exitCode = 1;
  },
);
