// Takes the README's pictures of the flow and of the page: node scripts/pictures.mjs [out, default "docs/pictures"]
// Needs Chromium and a build (`npm run build`); starts a Node-RED of its own with the shipped flow and the demo house.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '../dist/test/browser.js';
import { startRuntime } from '../dist/test/runtime.js';

const out = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../docs/pictures'));
await mkdir(out, { recursive: true });
// Nothing may depend on what runs on this machine: no model server, no speech to text.
const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
try {
  await takeFlow();
  await takePage();
} finally {
  await runtime.stop();
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
