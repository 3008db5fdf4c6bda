import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 60_000 };
const CATALOGUE = 'https://catalogue.nodered.org/';

let server: ScriptedModelServer;
let runtime: Runtime;
let satellite: Page;
let goOn: () => void;

before(async () => {
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  server = await startScriptedModelServer({
    speed: 'instant',
    answers: [
      { when: /poem/, answer: { text: ['Roses are red. ', held, '<b>Violets</b> are blue.'] } },
      { when: /morning/, answer: 'Good morning, sir.' },
    ],
  });
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  satellite = await openPage(runtime.url);
});
after(async () => {
  await satellite?.close();
  await runtime?.stop();
  await server?.close();
});

const say = (text: string) => satellite.send({ type: 'text', text });
const turnOf = (tab: Tab, text: string) => tab.locator('.wf-turns > li', { hasText: text });

function assertNoErrors({ errors, outside }: Browser): void {
  assert.deepEqual(
    errors.filter((error) => !error.includes(CATALOGUE)),
    [],
  );
  assert.deepEqual(
    [...outside].filter((host) => !CATALOGUE.includes(host)),
    [],
  );
}

describe('the sidebar of the editor', () => {
  let browser: Browser;
  let tab: Tab;
  before(async () => {
    browser = await openBrowser({ width: 1500, height: 950 });
    tab = browser.page;
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(runtime.url);
    await tab.waitForSelector('.red-ui-flow-node', LONG);
    await tab.waitForSelector('#red-ui-loading-progress', { state: 'hidden', ...LONG });
  });
  after(() => browser?.close());

  test('opens from its tab, and says what will be there', async () => {
    await tab.evaluate(`RED.sidebar.show('jarvis-turns')`);
    await tab.locator('.wf-empty', { hasText: 'Nothing has been said yet' }).waitFor(LONG);
  });

  test('a turn grows while it runs', async () => {
    say('recite a poem');
    const turn = turnOf(tab, 'recite a poem');
    await turn.locator('.wf-live').waitFor(LONG);
    await turn.locator('.wf-row[data-stage="model"] .wf-open-end').waitFor(LONG);
    goOn();
    await turn.locator('.wf-row[data-stage="first-sound"]').waitFor(LONG);
    await turn.locator('.wf-live').waitFor({ state: 'detached', ...LONG });
    await tab.locator('.wf-figures', { hasText: /First sound.*Model calls/s }).waitFor(LONG);
  });

  test('a bar shows what was decided, and selects its node on the canvas', async () => {
    const judge = tab.locator('.wf-row[data-stage="judge"]');
    await judge.click();
    await tab.locator('.wf-details', { hasText: 'It was typed.' }).waitFor(LONG);
    const selected = () => tab.evaluate(`RED.view.selection().nodes?.map(({ type }) => type)`);
    assert.deepEqual(await selected(), ['jarvis-judge']);
    // By the keyboard, too; it stays where it was.
    await tab.locator('.wf-row[data-stage="agent"]').focus();
    await tab.keyboard.press('Enter');
    await tab.locator('.wf-details', { hasText: 'Roses are red.' }).waitFor(LONG);
    assert.deepEqual(await selected(), ['jarvis-agent']);
    assert.equal(await tab.evaluate('document.activeElement.dataset.stage'), 'agent');
    await tab.keyboard.press('Enter');
    await tab.locator('.wf-details', { hasText: 'Roses are red.' }).waitFor({ state: 'detached', ...LONG });
  });

  test('a call shows its tokens, its prompt and its answer, as text', async () => {
    await tab.locator('.wf-row[data-stage="model"]').last().click();
    const details = tab.locator('.wf-details', { hasText: /Tokens: [\d,]+ in/ });
    await details.getByText(/^Prompt: \d+ messages/).click();
    await details.locator('pre', { hasText: 'recite a poem' }).waitFor({ state: 'visible', ...LONG });
    await details.locator('pre', { hasText: '<b>Violets</b>' }).first().waitFor(LONG);
    assert.equal(await tab.locator('.wf b').count(), 0);
  });

  test('all of it is copied as JSON', async () => {
    await tab.locator('.wf-copy').click();
    await tab.locator('.wf-tools [role="status"]', { hasText: 'Copied' }).waitFor(LONG);
    const copied = JSON.parse(await tab.evaluate<string>('navigator.clipboard.readText()'));
    assert.equal(copied.texts.heard, 'recite a poem');
    assert.ok(copied.spans.length > 5 && copied.decisions.length > 1);
    assert.match(JSON.stringify(copied.calls), /recite a poem/);
  });

  test('a newer turn opens by itself, unless this one is read or another was chosen', async () => {
    const read = turnOf(tab, 'recite a poem').locator('.wf-row[aria-expanded="true"]');
    assert.equal(await read.count(), 2);
    say('turn on the living room light');
    const meanwhile = turnOf(tab, 'turn on the living room light');
    await meanwhile.waitFor(LONG);
    await meanwhile.locator('.wf-live').waitFor({ state: 'detached', ...LONG });
    assert.equal(await meanwhile.locator('.wf-row').count(), 0);
    await read.first().click();
    await read.click();
    say('turn on the kitchen light');
    const command = turnOf(tab, 'turn on the kitchen light');
    await command.locator('.wf-row[data-stage="command"]').waitFor(LONG);
    await turnOf(tab, 'recite a poem').locator('.wf-turn').click();
    await turnOf(tab, 'recite a poem').locator('.wf-row').first().waitFor(LONG);
    say('good morning');
    await turnOf(tab, 'good morning').waitFor(LONG);
    assert.equal(await turnOf(tab, 'good morning').locator('.wf-row').count(), 0);
  });

  test('has no serious fault of accessibility', async () => {
    await turnOf(tab, 'good morning')
      .locator('.wf-live')
      .waitFor({ state: 'detached', ...LONG });
    await assertAccessible(tab, '.jarvis-turns');
    assertNoErrors(browser);
  });

  test('nothing is asked for while nobody looks', async () => {
    let asked = 0;
    tab.on('request', (request) => {
      if (request.url().includes('admin/trace')) asked++;
    });
    await tab.evaluate(`RED.sidebar.show('info')`);
    await tab.locator('.jarvis-turns').waitFor({ state: 'hidden', ...LONG });
    say('turn off the kitchen light');
    await satellite.sees('light.kitchen_light', 'off');
    assert.ok(asked <= 1, `${asked} requests`);
    await tab.evaluate(`RED.sidebar.show('jarvis-turns')`);
    await turnOf(tab, 'turn off the kitchen light').waitFor(LONG);
  });
});

for (const [width, locale, colorScheme, title] of [
  [1280, 'en-US', 'light', 'Where the time went'],
  [390, 'de', 'dark', 'Wo die Zeit blieb'],
] as const) {
  test(`the drawer of the page at ${width} pixels`, async (t) => {
    const browser = await openBrowser({ width, height: 820, locale });
    t.after(() => browser.close());
    const tab = browser.page;
    await tab.emulateMedia({ colorScheme });
    await tab.goto(`${runtime.url}/jarvis/`);
    const opener = tab.getByRole('button', { name: title });
    await opener.focus();
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog', { name: title }).waitFor(LONG);
    say('turn on the kitchen light');
    const command = turnOf(tab, 'turn on the kitchen light').first().locator('.wf-row[data-stage="command"]');
    await command.click();
    await tab.locator('.wf-details', { hasText: 'turn_on' }).waitFor(LONG);
    const link = await tab.locator('.wf-details a').getAttribute('href');
    assert.match(link ?? '', /^\/#node\/jarvis\d+$/);
    const isWide = `(() => { const list = document.querySelector('.turns-list'); return list.scrollWidth > list.clientWidth; })()`;
    assert.equal(await tab.evaluate(isWide), false, 'nothing stands out at the side');
    await tab.locator('.wf-live').waitFor({ state: 'detached', ...LONG });
    await assertAccessible(tab, '.turns-drawer');
    await tab.keyboard.press('Escape');
    await tab.locator('.turns-drawer').waitFor({ state: 'hidden', ...LONG });
    assert.equal(await tab.evaluate('document.activeElement.id'), 'turns-open');
    assertNoErrors(browser);
  });
}

test('whoever may not read has no button', async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  const asked: string[] = [];
  await browser.page.route('**/jarvis/admin/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 401, body: 'Unauthorized' });
  });
  await browser.page.goto(`${runtime.url}/jarvis/`);
  await browser.page.locator('#connection[data-state="open"]').waitFor(LONG);
  await until(() => asked.some((url) => url.endsWith('/status')), 'the page to ask');
  assert.equal(await browser.page.locator('#turns-open').count(), 0);
});
