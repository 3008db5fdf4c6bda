import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { fillMemory } from '../filled-memory.js';
import { type Runtime, startRuntime } from '../runtime.js';

const WIDTHS = [1280, 390, 320];
const SCHEMES = ['light', 'dark'] as const;
const TABS = ['search', 'diary', 'graph', 'facts', 'turns', 'history', 'care'];
/** A folder that pictures of everything looked at are put into, for a person's eyes. */
const PICTURES = process.env['JARVIS_TEST_PICTURES'];

/** One control that the Tab key came to. */
interface Stop {
  /** Its place among the page's controls; -1 for one that isn't among them. */
  place: number;
  label: string;
  /** It looks otherwise than without the focus. */
  seen: boolean;
  /** Something else lies over its middle, or it is out of sight. */
  hidden: boolean;
}

const CONTROLS = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
  (control) =>
    control.tabIndex >= 0 && !control.disabled && control.checkVisibility({ visibilityProperty: true }) &&
    (!document.querySelector('dialog[open]') || control.closest('dialog[open]')),
)`;

/** Defines what the walk asks in the page: how a control looks, and how each one looks without the focus. */
const BEFORE = `window.lookOf = (control) =>
  [control, control.parentElement, ...control.querySelectorAll('*')]
    .map((element) => getComputedStyle(element))
    .map(({ outline, boxShadow, stroke, strokeWidth, fill }) => [outline, boxShadow, stroke, strokeWidth, fill].join())
    .join();
window.unfocused = new Map(${CONTROLS}.map((control) => [control, lookOf(control)]));`;

/** Asked once the browser has scrolled to what has the focus, which takes it a frame. */
const HERE = `(async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const control = document.activeElement;
  if (control === document.body) return undefined;
  const box = control.getBoundingClientRect();
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    place: ${CONTROLS}.indexOf(control),
    label: (control.ariaLabel || control.labels?.[0]?.innerText || control.textContent || control.id).trim().split("\\n")[0],
    seen: lookOf(control) !== unfocused.get(control),
    hidden: !over || !(control.contains(over) || over.contains(control) || over.closest('label')?.control === control),
  };
})()`;

/** Presses Tab from the top of the page until it is left, and asserts that every control was come to, in order and in sight. */
async function walk(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, 0)');
  await page.mouse.click(1, 1);
  await page.evaluate(BEFORE);
  const controls = await page.evaluate<number>('unfocused.size');
  assert.ok(controls > 3, `${page.url()} has ${controls} controls`);
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | undefined>(HERE);
    if (!stop || stops.length > controls) break;
    // A date is one control with several fields.
    if (stop.place !== stops.at(-1)?.place) stops.push(stop);
  }
  const way = stops.map(({ label }) => label).join(' | ');
  const wrong = [
    ...stops.filter(({ seen }) => !seen).map(({ label }) => `the focus isn't seen on "${label}"`),
    ...stops.filter(({ hidden }) => hidden).map(({ label }) => `something hides "${label}"`),
    ...stops.filter(({ place }, n) => place !== n).map(({ label }) => `"${label}" comes out of order`),
  ];
  assert.deepEqual(wrong, [], `the way was ${way}`);
  assert.equal(stops.length, controls, `every control is come to, of which ${way} were`);
}

/** Asserts that the open dialog keeps the focus, and gives it back to what had it once Escape closes it. */
async function dialogKeepsFocus(page: Page, opener: string): Promise<void> {
  await page.waitForSelector('dialog[open]');
  await assertAccessible(page);
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // Beyond the last button comes the browser itself, which no page holds back.
    const where = await page.evaluate(
      `document.activeElement === document.body || Boolean(document.activeElement.closest('dialog[open]'))`,
    );
    assert.ok(where, `${key} left the dialog`);
  }
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await page.waitForFunction(`document.activeElement.matches(${JSON.stringify(opener)})`);
}

describe('both pages for everybody', () => {
  let data: string;
  let runtime: Runtime;
  let browser: Browser;
  let page: Page;
  before(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'jarvis-accessibility-'));
    await fillMemory(path.join(data, 'jarvis.db'));
    runtime = await startRuntime({ env: { JARVIS_DATA: data, JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    browser = await openBrowser();
    page = browser.page;
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  after(async () => {
    await browser?.close();
    await runtime?.stop();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => {
    assert.deepEqual(browser.errors, []);
  });

  /** Asserts of what is shown that it is accessible and no wider than the screen, in every width and scheme. */
  async function everywhere(name: string): Promise<void> {
    const wrong: string[] = [];
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const as = `${name} at ${width} px, ${colorScheme}`;
        await assertAccessible(page).catch(({ message }) => wrong.push(`${as}: ${message}`));
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > width) wrong.push(`${as}: ${wide} px wide`);
        if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual(wrong, []);
  }

  describe('the page', () => {
    before(async () => {
      await page.goto(`${runtime.url}/jarvis/`);
      await page.waitForSelector('#connection[data-state="open"]');
      await page.waitForSelector('[data-entity="light.kitchen_light"]');
    });

    test('fresh', () => everywhere('page'));

    test('with a dialogue', async () => {
      await page.fill('#say', 'turn on the kitchen light');
      await page.press('#say', 'Enter');
      await page.waitForSelector('.line[data-kind="reply"]');
      await page.waitForSelector('#stage[data-stage="idle"]');
      await everywhere('page-dialogue');
    });

    for (const width of WIDTHS) {
      test(`by keyboard at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await walk(page);
      });
    }

    test('a question keeps the focus and gives it back', async () => {
      const lock = '[data-entity="lock.front_door"] button.tile-tap';
      await page.focus(lock);
      await page.keyboard.press('Enter');
      await dialogKeepsFocus(page, lock);
    });
  });

  describe('the memory page', () => {
    for (const tab of TABS) {
      test(tab, async () => {
        await page.goto(`${runtime.url}/jarvis/memory.html#${tab}`);
        await page.waitForSelector(`.tabs [aria-current][href="#${tab}"]`);
        await page.waitForLoadState('networkidle');
        await everywhere(`memory-${tab}`);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.reload({ waitUntil: 'networkidle' });
          await page.waitForSelector(`.tabs [aria-current][href="#${tab}"]`);
          await walk(page);
        }
      });
    }

    test('a question keeps the focus and gives it back', async () => {
      await page.goto(`${runtime.url}/jarvis/memory.html#search`);
      const forget = page.locator('#results button', { hasText: 'Forget' }).first();
      await forget.focus();
      await page.keyboard.press('Enter');
      await dialogKeepsFocus(page, '#results li:first-child button');
    });
  });
});
