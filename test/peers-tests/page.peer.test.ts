import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

const LIST = 'You **need**:\n- Milk\n- <img src=x onerror=alert(1)>\n\nSee [the shop](https://example.com/eggs).';
const SIZES = [
  [1280, 900],
  [390, 844],
  [320, 568],
] as const;
const QUESTION = 'Shall I really unlock the front door?';

describe('the page as a chat, in Chromium, below roots of its own', () => {
  let runtime: Runtime;
  let model: ScriptedModelServer;
  let browser: Browser;

  before(async () => {
    model = await startScriptedModelServer({ speed: 'instant', answers: [{ answer: LIST }] });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: model.url },
      settings: { httpNodeRoot: '/rooms', httpAdminRoot: '/' },
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await runtime?.stop();
    await model?.close();
  });
  beforeEach(async () => {
    await browser.page.setViewportSize({ width: 1280, height: 900 });
    await open();
  });
  afterEach(() => {
    assert.deepEqual(browser.errors, []);
    assert.deepEqual([...browser.outside], []);
  });

  const open = async () => {
    await browser.page.goto(`${runtime.url}/rooms/jarvis/`);
    await browser.page.waitForSelector('#connection[data-state="open"]');
    await browser.page.waitForSelector('[data-entity="light.kitchen_light"]');
  };
  const replies = () => browser.page.locator('.line[data-kind="reply"][data-last]').count();
  const say = async (text: string) => {
    const before = await replies();
    await browser.page.fill('#say', text);
    await browser.page.press('#say', 'Enter');
    await until(async () => (await replies()) > before, `an answer to "${text}"`);
  };
  const lock = () => browser.page.getAttribute('[data-entity="lock.front_door"]', 'data-state');
  const lastHeard = () => browser.page.locator('.line[data-kind="heard"] .bubble').last().innerText();
  const ask = async () => {
    await say('unlock the front door');
    await browser.page.waitForSelector('#answer-yes');
    assert.equal(await browser.page.locator('.line[data-kind="reply"] .bubble').last().innerText(), QUESTION);
  };

  for (const [width, height] of SIZES) {
    test(`an answer, and a question with its buttons, are in view at ${width} px, wherever the house was scrolled to`, async () => {
      const { page } = browser;
      await page.setViewportSize({ width, height });
      await page.locator('[data-entity]').last().scrollIntoViewIfNeeded();
      await ask();
      for (const name of ['.line[data-kind="reply"]', '#answer-yes', '#answer-no', '#say', '#mic']) {
        const box = await page.locator(name).last().boundingBox();
        assert.ok(
          box && box.x >= 0 && box.x + box.width <= width,
          `${name} is within ${width}: ${JSON.stringify(box)}`,
        );
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${name} is within ${height}: ${JSON.stringify(box)}`);
        const isOnTop = await page
          .locator(name)
          .last()
          .evaluate((element) => {
            const { x, y, width: w, height: h } = element.getBoundingClientRect();
            const hit = document.elementFromPoint(x + w / 2, y + h / 2);
            return hit !== null && element.contains(hit);
          });
        assert.ok(isOnTop, `${name} is covered`);
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      await say('no');
      await page.waitForSelector('#answer-yes', { state: 'detached' });
    });
  }

  test('a tap on No leaves the door locked, one on Yes opens it, and both are words of the conversation', async () => {
    const { page } = browser;
    await ask();
    await page.click('#answer-no');
    await page.waitForSelector('#answer-no', { state: 'detached' });
    await until(async () => (await lastHeard()) === 'No', 'the no among the words');
    assert.equal(await lock(), 'locked');
    await ask();
    await page.locator('#answer-yes').focus();
    await page.keyboard.press('Enter');
    await until(async () => (await lock()) === 'unlocked', 'the open door');
    assert.equal(await lastHeard(), 'Yes');
    assert.equal(await page.locator('#answer-yes').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.id'), 'messages');
    await say('lock the front door');
    await until(async () => (await lock()) === 'locked', 'the locked door');
  });

  test('a reply is shown with its list and its link, and nothing in it is HTML', async () => {
    const { page } = browser;
    await say('what do I need for a cake?');
    const bubble = page.locator('.line[data-kind="reply"] .bubble').last();
    await until(async () => (await bubble.locator('a').count()) === 1, 'the link');
    assert.equal(await bubble.locator('strong').innerText(), 'need');
    assert.deepEqual(await bubble.locator('ul > li').allInnerTexts(), ['Milk', '<img src=x onerror=alert(1)>']);
    assert.equal(await bubble.locator('img').count(), 0);
    const link = bubble.locator('a');
    assert.deepEqual(
      [await link.getAttribute('href'), await link.getAttribute('rel')],
      ['https://example.com/eggs', 'noopener noreferrer'],
    );
  });

  test('the conversation is there after a reload, and what was erased of it is not', async () => {
    const { page } = browser;
    await say('turn on the hall light');
    const before = await page.locator('.line[data-kind] .bubble').allInnerTexts();
    assert.ok(before.length >= 2);
    await open();
    await until(async () => (await page.locator('.line').count()) > 0, 'the conversation');
    assert.deepEqual((await page.locator('.line[data-kind] .bubble').allInnerTexts()).slice(-2), before.slice(-2));
    const erased = await fetch(`${runtime.url}/jarvis/admin/memory/forget`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ matching: 'hall light', confirm: 'forget' }),
    });
    assert.equal(erased.status, 200, await erased.text());
    await open();
    await page.waitForSelector('.suggestions, .line');
    assert.doesNotMatch(await page.locator('jarvis-conversation').innerText(), /hall light/);
  });

  test('timers of the room are counted down in view, for everybody, and end by their button or the keyboard', async () => {
    const { page } = browser;
    const timers = page.locator('.timer');
    const left = (name: string) => timers.filter({ hasText: name }).locator('small').innerText();
    await say('set a ten minute timer for pizza');
    await say('wake me at seven');
    await until(async () => (await timers.count()) === 2, 'both');
    const before = await left('Pizza');
    assert.match(before, /^(10:00|09:\d\d)$/);
    await until(async () => (await left('Pizza')) !== before, 'the countdown');
    assert.match(await left('Alarm'), /7:00/);
    await say('pause the pizza timer');
    await until(async () => /^09:\d\d, paused$/.test(await left('Pizza')), 'the pause');
    for (const [width, height] of SIZES) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await assertAccessible(page);
        for (const name of ['.timer button', '#say', '#mic']) {
          const box = await page.locator(name).first().boundingBox();
          assert.ok(
            box && box.y >= 0 && box.y + box.height <= height,
            `${name} is within ${width} × ${height}: ${JSON.stringify(box)}`,
          );
        }
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await open();
    await until(async () => (await timers.count()) === 2, 'both after a reload');
    await page.getByRole('button', { name: 'Cancel: Alarm' }).click();
    await until(async () => (await timers.count()) === 1, 'the alarm to go');
    await page.getByRole('button', { name: 'Cancel: Pizza timer' }).focus();
    await page.keyboard.press('Enter');
    await until(async () => (await timers.count()) === 0, 'the timer to go');
    assert.equal(await page.evaluate('document.activeElement.localName'), 'jarvis-timers');
    await say('set a timer for one second');
    await page.getByRole('button', { name: /^Stop: / }).click();
    await until(async () => (await timers.count()) === 0, 'silence');
  });

  test('another browser by the same name sees none of it', async () => {
    await say('what is on?');
    const site = await browser.page.evaluate<string>('localStorage.getItem("jarvis-site")');
    await browser.page.goto('about:blank');
    const other = await openBrowser();
    try {
      await other.page.addInitScript(`localStorage.setItem('jarvis-site', '${site}')`);
      await other.page.goto(`${runtime.url}/rooms/jarvis/`);
      await other.page.waitForSelector('#connection[data-state="open"]');
      await other.page.waitForSelector('[data-entity="light.kitchen_light"]');
      assert.equal(await other.page.locator('.line').count(), 0);
    } finally {
      await other.close();
    }
  });

  test('↑ brings back what was said, ↓ what was being typed; a message is said again and copied by its buttons', async () => {
    const { page } = browser;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await say('turn on the hall light');
    await say('what is on?');
    await page.fill('#say', 'half a');
    await page.focus('#say');
    const shown: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      shown.push(await page.inputValue('#say'));
    }
    assert.deepEqual(shown, ['what is on?', 'turn on the hall light', 'what is on?', 'half a']);
    const [count, said] = [await replies(), page.locator('.line[data-kind="heard"]')];
    await said.last().getByRole('button', { name: 'Say it again' }).click();
    await until(async () => (await replies()) > count, 'another answer');
    assert.equal(await lastHeard(), 'what is on?');
    const answer = page.locator('.line[data-kind="reply"]').last();
    await answer.getByRole('button', { name: 'Copy' }).click();
    await answer.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), await answer.locator('.bubble').innerText());
  });

  test('what one could say stays a tap away', async () => {
    const { page } = browser;
    await say('what is on?');
    assert.equal(await page.locator('[data-suggestion]').count(), 0);
    await page.click('#idea');
    assert.equal(await page.locator('[data-suggestion]').count(), 4);
    const count = await replies();
    await page.locator('[data-suggestion]').first().click();
    await until(async () => (await replies()) > count, 'the answer to a suggestion');
    assert.equal(await lastHeard(), 'Turn on the kitchen light');
    assert.equal(await page.locator('#ideas').count(), 0);
  });

  test('links lead to the memory page and the editor, which are there', async () => {
    const { page } = browser;
    const links = page.getByRole('navigation', { name: 'Other pages' }).getByRole('link');
    await until(async () => (await links.count()) === 2, 'the links');
    await links.filter({ hasText: 'Memory' }).click();
    await page.waitForSelector('memory-page .tabs');
    assert.equal(await page.locator('memory-page [data-level="error"]').count(), 0);
    await until(async () => (await links.count()) === 2, 'the links of the memory page');
    await links.filter({ hasText: 'Jarvis' }).click();
    await page.waitForSelector('#say');
    const editor = await fetch(
      new URL((await links.filter({ hasText: 'Flow' }).getAttribute('href')) ?? '', page.url()),
    );
    assert.match(await editor.text(), /red-ui-editor/);
  });

  test('the browser can install it: a manifest and its icons, below any root', async () => {
    const session = await browser.page.context().newCDPSession(browser.page);
    const { url, errors } = await session.send('Page.getAppManifest');
    assert.equal(new URL(url).pathname, '/rooms/jarvis/manifest.webmanifest');
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    );
    await session.detach();
  });
});
