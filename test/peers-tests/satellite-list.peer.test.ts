import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wavOf } from '../../lib/audio/wav.js';
import type { SatelliteList, SiteReport } from '../../lib/satellites/list-types.js';
import { tone } from '../../lib/satellites/room.test.helper.js';
import { assertAccessible } from '../axe.js';
import { type Browser, openBrowser } from '../browser.js';
import { trayHasCome } from '../editor-tray.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { until } from '../until.js';

/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 20_000 };
const MARKUP = '<img src=x onerror="window.hurt=true"> $t(live.title) __site__';
const LIVE = '.red-ui-tray #jarvis-live';
const FRAME = 'hermes/audioServer/kitchen/audioFrame';

let runtime: Runtime;
let browser: Browser;
let page: Page;
let satellite: Satellite;
before(async () => {
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
  satellite = await openSatellite(runtime.mqttPort);
  browser = await openBrowser({ width: 1280, height: 900 });
  page = browser.page;
  await page.goto(runtime.url);
  await page.waitForSelector('.red-ui-flow-node', LONG);
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', ...LONG });
  await page.evaluate(`document.body.style.height = '100vh'`);
});
after(async () => {
  await browser?.close();
  await satellite?.close();
  await runtime?.stop();
});

async function openForm(): Promise<void> {
  await page.evaluate(`(() => {
    let found;
    RED.nodes.eachConfig((one) => { if (one.type === 'jarvis-satellites') found = one; });
    RED.editor.editConfig('', found.type, found.id);
  })()`);
  await page.waitForSelector('#node-config-dialog-ok', { state: 'visible', ...LONG });
  await trayHasCome(page);
}

async function closeForm(): Promise<void> {
  await page.click('#node-config-dialog-cancel');
  await page.waitForSelector('.red-ui-tray', { state: 'detached', ...LONG });
}

const line = (hasText: string) => page.locator(`${LIVE} > ul > li`).filter({ hasText });
const speak = () => satellite.say(FRAME, wavOf({ samples: tone(0.1, 0.5), rate: 16_000 }));

describe('the satellites in their form', () => {
  test('a satellite appears with its level, is tested, and plays back what it heard', async () => {
    await openForm();
    const showsLevel = async () => {
      await speak();
      return (await line('kitchen').locator('.jarvis-live-decibels').allTextContents())[0] === '-23 dB';
    };
    await until(showsLevel, 'the level');
    assert.equal(
      await line('kitchen')
        .locator('meter')
        .evaluate((meter) => (meter as unknown as { value: number }).value),
      -23,
    );
    await line('kitchen').getByRole('button').click();
    await line('kitchen').filter({ hasText: 'speak for three seconds' }).waitFor(LONG);
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen')).id);
    let answered = 1;
    const echoed = async () => {
      await speak();
      // It comes in pieces, each when the one before was played.
      if (satellite.sounds('kitchen') > answered)
        await satellite.played('kitchen', (await satellite.hearsSound('kitchen', ++answered)).id);
      return (await line('kitchen').filter({ hasText: 'Good (-23 dB).' }).count()) > 0;
    };
    await until(echoed, 'the verdict after the echo');
    assert.ok(answered > 1);
    await closeForm();
  });

  test('the self-test tells every stage', async () => {
    await openForm();
    await page.getByRole('button', { name: 'Self-test' }).click();
    const stages = page.locator(`${LIVE} .jarvis-stages li`);
    await stages
      .filter({ hasText: 'Model server: failed' })
      .filter({ hasText: '127.0.0.1:9' })
      .waitFor({ timeout: 120_000 });
    await stages.filter({ hasText: 'Broker: works' }).waitFor(LONG);
    await closeForm();
  });

  test('every kind and every trouble can be read by everybody; words of others stay words', async () => {
    const at = Date.now();
    const site = (id: string, via: SiteReport['via'], more: Partial<SiteReport> = {}): SiteReport => ({
      ...{ id, via, health: 'connected', lastSeen: at, stage: 'idle', ...more },
    });
    const sites = [
      site('den', 'esphome', {
        health: 'failed',
        problem: 'The satellite "den" (192.168.1.20:6053) can\'t be used: wrong key.',
      }),
      site('kitchen', 'mqtt', { area: 'Kitchen', level: -23, heard: { at, text: MARKUP } }),
      site('hall', 'wyoming', { level: -64, dropped: { at, why: 'elsewhere', detail: 'kitchen' } }),
      site('browser-1f3c', 'browser', { area: 'Office', dropped: { at, why: 'noise' }, deaf: true }),
      site('attic', 'mqtt', { health: 'silent' }),
      site('new', 'mqtt', { health: 'waiting', lastSeen: 0 }),
      site('assist-12ab', 'assist', { heard: { at, text: 'how warm is it?' } }),
    ];
    let asked = 0;
    await page.clock.install();
    await page.route('**/jarvis/admin/satellites/*', (route) => {
      asked++;
      return route.fulfill({ json: { broker: { state: 'connected', detail: '' }, sites } satisfies SatelliteList });
    });
    await openForm();
    await line('kitchen').filter({ hasText: MARKUP }).waitFor(LONG);
    assert.deepEqual(
      await page
        .locator(`${LIVE} .jarvis-live-about`)
        .allTextContents()
        .then((all) => all.slice(0, 4)),
      ['ESPHome · not connected', 'MQTT · connected', 'Wyoming · connected', 'browser · microphone off'],
    );
    await line('hall').filter({ hasText: 'another satellite heard it better (kitchen)' }).waitFor(LONG);
    assert.equal(await line('assist-12ab').getByRole('button').isVisible(), false);
    await assertAccessible(page, LIVE);
    await page.screenshot({ path: process.env['LIVE_SCREENSHOT'] ?? '/dev/null', type: 'png' });
    assert.equal(await page.evaluate('window.hurt'), undefined);
    await closeForm();
    // Where nobody looks, nothing is asked, whatever time passes.
    const before = asked;
    await page.clock.runFor(30_000);
    await page.evaluate(`$.getJSON('jarvis/admin/status')`);
    assert.equal(asked, before);
    await page.unrouteAll();
    assert.deepEqual(
      browser.errors.filter((error) => !error.includes('https://catalogue.nodered.org/')),
      [],
    );
  });
});
