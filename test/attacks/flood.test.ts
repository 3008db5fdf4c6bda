import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { wavOf } from '../../lib/audio/wav.js';
import { heyJarvis, silence } from '../../lib/listening/samples.test.helper.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { must, until } from '../until.js';

const NOWHERE = 'http://127.0.0.1:9';
const LAMP = 'light.kitchen_light';

describe('sources that send more than they may', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  /** Sends without waiting. */
  let flood: MqttClient;

  const times = (what: RegExp) => [...runtime.output().matchAll(new RegExp(what, 'g'))].length;
  const obeys = async () => {
    for (const state of ['on', 'off']) {
      page.send({ type: 'command', action: state === 'on' ? 'turn_on' : 'turn_off', target: LAMP, value: null });
      await page.sees(LAMP, state);
    }
  };

  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
    flood = await connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort}`);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await flood?.endAsync(true);
    await runtime?.stop();
  });

  test('a page: what is over five a second is dropped, told once, and holds up no other', async () => {
    const loud = await openPage(runtime.url, 'browser-0000000f');
    const long = 'tell me about the number one '.repeat(300);
    for (let at = 0; at < 500; at++) loud.raw(Buffer.alloc(2560));
    for (let at = 0; at < 3_000; at++) loud.send({ type: 'text', text: `${long}${at}` });
    for (let at = 0; at < 3_000; at++) {
      loud.send({ type: 'command', action: 'turn_on', target: 'light.bedroom_light', value: null });
      loud.send({ type: 'listen' });
      loud.send({ type: 'area', area: `room ${at}` });
    }
    await obeys();
    await loud.gets('notice', { level: 'warning' });
    const shown = loud.messages.filter(({ type, kind }) => type === 'show' && kind === 'heard');
    assert.ok(shown.length <= 100, `${shown.length} turns`);
    await until(() => times(/"browser-0000000f" sends too much at once \(text\)/) === 1, 'the line in the log');
    await until(() => times(/"browser-0000000f" sends sound faster/) === 1, 'the line in the log');
    await loud.close();
  });

  test('a microphone that sends faster than real time does not deafen another room', async () => {
    const noise = wavOf({ rate: 16_000, samples: silence(1) });
    for (let second = 0; second < 600; second++) flood.publish('hermes/audioServer/den/audioFrame', noise);
    await until(() => times(/"den" sends sound faster/) === 1, 'the notice of it');
    const sound = Buffer.concat([silence(0.5), heyJarvis, silence(1)]);
    const listening = () =>
      satellite.heard.some(({ topic, payload }) => topic === 'jarvis/kitchen/state' && `${payload}` === 'listening');
    // As a microphone does, until it was heard.
    await until(async () => {
      for (let at = 0; at < sound.length && !listening(); at += 2560) {
        await satellite.say(
          'hermes/audioServer/kitchen/audioFrame',
          wavOf({ rate: 16_000, samples: sound.subarray(at, at + 2560) }),
        );
        await new Promise((resolve) => setTimeout(resolve, 80));
      }
      return listening();
    }, 'the wake word of the kitchen');
    assert.equal(times(/"den" sends sound faster/), 1);
    assert.equal(times(/"kitchen" sends/), 0);
  });

  test('words, wake words and sessions over MQTT: five a second from a room', async () => {
    const before = (await runtime.turns()).length;
    const words = await connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort}`);
    for (let at = 0; at < 3_000; at++) {
      words.publish('hermes/asr/textCaptured', JSON.stringify({ siteId: 'attic', text: `what is ${at}` }));
      words.publish('hermes/hotword/x/detected', JSON.stringify({ siteId: 'attic' }));
    }
    await until(() => times(/"attic" sends too much at once \(hermes\/asr\/textCaptured\)/) === 1, 'the notice');
    words.end(true);
    await obeys();
    assert.ok((await runtime.turns()).length - before <= 120);
    assert.equal(times(/"attic" sends too much at once \(hermes\/asr\/textCaptured\)/), 1);
  });

  test('three thousand announcements at once do not hold up an answer', async () => {
    await satellite.say('hermes/hotword/toggleOn', { siteId: 'hall' });
    await until(async () => (await runtime.sites()).includes('hall'), 'the hall');
    const ids: string[] = [];
    let closed = false;
    // A speaker that has played all it is sent.
    const playing = (async () => {
      for (let count = 1; !closed; count++) {
        const { id } = await satellite.hearsSound('hall', count);
        ids.push(id);
        if (!closed) await satellite.played('hall', id);
      }
    })().catch(() => {});
    const said = await connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort}`);
    for (let at = 0; at < 3_000; at++) {
      said.publish('jarvis/say', JSON.stringify({ text: `This is the announcement number ${at}.`, rooms: ['hall'] }));
    }
    await until(() => times(/"jarvis\/say" sends too much at once/) === 1, 'the notice');
    // Another room may have heard the word at the same moment: then it is said again.
    await until(async () => {
      await satellite.say('hermes/hotword/x/detected', { siteId: 'hall' });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return satellite.heard.some(
        ({ topic, payload }) => topic === 'jarvis/hall/state' && `${payload}` === 'listening',
      );
    }, 'the ear of the hall');
    const before = ids.length;
    await satellite.say('hermes/asr/textCaptured', { siteId: 'hall', text: 'turn on the bedroom light' });
    const asked = await until(
      async () => (await runtime.turns()).find(({ site, source }) => site === 'hall' && source === 'voice'),
      'the turn',
    );
    await until(() => ids.some((id) => id.startsWith(asked.id)), 'the answer');
    const after = ids.findIndex((id) => id.startsWith(asked.id)) - before;
    assert.ok(after < 20, `${after} sounds before it`);
    closed = true;
    await said.endAsync(true);
    await satellite.say('jarvis/say', { text: 'Done.', rooms: ['hall'] });
    await playing;
  });

  test('thousands of satellites that never were: two hundred are known, and the log stays readable', async () => {
    for (let at = 0; at < 3_000; at++) {
      flood.publish('hermes/hotword/toggleOn', JSON.stringify({ siteId: `ghost-${at}` }));
      flood.publish(`hermes/audioServer/spook-${at}/audioFrame`, 'no sound');
    }
    await until(async () => (await runtime.sites()).some((site) => site.startsWith('spook-')), 'some of them');
    await obeys();
    assert.ok((await runtime.sites()).length <= 200);
    const lines = times(/\[debug:errors\]/);
    assert.ok(lines < 250, `${lines} lines`);
    assert.equal(must(runtime.running()), true);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError/i);
  });
});
