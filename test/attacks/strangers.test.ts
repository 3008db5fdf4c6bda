import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { until } from '../until.js';

const LONG = `This is a long story. ${'It goes on and on, and there is no end of it. '.repeat(6)}`;

describe('playFinished from strangers', () => {
  let runtime: Runtime;
  let satellite: Satellite;
  let stranger: Satellite;
  let page: Page;

  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    satellite = await openSatellite(runtime.mqttPort);
    stranger = await openSatellite(runtime.mqttPort);
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await stranger?.close();
    await runtime?.stop();
  });

  /** The site has been sent a sound, and the one behind it waits. */
  async function playing(): Promise<string> {
    const before = satellite.sounds('kitchen');
    for (const text of [LONG, 'This comes after the story.']) {
      await satellite.say('hermes/tts/say', { siteId: 'kitchen', text });
    }
    return (await satellite.hearsSound('kitchen', before + 1)).id;
  }

  /** Everything sent before has been looked at: a later message has been answered. */
  async function lookedAt(): Promise<void> {
    const before = satellite.heard.filter(({ topic }) => topic === 'hermes/tts/sayFinished').length;
    await satellite.say('hermes/tts/say', { siteId: 'kitchen', text: ' ' });
    await until(
      () => satellite.heard.filter(({ topic }) => topic === 'hermes/tts/sayFinished').length > before,
      'the empty sentence to be finished',
    );
  }

  test('for another site, for sounds that do not play, thousands of them: the story is not cut off', async () => {
    const id = await playing();
    const sounds = satellite.sounds('kitchen');
    // Another room that claims to have played the kitchen's sound.
    await stranger.say('hermes/audioServer/den/playFinished', { id, siteId: 'kitchen' });
    await stranger.say('hermes/audioServer/den/playFinished', { id, siteId: 'den' });
    await stranger.say('hermes/audioServer/kitchen%2F..%2Fden/playFinished', { id });
    const wrong = [
      '',
      'x',
      `${id}0`,
      id.slice(0, -1),
      id.toUpperCase(),
      '__proto__',
      'constructor',
      'x'.repeat(60_000),
    ];
    for (const other of wrong) {
      await stranger.say('hermes/audioServer/kitchen/playFinished', { id: other, siteId: 'kitchen' });
    }
    for (const broken of ['{', 'null', '[]', '7', '{"id": 7}', '{"id": {}}', '']) {
      await stranger.say('hermes/audioServer/den/playFinished', broken);
    }
    const flood = Array.from({ length: 3_000 }, (_, at) =>
      stranger.say('hermes/audioServer/den/playFinished', { id: `${id}-${at}`, siteId: 'den' }),
    );
    await Promise.all(flood);
    await lookedAt();
    assert.equal(satellite.sounds('kitchen'), sounds, 'what comes after the story is not sent yet');

    // The page may end only its own.
    for (let at = 0; at < 500; at++) page.send({ type: 'played', id: at === 0 ? id : `${id}-${at}` });
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees('light.kitchen_light', 'on');
    await lookedAt();
    assert.equal(satellite.sounds('kitchen'), sounds);

    await satellite.played('kitchen', id);
    const next = await satellite.hearsSound('kitchen', sounds + 1);
    await satellite.played('kitchen', next.id);
    assert.equal(runtime.running(), true);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
  });
});
