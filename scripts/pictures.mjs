// Takes the README's pictures of the flow, the page and the memory page: node scripts/pictures.mjs [out, default "docs/pictures"]
// Needs Chromium and a build (`npm run build`); starts a Node-RED of its own with the shipped flow and the demo house.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openBrowser } from '../build/test/browser.js';
import { fillMemory } from '../build/test/filled-memory.js';
import { startRuntime } from '../build/test/runtime.js';

const out = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../docs/pictures'));
await mkdir(out, { recursive: true });
// Nothing may depend on what runs on this machine: no model server, no speech to text.
const data = await mkdtemp(path.join(os.tmpdir(), 'jarvis-pictures-'));
await fillMemory(path.join(data, 'jarvis.db'));
const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_DATA: data } });
try {
  await takeFlow();
  await takePage();
  await takeMemory();
} finally {
  await runtime.stop();
  await rm(data, { recursive: true, force: true });
}

async function takeFlow() {
  const { page, close } = await openBrowser({ width: 1600, height: 720 });
  await page.goto(runtime.url);
  await page.waitForSelector('.red-ui-palette-node[data-palette-type="jarvis-agent"]');
  await page.waitForSelector('.red-ui-flow-node');
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
  // The canvas needs the width; the palette shows what there is.
  await page.evaluate(() => globalThis.RED.actions.invoke('core:toggle-sidebar'));
  await page.mouse.move(1000, 700);
  await settled(page);
  await page.screenshot({ path: path.join(out, 'flow.png') });
  await close();
}

async function takeMemory() {
  const { page, close } = await openBrowser({ width: 1280, height: 760 });
  await page.goto(`${runtime.url}/jarvis/memory.html#graph`);
  await page.getByRole('button', { name: /^Garden: / }).click();
  await page.locator('.panel').getByRole('heading', { name: 'Garden' }).waitFor();
  await page.mouse.move(600, 740);
  await settled(page);
  await page.screenshot({ path: path.join(out, 'memory.png') });
  await close();
}

async function takePage() {
  const { page, close } = await openBrowser({ width: 1280, height: 860 });
  await page.goto(`${runtime.url}/jarvis`);
  await page.waitForSelector('#connection[data-state="open"]');
  await page.selectOption('#area', 'kitchen');
  const sentences = {
    'turn on the lights': '[data-entity="light.counter_light"][data-state="on"]',
    'make the floor lamp orange': '[data-entity="light.floor_lamp"][data-state="on"]',
    'what is the temperature in here?': null,
  };
  let said = 0;
  for (const [sentence, effect] of Object.entries(sentences)) {
    await page.fill('#say', sentence);
    await page.press('#say', 'Enter');
    if (effect) await page.waitForSelector(effect);
    said += 1;
    await page.waitForFunction(
      (count) => document.querySelectorAll('.line[data-kind="reply"][data-last]').length === count,
      said,
    );
  }
  await page.waitForSelector('#stage[data-stage="idle"]');
  await page.locator('#say').blur();
  await settled(page);
  await page.screenshot({ path: path.join(out, 'page.png') });
  await close();
}

/** Waits until nothing moves any more. */
async function settled(page) {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  await page.waitForTimeout(1000);
}
