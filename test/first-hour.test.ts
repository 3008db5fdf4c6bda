import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { packageRoot } from './package-root.js';
import { openPage } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

const EXAMPLE = '00 - The whole assistant';

/** A Node-RED that somebody else's flows run in. */
let runtime: Runtime;
before(async () => {
  runtime = await startRuntime({ change: () => [], env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
});
after(() => runtime?.stop());

const statusOfSession = async () => (await fetch(`${runtime.url}/jarvis/session`)).status;

const examples = () => `${runtime.url}/library/examples/flows/@jarvis-flow/node-red-jarvis`;

async function example(): Promise<FlowNode[]> {
  const response = await fetch(`${examples()}/${encodeURIComponent(EXAMPLE)}`);
  assert.equal(response.status, 200);
  return (await response.json()) as FlowNode[];
}

test('without a flow of ours the log and the page say how to import it', async () => {
  await until(() => runtime.output().includes('00 - The whole assistant'), 'the invitation');
  assert.equal(await statusOfSession(), 409);
  assert.match(
    readFileSync(path.join(packageRoot(), 'web/strings.ts'), 'utf8'),
    /unheard: \{\n {4}en: '.*00 - The whole/,
  );
});

test('the whole assistant is the first of the examples, and is the shipped flow', async () => {
  const listed = (await (await fetch(examples())).json()) as { fn: string }[];
  assert.equal(listed[0]?.fn, EXAMPLE);
  assert.deepEqual(await example(), JSON.parse(readFileSync(path.join(packageRoot(), 'flows/home.json'), 'utf8')));
});

test('satellites that nothing listens to are told of like none', async () => {
  await runtime.deploy((await example()).filter(({ type }) => type !== 'jarvis-satellite-in'));
  await until(async () => (await statusOfSession()) === 409, 'the page to be told that nothing listens');
});

test('once it is imported, the checklist comes and commands work without a restart', async () => {
  await runtime.deploy(await example());
  await until(async () => (await statusOfSession()) === 204, 'somebody to listen');
  await until(() => runtime.output().includes('[jarvis] The page: http://127.0.0.1:'), 'the checklist');
  const page = await openPage(runtime.url);
  page.send({ type: 'text', text: 'turn on the kitchen light' });
  await page.sees('light.kitchen_light', 'on');
  await page.close();
});

test('while it is deployed anew, no page is told that there is no flow', async () => {
  const statuses = new Set<number>();
  let deployed = false;
  const done = example()
    .then(runtime.deploy)
    .finally(() => {
      deployed = true;
    });
  while (!deployed) statuses.add(await statusOfSession());
  await done;
  assert.deepEqual([...statuses], [204]);
});

test('the flow of a checkout is edited in the user folder, and an edited one is kept', (t) => {
  const userDir = mkdtempSync(path.join(tmpdir(), 'jarvis-checkout-'));
  t.after(() => rmSync(userDir, { recursive: true }));
  const settings = path.join(packageRoot(), 'flows/settings.js');
  const flowFile = () =>
    execFileSync(process.execPath, ['-p', `require(${JSON.stringify(settings)}).flowFile`], {
      encoding: 'utf8',
      env: { ...process.env, JARVIS_USER_DIR: userDir },
    }).trim();
  const file = flowFile();
  assert.equal(path.dirname(file), userDir);
  assert.deepEqual(readFileSync(file), readFileSync(path.join(packageRoot(), 'flows/home.json')));
  writeFileSync(file, '[]');
  assert.equal(flowFile(), file);
  assert.equal(readFileSync(file, 'utf8'), '[]');
});
