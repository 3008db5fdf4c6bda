import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser } from '../browser.js';
import { restarted } from '../deploying.js';
import { packageRoot } from '../package-root.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { until } from '../until.js';

const PALETTE = [
  'satellite-in',
  'wake',
  'listen',
  'judge',
  'command',
  'sentence',
  'tool',
  'tool-result',
  'internet',
  'computer',
  'camera',
  'mcp',
  'user-tools',
  'router',
  'planner',
  'recall',
  'digest',
  'agent',
  'remember',
  'memories',
  'speak',
  'satellite-out',
  'say',
  'mcp-server',
  'wyoming-wake',
  'wyoming-stt',
  'wyoming-tts',
];
const CONFIG = ['satellites', 'voice', 'model', 'home', 'memory'];
/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 60_000 };
/** The palette manager looks for new versions of nodes. It may: nothing of ours is told, and here it is not let out. */
const CATALOGUE = 'catalogue.nodered.org';
/** All but the first, which is the flow that is open there already. */
const EXAMPLES = readdirSync(path.join(packageRoot(), 'examples'))
  .filter((file) => !file.startsWith('00 '))
  .map((file) => file.replace(/\.json$/, ''));
const typeOf = (name: string) => (name.startsWith('wyoming-') ? name : `jarvis-${name}`);
const form = (type: string) => (CONFIG.includes(type) ? '#node-config-dialog' : '#node-dialog');

let runtime: Runtime;
before(async () => {
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
});
after(() => runtime?.stop());

async function openEditor(locale: string): Promise<Browser> {
  const browser = await openBrowser({ width: 1600, height: 900, locale });
  await browser.page.goto(runtime.url);
  await browser.page.waitForSelector('.red-ui-palette-node[data-palette-type="jarvis-say"]', LONG);
  await browser.page.waitForSelector('.red-ui-flow-node', LONG);
  await browser.page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', ...LONG });
  return browser;
}

function assertNoErrors({ errors, outside }: Browser): void {
  assert.deepEqual(
    errors.filter((error) => !error.includes(`https://${CATALOGUE}/`)),
    [],
  );
  assert.deepEqual(
    [...outside].filter((host) => host !== CATALOGUE),
    [],
  );
}

/** Opens the form of a node of the shipped flow as a person would; config nodes' as their pencil does. */
async function openForm(page: Page, type: string): Promise<void> {
  const of = JSON.stringify(typeOf(type));
  if (CONFIG.includes(type)) {
    await page.evaluate(
      `RED.nodes.eachConfig((n) => { if (n.type === ${of}) RED.editor.editConfig('', n.type, n.id) })`,
    );
  } else {
    const id = await page.evaluate<string>(`(() => {
      const node = RED.nodes.filterNodes({ type: ${of} })[0];
      if (node) return node.id;
      // Not in the shipped flow: stands there for this form only.
      RED.nodes.import([{ id: 'passing', type: ${of}, z: RED.workspaces.active(), x: 300, y: 560, wires: [] }]);
      RED.view.redraw(true);
      return 'passing';
    })()`);
    await page.locator(`[id="${id}"]`).dblclick();
  }
  await page.waitForSelector(`${form(type)}-ok`, { state: 'visible', ...LONG });
}

async function closeForm(page: Page, type: string): Promise<void> {
  await page.click(`${form(type)}-cancel`);
  await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
  await page.evaluate(`RED.nodes.node('passing') && (RED.nodes.remove('passing'), RED.view.redraw(true))`);
}

/** Words of the open form; keys without a translation look like `label.voice`. */
async function wordsOf(page: Page): Promise<string> {
  const words = (await page.locator('.red-ui-tray .jarvis-form').textContent())?.trim() ?? '';
  assert.doesNotMatch(words, /\b(label|hint|option|section|check|invalid|port)\.\w/);
  return words;
}

async function openTab(page: Page, label: string): Promise<void> {
  await page.locator('#red-ui-workspace-tabs .red-ui-tab-label', { hasText: label }).click();
  await page.waitForFunction(`RED.nodes.workspace(RED.workspaces.active()).label === ${JSON.stringify(label)}`);
}

/** What is wrong with the flow in front: nodes that Node-RED calls invalid, and nodes that lie on one another. */
async function faults(page: Page): Promise<unknown> {
  await page.waitForFunction(
    `RED.nodes.filterNodes({ z: RED.workspaces.active() }).every(({ id }) => document.getElementById(id))`,
  );
  return page.evaluate(`(() => {
    const nodes = RED.nodes.filterNodes({ z: RED.workspaces.active() });
    const meet = (a, b) => Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h;
    const name = (node) => node.name || node.type;
    return [
      ...nodes.filter(({ valid }) => valid === false).map((a) => name(a) + ' is invalid'),
      ...nodes.flatMap((a, n) => nodes.slice(n + 1).filter((b) => meet(a, b)).map((b) => name(a) + ' on ' + name(b))),
    ];
  })()`);
}

describe('the editor of the shipped flow in Chromium', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await openEditor('en-US');
    page = browser.page;
  });
  after(() => browser?.close());
  afterEach(() => assertNoErrors(browser));

  test('the palette shows every node', async () => {
    const nodes = '#red-ui-palette-jarvis .red-ui-palette-node';
    const types = await page.evaluate(`[...document.querySelectorAll('${nodes}')].map((n) => n.dataset.paletteType)`);
    assert.deepEqual(types, PALETTE.map(typeOf));
  });

  test('the shipped flow is valid, and no node lies on another', async () => {
    assert.deepEqual(await faults(page), []);
  });

  for (const type of [...PALETTE, ...CONFIG]) {
    test(`the form of ${type} opens, and its help`, async () => {
      await openForm(page, type);
      const words = await wordsOf(page);
      assert.ok(words.length > 3, words);
      // One that is only passing through was imported without any setting.
      const isShipped = await page.evaluate<boolean>(`!RED.nodes.node('passing')`);
      const blank = await page.evaluate(
        `[...document.querySelectorAll('.red-ui-tray .jarvis-form select')].filter((one) => one.selectedIndex < 0).map(({ id }) => id)`,
      );
      if (isShipped) assert.deepEqual(blank, [], 'every choice shows what it is');
      await closeForm(page, type);
      await page.evaluate(`RED.sidebar.help.show('${typeOf(type)}', true)`);
      const title = await page.evaluate<string>(
        `RED.nodes.getType('${typeOf(type)}').paletteLabel ?? 'jarvis-${type}'`,
      );
      const help = page.locator('.red-ui-help', { has: page.locator('h1', { hasText: title }) });
      assert.match((await help.textContent()) ?? '', /\w+ \w+ \w+ \w+/);
    });
  }

  test('a node is dragged in, a wrong value is marked, a right one is taken', async () => {
    const before = await page.evaluate<number>(`RED.nodes.filterNodes({ type: 'jarvis-listen' }).length`);
    const from = await page.locator('.red-ui-palette-node[data-palette-type="jarvis-listen"]').boundingBox();
    assert.ok(from);
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(700, 600, { steps: 10 });
    await page.mouse.move(720, 640, { steps: 5 });
    await page.mouse.up();
    const listens = `RED.nodes.filterNodes({ type: 'jarvis-listen' })`;
    await page.waitForFunction(`${listens}.length === ${before + 1}`);
    const id = await page.evaluate<string>(`${listens}.at(-1).id`);
    await page.locator(`[id="${id}"]`).dblclick();
    await page.waitForSelector('#node-input-silence', { state: 'visible', ...LONG });
    await page.waitForSelector('#node-input-voice.input-error', LONG);
    await page.selectOption('#node-input-voice', { label: 'voice' });
    await page.waitForSelector('#node-input-voice:not(.input-error)', LONG);
    await page.fill('#node-input-silence', 'nonsense');
    await page.locator('#node-input-silence').blur();
    await page.waitForSelector('#node-input-silence.input-error', LONG);
    await page.fill('#node-input-silence', '1.2');
    await page.locator('#node-input-silence').blur();
    await page.waitForSelector('#node-input-silence:not(.input-error)', LONG);
    await page.click('#node-dialog-ok');
    await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
    assert.equal(await page.evaluate(`RED.nodes.node('${id}').silence`), '1.2');
    assert.equal(await page.evaluate(`RED.nodes.node('${id}').valid`), true);
  });

  for (const example of EXAMPLES) {
    test(`example "${example}" is imported`, async () => {
      await page.keyboard.press('Control+i');
      await page.waitForSelector('#red-ui-clipboard-dialog-import-text', { state: 'visible', ...LONG });
      await page.click('#red-ui-clipboard-dialog-import-tabs >> text=Examples');
      const tab = page.locator('#red-ui-clipboard-dialog-import-tab-examples');
      await tab.getByText('@jarvis-flow/node-red-jarvis').click();
      // A moment after its dialog has opened the editor looks at the text of the tab before, and selects the first entry of each
      // list: by then something may be chosen already.
      await until(async () => {
        await tab.getByText(example).click();
        return page.click('#red-ui-clipboard-dialog-ok', { timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      }, 'the import');
      // The config nodes are those of the shipped flow.
      if (!example.includes('Wyoming')) await page.getByRole('button', { name: 'Import copy' }).click();
      const label = example.replace(/^\d+ - /, '');
      await page.locator('#red-ui-workspace-tabs .red-ui-tab-label', { hasText: label }).waitFor(LONG);
      assert.deepEqual(await faults(page), []);
      assert.equal(
        await page.evaluate(
          `(() => { let n = 0; RED.nodes.eachConfig(({ type }) => { n += type.startsWith('jarvis-'); }); return n; })()`,
        ),
        5,
      );
    });
  }

  test('all of it is deployed, and a request walks through it', async () => {
    await restarted(runtime, async () => {
      await page.click('#red-ui-header-button-deploy');
      await page.getByText('Successfully deployed').waitFor(LONG);
    });
    await page.waitForSelector('#red-ui-header-button-deploy.disabled', LONG);
    assert.equal(await page.locator('.ui-dialog:visible').count(), 0);
    assert.doesNotMatch(runtime.output(), /\[error\]/);

    await openTab(page, 'Jarvis');
    await page.click('[id="jarvis0000000112"] .red-ui-flow-node-button');
    await page.waitForFunction(`RED.nodes.node('jarvis0000000105').status?.text === 'done'`);

    await openTab(page, 'Ask in words');
    await page.evaluate(`RED.sidebar.show('debug')`);
    const tab = `RED.workspaces.active()`;
    const ask = `RED.nodes.filterNodes({ type: 'inject', z: ${tab} }).find(({ name }) => name.startsWith('turn on')).id`;
    await page.click(`[id="${await page.evaluate<string>(ask)}"] .red-ui-flow-node-button`);
    await page
      .locator('.red-ui-debug-msg', { hasText: /kitchen light/i })
      .first()
      .waitFor(LONG);
  });
});

describe('the editor of a person who reads German', () => {
  let browser: Browser;
  before(async () => {
    browser = await openEditor('de');
  });
  after(() => browser?.close());

  test('has German forms and help', async () => {
    const { page } = browser;
    await openForm(page, 'agent');
    assert.match(await wordsOf(page), /Gedächtnis/);
    await closeForm(page, 'agent');
    await page.evaluate(`RED.sidebar.help.show('jarvis-agent', true)`);
    await page.locator('.red-ui-help', { hasText: 'Sprachmodell' }).last().waitFor(LONG);
    assertNoErrors(browser);
  });
});
