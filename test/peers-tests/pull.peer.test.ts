import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CATALOGUE } from '../../lib/models/catalogue.js';
import { type Browser, openBrowser } from '../browser.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { must, until } from '../until.js';
import { peer } from './peers.js';

const NAME = 'whisper-base';
/** Of "secret", as Node-RED wants it. */
const PASSWORD = '$2b$08$fvyDRrb6qEuyhbwyg74uEeEQzgjLIs4q2JO9AbQiDgNPrsCwlJhVq';

/** A source of models that holds back the last byte of each file until it is told to go on. */
async function mirrorOf(folder: string): Promise<{ url: string; open(): void; close(): void }> {
  const files = must(CATALOGUE.find(({ name }) => name === NAME)).files.map((file) => file.path);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = http.createServer((req, res) => {
    const file = (req.url ?? '').split('/').slice(2).join('/');
    if (file === 'manifest.json') {
      const listed = files.map((name) => {
        const content = readFileSync(path.join(folder, name));
        return { path: name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      });
      return res.end(JSON.stringify({ files: listed }));
    }
    const content = readFileSync(path.join(folder, file));
    res.write(content.subarray(0, -1));
    void opened.then(() => res.end(content.subarray(-1)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the microphone of the page, before it is pressed', () => {
  let mirror: Awaited<ReturnType<typeof mirrorOf>>;
  let runtime: Runtime;
  let browser: Browser;
  const note = () => browser.page.locator('#ears');

  before(async () => {
    mirror = await mirrorOf(path.join(peer('JARVIS_TEST_MODELS'), NAME));
    runtime = await startRuntime({ env: { JARVIS_MODELS_URL: mirror.url, JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    browser = await openBrowser({ width: 390, height: 844 });
    await browser.page.goto(`${runtime.url}/jarvis/`);
  });
  after(async () => {
    await browser?.close();
    await runtime?.stop();
    mirror?.close();
  });

  test('says that there is no speech model, with its licence and size and the button to pull it', async () => {
    await note().getByRole('button', { name: 'Pull whisper-base' }).waitFor();
    assert.match(await note().innerText(), /needs a speech model\. 80 MB, licence Apache-2\.0/);
    assert.equal(await browser.page.locator('#mic').getAttribute('aria-describedby'), 'ears');
    if (process.env['SHOTS']) await browser.page.screenshot({ path: path.join(process.env['SHOTS'], 'ears.png') });
  });

  test('shows the download, and is gone when Jarvis hears, without a reload', async () => {
    await note().getByRole('button').click();
    await note().locator('progress').waitFor();
    mirror.open();
    await note().waitFor({ state: 'detached', timeout: 120_000 });
    assert.equal(await browser.page.locator('#mic').getAttribute('aria-describedby'), null);
    assert.deepEqual(browser.errors, []);
  });
});

describe('the microphone of the page, where the editor has a login', () => {
  let runtime: Runtime;
  let browser: Browser;

  before(async () => {
    const users = [{ username: 'owner', password: PASSWORD, permissions: '*' }];
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_MODELS_URL: 'http://127.0.0.1:9' },
      settings: { adminAuth: { type: 'credentials', users } },
    });
    browser = await openBrowser();
    await browser.page.goto(`${runtime.url}/jarvis/`);
  });
  after(async () => {
    await browser?.close();
    await runtime?.stop();
  });

  test('who reaches the page only is told where it is pulled, and has no button', async () => {
    const note = browser.page.locator('#ears');
    await note.getByText('It can be pulled in the editor').waitFor();
    assert.equal(await note.getByRole('button').count(), 0);
    const { status } = await fetch(`${runtime.url}/jarvis/admin/models/${NAME}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(status, 401);
    await until(() => runtime.running(), 'Node-RED to run on');
  });
});
