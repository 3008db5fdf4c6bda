import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { levelOf } from '../../lib/audio/level.js';
import { parseWav } from '../../lib/audio/wav.js';
import { type Browser, type Loudspeaker, listenTo, openBrowser, openTape, type Tape } from '../browser.js';
import { freePort } from '../free-port.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { peer, until } from './peers.js';
import { transcriptOf } from './transcript.js';

/** What the newcomer has: this package, one Whisper model, no Home Assistant, no model server. */
const newcomer = async (port: number) => {
  const runtime = await startRuntime({
    port,
    // The tape says its sentence again to whoever opens the microphone: nobody listens on after a reply.
    change: (nodes) => nodes.map((node) => (node.type === 'jarvis-satellite-out' ? { ...node, listenOn: '0' } : node)),
    env: {
      JARVIS_STT: 'whisper',
      JARVIS_STT_MODEL: path.resolve(peer('JARVIS_TEST_MODELS'), 'whisper-base'),
      JARVIS_MODEL_URL: 'http://127.0.0.1:9',
    },
  });
  await runtime.warm();
  return runtime;
};

/** Milliseconds; it only ends a test that would hang. */
const LONG = { timeout: 120_000 };
const lamp = (state: 'on' | 'off') => `[data-entity="light.kitchen_light"][data-state="${state}"]`;

describe('the page in Chromium, with nothing but this package and a Whisper model', () => {
  let port: number;
  let runtime: Runtime;
  let tape: Tape;
  let browser: Browser;
  let loudspeaker: Loudspeaker;
  /** Ids of the sounds that the page has told the server it has played. */
  const played: string[] = [];
  /** Sound that came over the page's sockets. */
  let received = Buffer.alloc(0);

  before(async () => {
    port = await freePort();
    runtime = await newcomer(port);
    tape = openTape(peer('SAY'));
    await tape.record('Testing.');
    browser = await openBrowser({ microphone: tape.file });
    loudspeaker = await listenTo(browser.page);
    browser.page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') received = Buffer.concat([received, payload]);
      });
      socket.on('framesent', ({ payload }) => {
        const id = typeof payload === 'string' ? /"type":"played","id":"([^"]+)"/.exec(payload)?.[1] : undefined;
        if (id) played.push(id);
      });
    });
    await browser.page.goto(`${runtime.url}/jarvis`);
    await browser.page.waitForSelector('#connection[data-state="open"]', LONG);
  });
  after(async () => {
    await browser?.close();
    tape?.remove();
    await runtime?.stop();
  });
  afterEach(() => {
    assert.deepEqual(browser.errors, []);
    assert.deepEqual([...browser.outside], []);
  });

  const say = async (text: string) => {
    await browser.page.fill('#say', text);
    await browser.page.press('#say', 'Enter');
  };
  const shown = async (kind: 'heard' | 'reply') =>
    (await browser.page.locator(`.line[data-kind="${kind}"] p`).last().textContent())?.trim() ?? '';

  /** Waits for the answer to be played to its end and gives what the loudspeaker's sound says. */
  async function answer(): Promise<string> {
    await until(() => played.length > 0, 'the answer to be played', 120);
    await browser.page.waitForSelector('#stage[data-stage="idle"]', LONG);
    const wav = await loudspeaker.take();
    const level = levelOf(parseWav(wav).samples);
    assert.ok(level > -50, `the loudspeaker got ${level} dBFS`);
    assert.ok(levelOf(received) > -50, `the socket brought ${received.length} bytes at ${levelOf(received)} dBFS`);
    const words = await transcriptOf(wav);
    console.log(`shown "${await shown('reply')}", played at ${level.toFixed(0)} dBFS and understood as "${words}"`);
    played.length = 0;
    received = Buffer.alloc(0);
    return words;
  }

  test('text turns a lamp of the demo house on, and the answer is shown and heard', async () => {
    await browser.page.waitForSelector(lamp('off'), LONG);
    await say('turn on the kitchen light');
    await browser.page.waitForSelector(lamp('on'), LONG);
    await browser.page.waitForSelector('.line[data-kind="reply"]', LONG);
    assert.match(await shown('reply'), /kitchen light/i);
    assert.match(await answer(), /light/i);
  });

  test('a tap turns it off and on', async () => {
    for (const state of ['off', 'on'] as const) {
      await browser.page.click('[data-entity="light.kitchen_light"] button.tile-tap');
      await browser.page.waitForSelector(lamp(state), LONG);
    }
  });

  test('a tap on the lock is asked about: only a yes unlocks it', async () => {
    const { page } = browser;
    const lock = (state: string) => `[data-entity="lock.front_door"][data-state="${state}"]`;
    const tap = () => page.click('[data-entity="lock.front_door"] button.tile-tap');
    for (const [button, state] of [
      ['no', 'locked'],
      ['yes', 'unlocked'],
    ] as const) {
      await tap();
      await page.waitForSelector('dialog[open]', LONG);
      assert.equal(await page.textContent('#confirm-question'), 'Shall I really unlock the front door?');
      await page.click(`#confirm-${button}`);
      await page.waitForSelector('dialog[open]', { state: 'detached', ...LONG });
      await page.waitForSelector(lock(state), LONG);
    }
    await tap();
    await page.waitForSelector(lock('locked'), LONG);
  });

  test('a sentence into the microphone turns it off', async () => {
    await tape.record('Turn off the kitchen light.');
    await browser.page.click('#mic');
    await browser.page.waitForSelector(lamp('off'), LONG);
    assert.match(await answer(), /light/i);
    assert.match(await shown('heard'), /turn off the kitchen light/i);
    await browser.page.waitForSelector('#mic[aria-pressed="false"]', LONG);
  });

  test('and the wake word with a sentence behind it turns it on, without a press', async () => {
    await tape.record('Hey Jarvis, turn on the kitchen light.');
    await browser.page.locator('label.wake').click();
    await browser.page.waitForSelector(lamp('on'), LONG);
    assert.match(await answer(), /light/i);
    assert.match(await shown('heard'), /turn on the kitchen light/i);
    await browser.page.locator('label.wake').click();
    assert.equal(await browser.page.isChecked('#wake'), false);
  });

  test('a Node-RED that is started anew finds its page again', async () => {
    await runtime.stop();
    await browser.page.waitForSelector('#connection[data-state="lost"]', LONG);
    runtime = await newcomer(port);
    await browser.page.waitForSelector('#connection[data-state="open"]', LONG);
    // While nobody answered, asking was in vain; nothing else may have gone wrong.
    for (const error of browser.errors.splice(0)) assert.match(error, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|503/);
    await browser.page.waitForSelector(lamp('off'), LONG);
    await say('turn on the kitchen light');
    await browser.page.waitForSelector(lamp('on'), LONG);
    assert.match(await answer(), /light/i);
  });
});
