import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { packageRoot } from '../test/package-root.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-test-runner-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs test.mjs with a file of tests that find `runs` in their folder: one line for each run of it, this one's too. */
function runTests(name: string, tests: string, ...options: string[]) {
  const file = path.join(folder, `${name}.test.js`);
  writeFileSync(
    file,
    `const { appendFileSync, readFileSync } = require('node:fs');
    const { describe, test } = require('node:test');
    appendFileSync(__filename + '.runs', 'x');
    const runs = readFileSync(__filename + '.runs').length;
    ${tests}`,
  );
  // Or it would be a test of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const runner = path.join(packageRoot(), 'scripts/test.mjs');
  const { status, stdout } = spawnSync(process.execPath, [runner, ...options, file], { env, encoding: 'utf8' });
  return { status, stdout };
}

test('a test that fails now and then is told with how often, and what holds it is not', () => {
  const tests = `describe('all', () => {
    test('is steady', () => {});
    test('is flaky', () => { if (runs % 2 === 0) throw new Error('now'); });
  });`;
  const { status, stdout } = runTests('flaky', tests, '--repeat', '3');
  assert.match(stdout, /\nfailed:\n {2}1 of 3: \S+flaky\.test\.js: is flaky\n$/);
  assert.equal(status, 1);
});

test('the last lines say how long a file took, how much of it as a processor, and how many tests passed', () => {
  const program = 'while (process.cpuUsage().user < 300_000);';
  const tests = `test('keeps another program busy', () => {
    require('node:child_process').execFileSync(process.execPath, ['-e', '${program}']);
  });`;
  const { status, stdout } = runTests('busy', tests);
  const [, busy] = /\d s +([\d.]+) s +[\d.]+ s {2}\S*busy\.test\.js\n1 tests of 1 files passed in /.exec(stdout) ?? [];
  assert.ok(process.platform !== 'linux' || Number(busy) >= 0.2, stdout);
  assert.equal(status, 0);
});
