import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { restarted } from '../deploying.js';
import { trayHasCome } from '../editor-tray.js';
import { packageRoot } from '../package-root.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';

const TYPES = readdirSync(path.join(packageRoot(), 'nodes')).filter((name) => /^(?:jarvis|wyoming)-/.test(name));
const CONFIG = ['satellites', 'voice', 'model', 'home', 'memory'].map((name) => `jarvis-${name}`);
/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 20_000 };
const FORM = '.red-ui-tray .jarvis-form';
/** Removes the node that was imported for its form alone, where there is one. */
const REMOVE_PASSING = `RED.nodes.node('passing') && RED.nodes.remove('passing')`;
const dialog = (type: string) => (CONFIG.includes(type) ? '#node-config-dialog' : '#node-dialog');
const field = (type: string, name: string) => `#node-${CONFIG.includes(type) ? 'config-' : ''}input-${name}`;

let server: ScriptedModelServer;
let runtime: Runtime;
before(async () => {
  server = await startScriptedModelServer({ speed: 'instant', answers: [] });
  runtime = await startRuntime({
    change: (flow) =>
      flow.map((node) => {
        if (node.type === 'jarvis-model') return { ...node, url: server.url };
        // As older flows have it.
        if (node.type === 'jarvis-judge') return { ...node, wakeWord: 'computer' };
        return node.type === 'jarvis-voice' ? { ...node, language: 'de' } : node;
      }),
  });
});
after(async () => {
  await runtime?.stop();
  await server?.close();
});

async function openEditor(width: number): Promise<Browser> {
  const browser = await openBrowser({ width, height: 900 });
  const { page } = browser;
  await page.goto(runtime.url);
  await page.waitForSelector('.red-ui-flow-node', LONG);
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', ...LONG });
  // On a phone nothing else has room beside a form.
  const sides = `['sidebar', 'palette'].forEach((side) => RED.menu.setSelected('menu-item-' + side, false))`;
  if (width < 700) await page.evaluate(sides);
  // The editor's body has no height, by which axe takes everything in it for clipped.
  await page.evaluate(`document.body.style.height = '100vh'`);
  return browser;
}

/** Opens the form of the flow's node of a type, or of one with its defaults where the flow has none. @returns its id */
async function openForm(page: Page, type: string): Promise<string> {
  const of = JSON.stringify(type);
  const id = await page.evaluate<string>(`(() => {
    if (${CONFIG.includes(type)}) {
      let found;
      RED.nodes.eachConfig((node) => { if (node.type === ${of}) found = node; });
      RED.editor.editConfig('', found.type, found.id);
      return found.id;
    }
    if (RED.nodes.filterNodes({ type: ${of} }).length === 0) {
      const defaults = Object.entries(RED.nodes.getType(${of}).defaults).map(([name, { value }]) => [name, value]);
      const place = { id: 'passing', type: ${of}, z: RED.workspaces.active(), x: 300, y: 560, wires: [] };
      RED.nodes.import([{ ...Object.fromEntries(defaults), ...place }]);
    }
    const [node] = RED.nodes.filterNodes({ type: ${of} });
    RED.editor.edit(node);
    return node.id;
  })()`);
  await page.waitForSelector(`${dialog(type)}-ok`, { state: 'visible', ...LONG });
  await trayHasCome(page);
  // Every list has come, or the sentence that says why it hasn't.
  await page.waitForFunction(`$('.jarvis-choose:visible').get().every((button) =>
    !button.disabled || $('.jarvis-note:not(:empty)').length > 0)`);
  return id;
}

async function closeForm(page: Page, type: string, how: 'ok' | 'cancel'): Promise<void> {
  await page.click(`${dialog(type)}-${how}`);
  await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
  await page.evaluate(REMOVE_PASSING);
}

/** Parts of the open form that lie outside of what is seen of it, and fields that stand in no row with their label. */
function misshapen(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const right = document.querySelector('.red-ui-tray-body-wrapper').getBoundingClientRect().right;
    return [...document.querySelectorAll('${FORM} *')]
      .filter((part) => part.getClientRects().length > 0 && part.getBoundingClientRect().right > right)
      .map((part) => part.id || part.className || part.tagName);
  })()`);
}

const words = (page: Page, selector: string) => page.locator(selector).allTextContents();
const note = (page: Page, type: string, name: string) =>
  page.locator(field(type, name)).locator('xpath=..').locator('.jarvis-note');
const chooser = (page: Page, type: string, name: string) => page.locator(`${field(type, name)} + .jarvis-choose`);

for (const width of [1280, 390, 320]) {
  describe(`forms in a browser of ${width} px`, () => {
    let browser: Browser;
    let page: Page;
    before(async () => {
      browser = await openEditor(width);
      page = browser.page;
    });
    after(() => browser?.close());
    afterEach(async () => {
      // One that failed leaves its form open.
      await page.evaluate(`$('.red-ui-tray').length && $('#node-dialog-cancel, #node-config-dialog-cancel').click()`);
      await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
      await page.evaluate(REMOVE_PASSING);
      assert.deepEqual(
        browser.errors.filter((error) => !error.includes('https://catalogue.nodered.org/')),
        [],
      );
    });

    for (const type of TYPES) {
      test(`${type} can be read, filled in by everybody, and is kept as it was`, async () => {
        const exported = (id: string) => page.evaluate(`RED.nodes.convertNode(RED.nodes.node('${id}'), false)`);
        const id = await openForm(page, type);
        const before = await exported(id);
        await assertAccessible(page, FORM);
        assert.deepEqual(await misshapen(page), []);
        // One that has to be given a config node first stays marked, and is only looked at.
        const passing = id === 'passing';
        await closeForm(page, type, passing ? 'cancel' : 'ok');
        if (!passing) assert.deepEqual(await exported(id), before);
      });
    }
  });
}

describe('what there is to choose from', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await openEditor(1280);
    page = browser.page;
  });
  after(() => browser?.close());

  /** Opens a list with the keyboard alone. */
  async function openList(type: string, name: string): Promise<string[]> {
    await page.waitForSelector(`${field(type, name)} + .jarvis-choose:enabled`, LONG);
    await page.locator(field(type, name)).focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(`document.activeElement.className.includes('jarvis-choose')`), true);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.jarvis-menu .jarvis-active', LONG);
    assert.equal(await page.evaluate(`document.activeElement.id`), field(type, name).slice(1));
    return await words(page, '.jarvis-menu .jarvis-choice-name');
  }

  const listCloses = () => page.waitForSelector('.jarvis-menu', { state: 'detached', ...LONG });

  test('wake words, with the keyboard alone; Escape closes the list and not the form', async () => {
    await openForm(page, 'jarvis-voice');
    const wakeWords = field('jarvis-voice', 'wakeWords');
    assert.deepEqual(await openList('jarvis-voice', 'wakeWords'), [
      'hey_jarvis',
      'alexa',
      'hey_mycroft',
      'hey_rhasspy',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue(wakeWords), 'hey_jarvis, alexa');
    await page.keyboard.press('Escape');
    await listCloses();
    assert.ok(await page.locator(wakeWords).isVisible());
  });

  test('wake words and threshold are those of the engine that is chosen', async () => {
    // A server without an address has none: the list that comes next is the other engine's.
    await page.selectOption(field('jarvis-voice', 'wake'), 'wyoming');
    await note(page, 'jarvis-voice', 'wakeWords').filter({ hasText: 'Enter the address' }).waitFor(LONG);
    await page.selectOption(field('jarvis-voice', 'wake'), 'micro');
    await page.locator(field('jarvis-voice', 'threshold')).waitFor({ state: 'hidden', ...LONG });
    assert.ok(await page.locator(field('jarvis-voice', 'cutoff')).isVisible());
    const words = await openList('jarvis-voice', 'wakeWords');
    assert.deepEqual(words, ['hey_jarvis', 'okay_nabu', 'hey_mycroft', 'alexa', 'stop']);
    await page.keyboard.press('Escape');
    await listCloses();
    await page.selectOption(field('jarvis-voice', 'wake'), 'embedded');
    await page.locator(field('jarvis-voice', 'cutoff')).waitFor({ state: 'hidden', ...LONG });
  });

  test('voices of the engine that is chosen, and why there are none', async () => {
    assert.ok((await openList('jarvis-voice', 'voice')).includes('en-us'));
    await page.keyboard.press('Escape');
    await listCloses();
    await page.selectOption(field('jarvis-voice', 'tts'), 'piper');
    await note(page, 'jarvis-voice', 'voice').filter({ hasText: 'no voice is here' }).waitFor(LONG);
    assert.ok(await chooser(page, 'jarvis-voice', 'voice').isDisabled());
    await page.selectOption(field('jarvis-voice', 'tts'), 'wyoming');
    await page.fill(field('jarvis-voice', 'ttsUrl'), 'tcp://127.0.0.1:9');
    await page.locator(field('jarvis-voice', 'ttsUrl')).blur();
    await note(page, 'jarvis-voice', 'voice').filter({ hasText: '127.0.0.1:9 failed' }).waitFor(LONG);
    // What isn't in a list can be typed all the same.
    await page.fill(field('jarvis-voice', 'voice'), 'my own');
    assert.equal(await page.inputValue(field('jarvis-voice', 'voice')), 'my own');
    await closeForm(page, 'jarvis-voice', 'cancel');
  });

  test('models of the model server, and why there are none', async () => {
    await openForm(page, 'jarvis-model');
    const models = await openList('jarvis-model', 'model');
    assert.ok(models.length > 0);
    await page.keyboard.press('Enter');
    await listCloses();
    assert.ok(models.includes(await page.inputValue(field('jarvis-model', 'model'))));
    await page.fill(field('jarvis-model', 'url'), 'http://127.0.0.1:9');
    await page.locator(field('jarvis-model', 'url')).blur();
    await note(page, 'jarvis-model', 'small').filter({ hasText: '127.0.0.1:9' }).waitFor(LONG);
    assert.ok(await chooser(page, 'jarvis-model', 'model').isDisabled());
    await closeForm(page, 'jarvis-model', 'cancel');
    await openForm(page, 'jarvis-memory');
    assert.deepEqual(await openList('jarvis-memory', 'embedding'), models);
    await page.keyboard.press('Escape');
    await listCloses();
    await closeForm(page, 'jarvis-memory', 'cancel');
  });

  test('rooms of the connected house', async () => {
    await openForm(page, 'jarvis-say');
    const rooms = await openList('jarvis-say', 'rooms');
    assert.ok(rooms.includes('Kitchen'), rooms.join());
    await page.keyboard.press('Escape');
    await listCloses();
    await closeForm(page, 'jarvis-say', 'cancel');
    await openForm(page, 'jarvis-satellites');
    await page.locator('.jarvis-satellite [data-name="area"] + .jarvis-choose').click();
    await page.locator('.jarvis-menu li', { hasText: 'Bedroom' }).click();
    assert.equal(await page.inputValue('.jarvis-satellite [data-name="area"]'), 'Bedroom');
    await closeForm(page, 'jarvis-satellites', 'cancel');
  });

  test('a house that is away is said to be', async () => {
    await openForm(page, 'jarvis-voice');
    await page.selectOption(field('jarvis-voice', 'tts'), 'home-assistant');
    await note(page, 'jarvis-voice', 'player').filter({ hasText: 'The demo house has none' }).waitFor(LONG);
    await closeForm(page, 'jarvis-voice', 'cancel');
  });
});

describe('sentences of your own', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await openEditor(1280);
    page = browser.page;
  });
  after(() => browser?.close());

  test('what is wrong is said with its place, and what is built in already', async () => {
    const type = 'jarvis-sentence';
    const says = (name: string, hasText: string) => note(page, type, name).filter({ hasText }).waitFor(LONG);
    const isMarked = (name: string, marked: boolean) =>
      page.waitForFunction(`$('${field(type, name)}').hasClass('input-error') === ${marked}`, undefined, LONG);
    const fill = async (name: string, text: string) => {
      await page.fill(field(type, name), text);
      await page.locator(field(type, name)).blur();
    };
    await openForm(page, type);
    await fill('templates', 'movie time\nturn on the (kitchen|hall light\n{genre}');
    await says('templates', 'Line 2, character 13: this bracket is never closed');
    await isMarked('templates', true);
    await fill('templates', 'movie time\nturn on the (kitchen|hall) light\n{genre}');
    await says('templates', 'Line 3, character 1: this would be anything that is said');
    await says('templates', 'Line 2: “turn on the kitchen light” is understood already');
    await fill('lists', 'genre');
    await says('lists', 'Line 1, character 1');
    await isMarked('lists', true);
    await fill('lists', 'genre: <b>jazz</b>, rock');
    await isMarked('lists', false);
    await isMarked('templates', false);
    await fill('templates', '<b>movie</b>\nstop');
    await says('templates', 'Line 1, character 1: <rules> are');
    await says('templates', 'Line 2: “stop” is a stop');
    await closeForm(page, type, 'cancel');
    assert.deepEqual(
      browser.errors.filter((error) => !error.includes('https://catalogue.nodered.org/')),
      [],
    );
  });
});

describe('a tool of your own', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await openEditor(1280);
    page = browser.page;
  });
  after(() => browser?.close());

  test('its parameters are kept as they stand in the rows, and what is wrong is said', async () => {
    const type = 'jarvis-tool';
    const row = (name: string, at = 0) => page.locator(`${FORM} [data-name="${name}"]`).nth(at);
    const says = (hasText: string) => note(page, type, 'parameters').filter({ hasText }).waitFor(LONG);
    const id = await openForm(page, type);
    await page.fill(field(type, 'tool'), 'stop');
    await page.locator(field(type, 'tool')).blur();
    await page.waitForFunction(`$('${field(type, 'tool')}').hasClass('input-error')`, undefined, LONG);
    await page.fill(field(type, 'tool'), 'boil_egg');
    await page.fill(field(type, 'description'), 'Boils an egg.');
    await page.locator('.red-ui-editableList-addButton').click();
    await row('name').fill('how long');
    await says('“how long” is no name');
    await row('name').fill('size');
    await row('kind').selectOption('choice');
    await says('“size” needs 1 to 100 values');
    await row('choices').fill('small, large');
    await row('description').fill('How large it is.');
    await row('required').uncheck();
    await page
      .locator('#jarvis-parameters-note')
      .filter({ hasText: /^$/ })
      .waitFor({ state: 'hidden', ...LONG });
    await page.click(`${dialog(type)}-ok`);
    await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
    const saved = await page.evaluate<string>(`RED.nodes.node('${id}').parameters`);
    assert.deepEqual(JSON.parse(saved), [
      { name: 'size', kind: 'choice', description: 'How large it is.', choices: ['small', 'large'], required: false },
    ]);
    await restarted(runtime, () => page.click('#red-ui-header-button-deploy'));
    await page.waitForSelector('#red-ui-header-button-deploy.disabled', LONG);
    await page.evaluate(`RED.editor.edit(RED.nodes.node('${id}'))`);
    assert.equal(await row('choices').inputValue(), 'small, large');
    assert.equal(await page.inputValue('#jarvis-tool-arguments'), '{"size":"small"}');
    await page.click('#jarvis-tool-try');
    await page.locator('#jarvis-tool-seen').filter({ hasText: 'leads to a tool result node' }).waitFor(LONG);
    await page.fill('#jarvis-tool-arguments', '{"size"');
    await page.click('#jarvis-tool-try');
    await page.locator('#jarvis-tool-result').filter({ hasText: 'JSON object' }).waitFor(LONG);
    assert.equal(await page.isVisible(field(type, 'question')), false);
    await page.check(field(type, 'asks'));
    await page.fill(field(type, 'question'), 'Shall I boil a {size} egg?');
    await page.click(`${dialog(type)}-ok`);
    await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
    const { asks, question } = await page.evaluate<{ asks: boolean; question: string }>(
      `(({ asks, question }) => ({ asks, question }))(RED.nodes.node('${id}'))`,
    );
    assert.deepEqual([asks, question], [true, 'Shall I boil a {size} egg?']);
    await page.evaluate(`RED.nodes.remove('passing')`);
    assert.deepEqual(
      browser.errors.filter((error) => !error.includes('https://catalogue.nodered.org/')),
      [],
    );
  });

  test('what a server calls destructive asks first, until its owner chooses otherwise', async () => {
    const type = 'jarvis-mcp';
    const id = await openForm(page, type);
    await page.fill(field(type, 'command'), process.execPath);
    await page.fill(field(type, 'args'), `"${path.join(__dirname, '../mcp-servers/desk-command.js')}"`);
    await page.click(`${dialog(type)}-ok`);
    await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
    await restarted(runtime, () => page.click('#red-ui-header-button-deploy'));
    await page.waitForSelector('#red-ui-header-button-deploy.disabled', LONG);
    await page.evaluate(`RED.editor.edit(RED.nodes.node('${id}'))`);
    const row = (name: string) => page.locator(`.jarvis-offered[data-name="${name}"]`);
    await page.waitForFunction(
      `$('.jarvis-offered[data-name="wipe"]').length > 0 || ($('#jarvis-offered-look:enabled').trigger('click'), false)`,
      undefined,
      { ...LONG, polling: 500 },
    );
    const kindOf = (name: string) => row(name).locator('select').inputValue();
    assert.deepEqual([await kindOf('wipe'), await kindOf('note'), await kindOf('add')], ['asks', 'acts', 'reads']);
    assert.equal(await row('wipe').locator('option[value="reads"]').isDisabled(), true);
    for (const name of ['wipe', 'note', 'add']) await row(name).locator('input').check();
    await row('note').locator('select').selectOption('asks');
    const allowed = async () =>
      JSON.parse(await page.inputValue(field(type, 'allowed'))) as { name: string; acts: boolean; asks: boolean }[];
    const rules = async () => (await allowed()).map(({ name, acts, asks }) => [name, acts, asks]);
    assert.deepEqual(await rules(), [
      ['add', false, false],
      ['note', true, true],
      ['wipe', true, true],
    ]);
    await row('wipe').locator('select').selectOption('acts');
    assert.deepEqual((await rules()).at(-1), ['wipe', true, false]);
    await closeForm(page, type, 'cancel');
  });
});
