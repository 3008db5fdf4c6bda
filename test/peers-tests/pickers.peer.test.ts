import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Catalogue } from '../../lib/home/catalogue.js';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { trayHasCome } from '../editor-tray.js';
import { type Runtime, startRuntime } from '../runtime.js';

/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 20_000 };
const MARKUP = '<img src=x onerror="window.hurt=true">';
const NOTHING: Catalogue = {
  ...{ areas: [], floors: [], labels: [], devices: [], entities: [], speakers: [], services: [] },
};

let runtime: Runtime;
let browser: Browser;
let page: Page;
before(async () => {
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
  browser = await openBrowser({ width: 1280, height: 900 });
  page = browser.page;
  await page.goto(runtime.url);
  await page.waitForSelector('.red-ui-flow-node', LONG);
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', ...LONG });
});
after(async () => {
  await browser?.close();
  await runtime?.stop();
});
afterEach(async () => {
  await page.unrouteAll();
  await page.evaluate(`$('.red-ui-tray').length && $('#node-dialog-cancel, #node-config-dialog-cancel').click()`);
  await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
  const ours = browser.errors.filter((error) => !/catalogue\.nodered\.org|status of 4/.test(error));
  browser.errors.length = 0;
  assert.deepEqual(ours, []);
  assert.equal(await page.evaluate('window.hurt'), undefined);
});

const OK = '#node-config-dialog-ok:visible, #node-dialog-ok:visible';

/** Opens the form of the flow's node of a type. @returns its id */
async function openForm(type: string): Promise<string> {
  const id = await page.evaluate<string>(`(() => {
    let config;
    RED.nodes.eachConfig((one) => { if (one.type === '${type}') config = one; });
    if (config) RED.editor.editConfig('', config.type, config.id);
    else RED.editor.edit(config = RED.nodes.filterNodes({ type: '${type}' })[0]);
    return config.id;
  })()`);
  await page.waitForSelector(OK, LONG);
  await trayHasCome(page);
  return id;
}

async function save(): Promise<void> {
  await page.click(OK);
  await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
}

const saved = (id: string, property: string) => page.evaluate(`RED.nodes.node('${id}')['${property}']`);
const offered = () => page.locator('.jarvis-menu .jarvis-choice-name').allTextContents();
const ready = (selector: string) => page.waitForSelector(`${selector} + .jarvis-choose:enabled`, LONG);
/** The line below a field. */
const line = (selector: string, hasText: string | RegExp) =>
  page.locator(selector).locator('xpath=..').locator('.jarvis-note').filter({ hasText }).waitFor(LONG);

/** Answers for the house in the runtime's place. */
const houseIs = (house: Partial<Catalogue>) =>
  page.route('**/jarvis/admin/house/**', (route) => route.fulfill({ json: { ...NOTHING, ...house } }));

describe('what Home Assistant knows is picked', () => {
  const always = '#node-config-input-askAlways';

  test('by words of its name, with the keyboard alone; id and room stand beneath', async () => {
    await openForm('jarvis-home');
    await ready(always);
    await page.locator(always).focus();
    await page.keyboard.type('hall front');
    await page.waitForSelector(`${always}[aria-expanded=true]`, LONG);
    assert.deepEqual(await offered(), ['Front Door', 'Front Door Contact']);
    assert.equal(await page.locator('.jarvis-menu small').first().textContent(), 'Hall · lock.front_door');
    await page.keyboard.press('ArrowDown');
    const active = await page.getAttribute(always, 'aria-activedescendant');
    assert.equal(await page.getAttribute('.jarvis-menu .jarvis-active', 'id'), active);
    assert.equal(await page.getAttribute(always, 'aria-controls'), await page.getAttribute('.jarvis-menu ul', 'id'));
    await assertAccessible(page, '.jarvis-menu');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue(always), 'lock.front_door');
    await line(always, 'Front Door');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.jarvis-menu', { state: 'detached', ...LONG });
    await page.waitForSelector(`${always}[aria-expanded=false]`, LONG);
  });

  test('several, and one of them taken out again; saved and opened again', async () => {
    const id = await openForm('jarvis-home');
    await ready(always);
    await page.locator(always).focus();
    for (const words of ['front', ', garden']) {
      await page.keyboard.press('End');
      await page.keyboard.type(words);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    assert.equal(await page.inputValue(always), 'lock.front_door, garden');
    await page.locator('.jarvis-menu li', { hasText: 'light.kitchen_light' }).click();
    assert.equal(await page.inputValue(always), 'lock.front_door, garden, light.kitchen_light');
    assert.equal(await page.locator('.jarvis-menu [aria-selected=true]').count(), 3);
    await page.locator('.jarvis-menu li', { hasText: 'lock.front_door' }).click();
    await page.keyboard.press('Escape');
    await save();
    assert.equal(await saved(id, 'askAlways'), 'garden, light.kitchen_light');
    await openForm('jarvis-home');
    await line(always, 'Garden · Kitchen Light');
    assert.equal(await page.inputValue(always), 'garden, light.kitchen_light');
  });

  test('what is typed and not known now is kept, and said; variables and patterns are left alone', async () => {
    const id = await openForm('jarvis-home');
    await ready(always);
    await page.locator(always).focus();
    await page.fill(always, '');
    const typed = `cover.old_gate, \${DOORS}, script.*awning*, Attic`;
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
    assert.equal(await page.inputValue(always), typed);
    await line(always, /^not known now: cover\.old_gate, Attic$/);
    await save();
    assert.equal(await saved(id, 'askAlways'), typed);
    await openForm('jarvis-home');
    assert.equal(await page.inputValue(always), typed);
  });

  test('Enter with nothing chosen, and Escape, leave what is typed and the form', async () => {
    await openForm('jarvis-home');
    await ready(always);
    await page.fill(always, 'kitchen');
    await page.waitForSelector('.jarvis-menu', LONG);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' ');
    await page.waitForSelector('.jarvis-menu', LONG);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.jarvis-menu', { state: 'detached', ...LONG });
    assert.equal(await page.inputValue(always), 'kitchen');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.jarvis-menu', LONG);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
    assert.equal(await page.locator('.jarvis-menu').count(), 0);
  });

  test('labels, devices, phones and services; names are text, whatever they are', async () => {
    await houseIs({
      areas: [{ id: 'hall', name: MARKUP, floor: MARKUP }],
      labels: [{ id: 'safe', name: 'Safe' }],
      devices: [{ id: 'd', name: 'Gate', area: 'hall', entities: ['cover.gate', 'lock.gate'] }],
      entities: [{ id: 'lock.gate', name: MARKUP, area: 'hall' }],
      services: [
        { id: 'notify.mobile_app_anna', name: 'Notify' },
        { id: 'vacuum.locate', name: MARKUP },
      ],
    });
    await openForm('jarvis-home');
    await ready(always);
    await page.fill(always, '');
    await page.click(`${always} + .jarvis-choose`);
    assert.deepEqual(await offered(), [MARKUP, 'Safe', 'Gate', MARKUP]);
    for (const choice of ['Safe', 'Gate']) {
      await page.locator('.jarvis-menu li', { hasText: choice }).first().click();
    }
    assert.equal(await page.inputValue(always), 'Safe, cover.gate, lock.gate');
    await line(always, MARKUP);
    await page.keyboard.press('Escape');
    const phones = '#node-config-input-phones';
    await page.click(`${phones} + .jarvis-choose`);
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue(phones), 'mobile_app_anna');
    await page.keyboard.press('Escape');
    const services = '#node-config-input-services';
    await page.locator(services).focus();
    await page.keyboard.type('locate');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue(services), 'vacuum.locate');
  });

  test('one of many: the rest is found by typing', async () => {
    const entities = Array.from({ length: 2000 }, (_, n) => ({ id: `light.n${n}`, name: `Lámp ${n}` }));
    await houseIs({ entities });
    await openForm('jarvis-home');
    await ready(always);
    await page.fill(always, '');
    await page.click(`${always} + .jarvis-choose`);
    assert.equal((await offered()).length, 100);
    await page.locator('.jarvis-more', { hasText: 'and 1900 more' }).waitFor(LONG);
    await page.keyboard.type('lamp 1234');
    assert.deepEqual(await offered(), ['Lámp 1234']);
  });

  test('speakers of the house that is chosen', async () => {
    const speakers = [
      { id: 'media_player.tv', name: 'Television' },
      { id: 'tts.piper', name: 'Piper' },
    ];
    await houseIs({ speakers });
    await page.route('**/jarvis/admin/house', (route) => route.fulfill({ json: { ...NOTHING, speakers } }));
    await openForm('jarvis-voice');
    await page.selectOption('#node-config-input-tts', 'home-assistant');
    for (const [name, id] of [
      ['player', 'media_player.tv'],
      ['ttsEngine', 'tts.piper'],
    ] as const) {
      const selector = `#node-config-input-${name}`;
      await ready(selector);
      await page.locator(selector).focus();
      await page.keyboard.press('ArrowDown');
      assert.equal((await offered()).length, 1);
      await page.keyboard.press('Enter');
      assert.equal(await page.inputValue(selector), id);
    }
  });

  test('a house that is not there is said to be, and everything can be typed', async () => {
    const message = 'Home Assistant at http://x did not answer.';
    await page.route('**/jarvis/admin/house/**', (route) => route.fulfill({ status: 400, json: { message } }));
    await openForm('jarvis-home');
    const phones = '#node-config-input-phones';
    await line(phones, message);
    await page.fill(phones, 'mobile_app_ben');
    assert.equal(await page.locator('.jarvis-menu').count(), 0);
    assert.ok(await page.locator(`${phones} + .jarvis-choose`).isDisabled());
    assert.equal(await page.inputValue(phones), 'mobile_app_ben');
  });

  test('names for a list of sentences go where the cursor is', async () => {
    await page.evaluate(`RED.nodes.import([{ id: 'passing', type: 'jarvis-sentence', z: RED.workspaces.active(),
      x: 300, y: 560, wires: [], name: '', templates: 'go {where}', lists: 'where:\\nmood: calm', language: '' }])`);
    await openForm('jarvis-sentence');
    const [lists, add] = ['#node-input-lists', '#jarvis-sentence-add'];
    await ready(add);
    await page.evaluate(`$('${lists}').get(0).setSelectionRange(2, 2)`);
    for (const words of ['garden', 'kitchen']) {
      await page.locator(add).focus();
      await page.keyboard.type(words);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    assert.equal(await page.inputValue(lists), 'where: Garden, Kitchen\nmood: calm');
    assert.equal(await page.inputValue(add), '');
    await save();
    await page.evaluate(`RED.nodes.remove('passing')`);
  });

  test('a Wyoming server that was found, and a voice of it', async () => {
    const hall = { kind: 'esphome', name: 'Hall', address: 'esphome://192.168.1.20:6053' };
    const piper = { kind: 'wyoming', name: MARKUP, address: 'wyoming://192.168.1.30:10200' };
    await page.route('**/jarvis/admin/satellites/found', (route) => route.fulfill({ json: [hall, piper] }));
    await page.route('**/jarvis/admin/choices', (route) => {
      const { of, url } = route.request().postDataJSON();
      const choices = of === 'wyomingVoices' && url === 'tcp://192.168.1.30:10200' ? ['anna', 'bob'] : [];
      return route.fulfill({ json: { choices, why: '' } });
    });
    await page.evaluate(`RED.nodes.import([{ id: 'passing', type: 'wyoming-tts', z: RED.workspaces.active(),
      x: 300, y: 560, wires: [], name: '', server: 'tcp://127.0.0.1:10200', voice: '', speaker: '', language: '' }])`);
    await openForm('wyoming-tts');
    const [server, voice] = ['#node-input-server', '#node-input-voice'];
    await line(voice, 'this server tells no voices');
    await page.click(`${server} + .jarvis-choose:enabled`);
    assert.deepEqual(await offered(), [MARKUP]);
    await page.locator('.jarvis-menu li').first().click();
    assert.equal(await page.inputValue(server), 'tcp://192.168.1.30:10200');
    await page.keyboard.press('Tab');
    await ready(voice);
    await page.locator(voice).focus();
    await page.keyboard.type('bo');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await save();
    assert.deepEqual(
      [await saved('passing', 'server'), await saved('passing', 'voice')],
      ['tcp://192.168.1.30:10200', 'bob'],
    );
    await page.evaluate(`RED.nodes.remove('passing')`);
  });
});
