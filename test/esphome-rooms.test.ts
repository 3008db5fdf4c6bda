import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { wavOf } from '../lib/audio/wav.js';
import * as messages from '../lib/satellites/esphome-device/messages.js';
import { connectEsphome, type EsphomeClient } from './esphome-client.js';
import { freePort } from './free-port.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

const KEY = randomBytes(32);

describe('Home Assistant has a room of the shipped flow as a voice device', () => {
  let runtime: Runtime;
  let kitchen: Satellite;
  let home: EsphomeClient;

  before(async () => {
    const port = await freePort();
    runtime = await startRuntime({
      env: { JARVIS_ASSIST_ROOMS: `${port}`, JARVIS_ASSIST_KEY: KEY.toString('base64') },
    });
    kitchen = await openSatellite(runtime.mqttPort);
    home = await until(() => connectEsphome(port, KEY).catch(() => undefined), 'the room');
    home.send(messages.subscribeVoice, { subscribe: true });
  });
  after(async () => {
    home?.socket.destroy();
    await kitchen?.close();
    await runtime?.stop();
  });

  const hears = async () => {
    const sound = wavOf({ samples: Buffer.alloc(2_560, 5), rate: 16_000 });
    await kitchen.say('hermes/audioServer/kitchen/audioFrame', sound);
  };

  test('its words are spoken there, and then it listens there, until somebody wants us', async () => {
    home.send(messages.announceRequest, { text: 'Shall I open the door?', startConversation: true });
    const { id, wav } = await kitchen.hearsSound('kitchen');
    assert.ok(wav.samples.length > 10_000);
    await kitchen.played('kitchen', id);
    assert.equal((await home.next(messages.announceFinished)).success, true);
    assert.equal((await home.next(messages.voiceRequest)).start, true);
    home.send(messages.voiceResponse, {});
    await until(async () => {
      await hears();
      return home.received.some(({ type }) => type === messages.voiceAudio.id);
    }, 'the sound of the room');
    assert.equal((await home.next(messages.voiceAudio)).data[0], 5);
    await kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    assert.equal((await home.next(messages.voiceRequest)).start, false);
  });

  test('a timer of Home Assistant’s rings there until the wake word is said', async () => {
    home.send(messages.subscribeStatesRequest, {});
    const plays = async (state: number) =>
      until(async () => (await home.next(messages.mediaPlayerState)).state === state, `state ${state}`);
    home.send(messages.timerEvent, { event: messages.TIMER.finished, id: 'pizza' });
    await plays(2);
    const { id } = await kitchen.hearsSound('kitchen');
    await kitchen.played('kitchen', id);
    await kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    await plays(1);
  });
});
