import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { JarvisError } from '../turn/errors.js';
import { bundledFile } from './bundled.js';
import { BUNDLED } from './catalogue.js';
import { openModels } from './models.js';

const NAME = 'silero-vad';

test('every bundled model is there with its licence, and is what the catalogue says', async () => {
  for (const { name, what, licence, origin, file } of BUNDLED) {
    assert.ok(what && licence && origin, name);
    const found = await bundledFile(name);
    assert.ok(found.endsWith(path.join(name, file)));
    assert.match(readFileSync(path.join(path.dirname(found), 'LICENSE'), 'utf8'), new RegExp(`^${licence}`));
  }
});

test('a bundled model that was changed or is gone is not loaded, and says what mends it', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-bundled-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const says = (pattern: RegExp) => (error: unknown) =>
    error instanceof JarvisError && error.code === 'library-missing' && pattern.test(error.message);
  await assert.rejects(bundledFile(NAME, folder), says(/"silero-vad".*is missing.*Install the package again/s));
  const original = await bundledFile(NAME);
  const copy = path.join(folder, NAME, path.basename(original));
  mkdirSync(path.dirname(copy));
  copyFileSync(original, copy);
  assert.equal(await bundledFile(NAME, folder), copy);
  appendFileSync(copy, 'more');
  await assert.rejects(bundledFile(NAME, folder), says(/"silero-vad".*was changed.*Install the package again/s));
});

test('the table of models shows it as ready, checks it, and has nothing to download for it', async () => {
  const models = openModels({ folder: path.join(os.tmpdir(), 'jarvis-no-models') });
  const row = models.list().find(({ name }) => name === NAME);
  assert.deepEqual([row?.state, row?.licence], ['ready', 'MIT']);
  assert.deepEqual(await models.check(NAME), []);
  await assert.rejects(models.pull(NAME), /comes with the package/);
});
