import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { BUNDLED } from '../lib/models/catalogue.js';
import { packageRoot } from '../test/package-root.js';
import { isAllowed, type LockedPackage, licencesPage } from './licences.js';

const root = packageRoot();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, LockedPackage & { resolved?: string }>;
};

test('the build lists every package that is installed, every bundled model and what is in the pages', () => {
  const list = read('dist/LICENCES.md');
  for (const [folder, { dev, name = folder.replace(/.*node_modules\//, '') }] of Object.entries(lock.packages)) {
    if (folder !== '' && !dev)
      assert.ok(list.includes(`| [${name}](`), `dist/LICENCES.md lacks ${name}: npm run build`);
  }
  for (const { name, licence } of BUNDLED) assert.ok(list.includes(`| ${name} | [${licence}](`), name);
  assert.match(list, /### lit-html .*\(BSD-3-Clause\)\n\nBSD 3-Clause License\n\nCopyright \(c\) 2017 Google LLC/);
});

test('a licence that is not on the list stops the build, and GPL is for optional packages only', () => {
  const listed = (locked: LockedPackage) => licencesPage({ 'node_modules/x': locked }, '');
  assert.throws(() => listed({ license: 'GPL-3.0' }), /not on the allow-list.*x: GPL-3\.0/s);
  assert.throws(() => listed({ license: 'SSPL-1.0', optional: true }), /x: SSPL-1\.0/);
  assert.throws(() => listed({}), /x: not stated/);
  assert.match(listed({ license: 'GPL-3.0', optional: true, version: '1.2.3' }), /\| 1\.2\.3 \| GPL-3\.0 \| yes \|/);
  assert.doesNotMatch(listed({ license: 'SSPL-1.0', dev: true }), /SSPL/);
});

test('a licence expression is allowed when one choice of it is, whole', () => {
  const licences = ['MIT', 'ISC'];
  for (const yes of ['MIT', '(MIT OR GPL-3.0)', 'GPL-3.0 OR MIT AND ISC', 'MIT AND ISC'])
    assert.ok(isAllowed(yes, licences), yes);
  for (const no of [
    '',
    'GPL-3.0',
    'MIT AND GPL-3.0',
    'GPL-3.0 AND (MIT OR ISC)',
    '(MIT) AND (X) OR MIT',
    'mit license',
  ])
    assert.ok(!isAllowed(no, licences), no);
});

test('the lockfile names checksums and no download addresses', () => {
  for (const [folder, locked] of Object.entries(lock.packages)) {
    assert.equal(locked.resolved, undefined, `${folder}: npm install with omit-lockfile-registry-resolved=true`);
    if (folder !== '') assert.ok('integrity' in locked || 'inBundle' in locked, `${folder} has no checksum`);
  }
});

test('what is published carries the models, their licences and the list, and no test', () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
  ) as [{ files: { path: string; size: number }[] }];
  const sizes = new Map(files.map((file) => [file.path, file.size]));
  for (const { name, file, bytes } of BUNDLED) {
    assert.equal(sizes.get(`dist/lib/models/bundled/${name}/${file}`), bytes);
    assert.ok(sizes.has(`dist/lib/models/bundled/${name}/LICENSE`));
  }
  for (const file of ['dist/LICENCES.md', 'LICENSE', 'SECURITY.md', 'CHANGELOG.md']) assert.ok(sizes.has(file), file);
  assert.ok(sizes.has('examples/00 - The whole assistant.json'), 'npm run build makes it');
  // On npm and in the package as in the checkout.
  for (const [, link = ''] of read('README.md').matchAll(/\]\((?!https?:|#)([^)]+)\)/g))
    assert.ok(sizes.has(link), link);
  for (const file of sizes.keys()) assert.doesNotMatch(file, /\.test\.|^test\/|^dist\/test\//);
});
