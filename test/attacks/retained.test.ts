import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Aedes } from 'aedes' with { 'resolution-mode': 'import' };
import { connectAsync, type MqttClient } from 'mqtt';
import { wavOf } from '../../lib/audio/wav.js';
import { numberInOrder } from '../../lib/satellites/broker.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { until } from '../until.js';

const NOWHERE = 'http://127.0.0.1:9';
const KEPT: [topic: string, message: object | string | Buffer][] = [
  ['hermes/asr/textCaptured', { siteId: 'kitchen', text: 'turn on the kitchen light' }],
  ['hermes/hotword/x/detected', { siteId: 'kitchen' }],
  ['hermes/asr/startListening', { siteId: 'kitchen' }],
  ['hermes/tts/say', { siteId: 'kitchen', text: 'Kept.' }],
  ['hermes/dialogueManager/startSession', { siteId: 'kitchen', init: { type: 'notification', text: 'Kept.' } }],
  ['hermes/audioServer/toggleOff', { siteId: 'kitchen' }],
  ['hermes/audioServer/ghost/audioFrame', wavOf({ rate: 16_000, samples: Buffer.alloc(2560) })],
  ['hermes/audioServer/ghost/playFinished', { id: 'x' }],
  ['jarvis/say', 'Kept.'],
  ['jarvis/ask', { site: 'kitchen', question: 'Kept?' }],
  ['jarvis/converse', { site: 'kitchen', text: 'turn on the kitchen light' }],
];

describe('a broker that kept what happened', () => {
  let aedes: Aedes;
  let server: net.Server;
  let port: number;
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  let other: MqttClient;
  const send = (topic: string, message: object | string | Buffer, retain = true) =>
    other.publishAsync(
      topic,
      typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      {
        qos: 1,
        retain,
      },
    );
  const turnsOf = async (site: string) => (await runtime.turns()).filter((turn) => turn.site === site).length;

  before(async () => {
    const broker = await import('aedes');
    aedes = await broker.Aedes.createBroker();
    numberInOrder(aedes);
    server = net.createServer((socket) => void aedes.handle(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    other = await connectAsync(`mqtt://127.0.0.1:${port}`);
    for (const [topic, message] of KEPT) await send(topic, message);
    for (const site of ['attic', 'shed']) await send(`jarvis/${site}/state`, 'idle');
    await send('jarvis/robot/state', 'docked');
    await send('elsewhere/attic/state', 'idle');
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE, JARVIS_MQTT_URL: `mqtt://127.0.0.1:${port}` } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(port);
    await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the connection');
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
    await other?.endAsync(true);
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    server?.close();
  });

  test('nothing of it acts at the first connection, nor at the next', async () => {
    for (const time of [1, 2]) {
      // What comes after it is heard: all that was kept came before.
      await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the connection');
      await until(async () => {
        await send('hermes/hotword/toggleOn', { siteId: `mark-${time}` }, false);
        return (await runtime.sites()).includes(`mark-${time}`);
      }, 'a live message');
      assert.deepEqual(
        (await runtime.sites()).sort(),
        ['browser-0000000a', 'kitchen', 'mark-1', 'mark-2'].slice(0, 2 + time),
      );
      assert.equal(await turnsOf('kitchen'), 0);
      assert.equal(satellite.sounds('kitchen'), 0);
      if (time === 2) return;
      const own = Object.values(
        (aedes as unknown as { clients: Record<string, { id: string; conn: net.Socket }> }).clients,
      );
      for (const { id, conn } of own) if (id.startsWith('jarvis-')) conn.destroy();
      await until(() => /connection was closed/.test(runtime.output()), 'the end of the connection');
    }
  });

  test('what happens now is taken, although its sender has it kept', async () => {
    await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the connection');
    await send('hermes/hotword/x/detected', { siteId: 'kitchen' });
    await until(
      () => satellite.heard.some(({ topic, payload }) => /kitchen.state$/.test(topic) && `${payload}` === 'listening'),
      'the ear of the kitchen',
    );
    await send('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'turn on the bedroom light' });
    await page.sees('light.bedroom_light', 'on');
    assert.equal(await turnsOf('kitchen'), 1);
  });

  test('states of rooms that are gone are cleared; those of others’ devices, topics and rooms stay', async () => {
    await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the connection');
    // So long they may come back.
    await runtime.jump(10_000);
    await until(
      () =>
        ['attic', 'shed'].every((site) =>
          satellite.heard.some(({ topic, payload }) => topic === `jarvis/${site}/state` && payload.length === 0),
        ),
      'the end of both states',
    );
    const later = await openSatellite(port);
    await later.hears('jarvis/kitchen/state');
    await later.hears('jarvis/robot/state');
    await later.hears('elsewhere/attic/state');
    assert.ok(!later.heard.some(({ topic }) => topic === 'jarvis/attic/state'));
    await later.close();
  });
});
