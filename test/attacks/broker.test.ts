import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { wavOf } from '../../lib/audio/wav.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { closed, must, until } from '../until.js';

const NOWHERE = 'http://127.0.0.1:9';
const NODE = 'jarvis0000000010';
const HOUSE = { username: 'house', password: 'of the house' };
const KITCHEN = { username: 'kitchen', password: 'of the kitchen' };
const BATH = { username: 'bath', password: 'of the bath' };
const FRAME = wavOf({ rate: 16_000, samples: Buffer.alloc(2048) });
/** That something is wrong is said in the satellite's own room, by the house: sooner or later, so it isn't looked at. */
const TOLD =
  /^(hermes\/dialogueManager\/session\w+|jarvis\/kitchen\/state|hermes\/audioServer\/kitchen\/playBytes\/[\da-f-]{36}-\d+)$/;

interface Client {
  mqtt: MqttClient;
  topics: string[];
  say(
    topic: string,
    message: object | string | Buffer,
    options?: { retain?: boolean; qos?: 0 | 1 | 2 },
  ): Promise<unknown>;
}

describe('the built-in broker with accounts of satellites', () => {
  let runtime: Runtime;
  let page: Page;
  /** Hears all, as the house. */
  let house: Satellite;
  const clients: MqttClient[] = [];

  const login = async (options: IClientOptions): Promise<Client> => {
    const mqtt = await connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort}`, { reconnectPeriod: 0, ...options });
    clients.push(mqtt);
    mqtt.on('error', () => {});
    const topics: string[] = [];
    mqtt.on('message', (topic) => topics.push(topic));
    return {
      mqtt,
      topics,
      say: (topic, message, more = {}) =>
        mqtt.publishAsync(
          topic,
          typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
          { qos: 1, ...more },
        ),
    };
  };
  /** Waits until what was sent before has gone through the broker. */
  const settled = async () => {
    const mark = `mark/${Math.random()}`;
    await house.say(mark, 'x');
    await house.hears(mark);
  };
  const heard = () => house.heard.map(({ topic, payload }) => `${topic} ${payload.subarray(0, 300)}`);

  before(async () => {
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: NOWHERE },
      credentials: {
        [NODE]: {
          user: HOUSE.username,
          password: HOUSE.password,
          accounts: JSON.stringify({ kitchen: KITCHEN.password, bath: BATH.password }),
        },
      },
    });
    await runtime.warm();
    page = await openPage(runtime.url);
    house = await openSatellite(runtime.mqttPort, HOUSE);
  });
  after(async () => {
    for (const client of clients) await client.endAsync(true);
    await page?.close();
    await house?.close();
    await runtime?.stop();
  });

  test('nobody comes in without a name and its password', async () => {
    const wrong = [
      {},
      { username: 'kitchen' },
      { username: 'kitchen', password: BATH.password },
      { username: 'kitchen', password: '' },
      { username: 'nobody', password: KITCHEN.password },
      { username: 'house', password: 'x'.repeat(60_000) },
      { username: '', password: '' },
      { username: '__proto__', password: 'x' },
      { username: 'kitchen\0', password: KITCHEN.password },
    ];
    for (const options of wrong) {
      await assert.rejects(
        login(options),
        /user ?name|authori|closed|ECONNRESET/i,
        JSON.stringify(options).slice(0, 80),
      );
    }
  });

  test('the editor is not given a password back', async () => {
    const answer = await fetch(`${runtime.url}/credentials/jarvis-satellites/${NODE}`);
    const text = await answer.text();
    assert.match(text, /scrypt:/);
    for (const { password } of [KITCHEN, BATH]) assert.ok(!text.includes(password));
  });

  test('what is sent ahead of a login that fails goes nowhere', async () => {
    const login = mqttPacket.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'x',
      keepalive: 10,
      username: 'house',
      password: Buffer.from('wrong'),
    });
    const ahead = mqttPacket.generate({
      cmd: 'publish',
      topic: 'jarvis/say',
      payload: 'ahead',
      qos: 0,
      dup: false,
      retain: true,
    });
    const all = mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] });
    for (const pieces of [[Buffer.concat([login, ahead, all])], [login, ahead, all], [ahead, login]]) {
      const socket = net.connect({ port: runtime.mqttPort, host: '127.0.0.1', noDelay: true });
      socket.on('error', () => {});
      const got: Buffer[] = [];
      socket.on('data', (bytes) => got.push(bytes));
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closed(socket);
      assert.ok(Buffer.concat(got).length <= 9, 'no more than refusals');
    }
    await settled();
    assert.deepEqual(
      heard().filter((line) => line.includes('ahead')),
      [],
    );
  });

  test('a satellite speaks for its own room only', async () => {
    const kitchen = await login(KITCHEN);
    await settled();
    house.heard.length = 0;
    const foreign: [topic: string, message: object | string | Buffer, retain?: boolean][] = [
      ['hermes/audioServer/bath/audioFrame', FRAME],
      ['hermes/audioServer/bath/playFinished', { id: 'x', siteId: 'kitchen' }],
      ['hermes/audioServer/bath/playBytes/1', FRAME],
      ['hermes/audioServer//kitchen/audioFrame', FRAME],
      ['hermes/asr/textCaptured', { siteId: 'bath', text: 'turn on the kitchen light' }],
      ['hermes/asr/textCaptured', { text: 'turn on the kitchen light' }],
      ['hermes/asr/textCaptured', '{"siteId":"kitchen","siteId":"bath","text":"turn on the kitchen light"}'],
      ['hermes/asr/textCaptured', { siteId: ['kitchen'], text: 'foreign' }],
      ['hermes/asr/textCaptured', { siteId: 'KITCHEN', text: 'foreign' }],
      ['hermes/asr/textCaptured', { siteId: 'kitchen\0', text: 'foreign' }],
      ['hermes/hotword/x/detected', { siteId: 'bath' }],
      ['hermes/hotword/toggleOff', { siteId: 'bath' }],
      ['hermes/audioServer/toggleOff', { siteId: 'bath' }],
      ['hermes/tts/say', { siteId: 'bath', text: 'foreign' }],
      ['hermes/dialogueManager/startSession', { siteId: 'bath', init: { type: 'action' } }],
      ['hermes/dialogueManager/endSession', { siteId: 'bath', sessionId: 'x' }],
      ['hermes/asr/textCaptured', `{"siteId":"kitchen","text":"${'x'.repeat(70_000)}"}`],
      ['jarvis/say', { text: 'foreign', rooms: ['bath'] }],
      ['jarvis/say', 'foreign'],
      ['jarvis/ask', { site: 'bath', question: 'foreign' }],
      ['jarvis/ask', { site: 'kitchen', question: 'foreign' }],
      ['jarvis/converse', { text: 'foreign' }],
      ['jarvis/answer', { id: 'x', text: 'foreign' }],
      ['jarvis/bath/state', 'foreign', true],
      ['jarvis/kitchenette/state', 'foreign', true],
      ['homeassistant/light/config', 'foreign', true],
      ['homeassistant/device/jarvis_kitchen/config', 'foreign', true],
      ['jarvis/bath/set/mute', 'OFF'],
      ['jarvis/kitchen/set/mute', 'OFF'],
      ['jarvis/status', 'offline', true],
      ['$SYS/x/new/clients', 'foreign'],
    ];
    for (const [topic, message, retain = false] of foreign) {
      for (const qos of [0, 1, 2] as const) await kitchen.say(topic, message, { retain, qos });
    }
    await kitchen.say('hermes/audioServer/kitchen/audioFrame', FRAME);
    await kitchen.say('jarvis/kitchen/battery', 'low');
    await kitchen.say('hermes/hotword/toggleOn', { siteId: 'kitchen' });
    await settled();
    const got = house.heard
      .map(({ topic }) => topic)
      .filter((topic) => !topic.startsWith('mark/') && !TOLD.test(topic));
    assert.deepEqual(got, [
      'hermes/audioServer/kitchen/audioFrame',
      'jarvis/kitchen/battery',
      'hermes/hotword/toggleOn',
    ]);
    assert.equal(kitchen.mqtt.connected, true);
    assert.equal([...runtime.output().matchAll(/isn't about its own room/g)].length, 1);
    assert.ok(!(await runtime.sites()).includes('bath'));
  });

  test('a satellite hears its own room only, whatever it asks for', async () => {
    const kitchen = await login(KITCHEN);
    const granted: Record<string, number> = {};
    const filters = [
      '#',
      '+/+/+/+',
      'hermes/#',
      'hermes/audioServer/+/#',
      'hermes/asr/textCaptured',
      'hermes/audioServer/bath/#',
      'hermes/audioServer/bath/playBytes/+',
      'jarvis/bath/state',
      'jarvis/say',
      'jarvis/answer',
      'jarvis/+/state',
      '$SYS/#',
      '$share/all/hermes/#',
      '$jarvis/#',
    ];
    for (const topic of filters) {
      const answer = await kitchen.mqtt.subscribeAsync(topic, { qos: 1 }).catch(() => [{ topic, qos: 128 }]);
      granted[topic] = must(answer[0]).qos;
    }
    const refused = Object.keys(granted).filter((topic) => granted[topic] === 128);
    assert.deepEqual(refused, [
      'hermes/audioServer/bath/#',
      'hermes/audioServer/bath/playBytes/+',
      'jarvis/bath/state',
      'jarvis/say',
      'jarvis/answer',
      '$SYS/#',
      '$share/all/hermes/#',
      '$jarvis/#',
    ]);
    await house.say('jarvis/bath/kept', 'x');
    for (const site of ['bath', 'kitchen']) {
      await house.say(`hermes/audioServer/${site}/playBytes/1`, FRAME);
      await house.say(`jarvis/${site}/heard`, 'words');
      await house.say('hermes/hotword/toggleOff', { siteId: site });
    }
    await house.say('hermes/hotword/toggleOn', {});
    await house.say('jarvis/say', { text: 'For all.', rooms: ['nowhere'] });
    await house.say('private/thing', 'x');
    await house.say('hermes/hotword/toggleOn', { siteId: 'kitchen' });
    await until(() => kitchen.topics.includes('hermes/hotword/toggleOn'), 'the last one');
    const own = new Set(kitchen.topics.filter((topic) => !TOLD.test(topic)));
    assert.deepEqual(
      [...own],
      [
        'hermes/audioServer/kitchen/playBytes/1',
        'jarvis/kitchen/heard',
        'hermes/hotword/toggleOff',
        'hermes/hotword/toggleOn',
      ],
    );
  });

  test('its last will is its own room’s too, and nothing is kept for another', async () => {
    house.heard.length = 0;
    const wills = [
      { topic: 'hermes/audioServer/bath/audioFrame', payload: FRAME },
      {
        topic: 'hermes/asr/textCaptured',
        payload: Buffer.from(JSON.stringify({ siteId: 'bath', text: 'unlock the front door' })),
      },
      { topic: 'jarvis/bath/state', payload: Buffer.from('thinking') },
      { topic: 'jarvis/kitchen/gone', payload: Buffer.from('yes') },
    ];
    for (const will of wills) {
      const kitchen = await login({ ...KITCHEN, will: { ...will, qos: 0, retain: true } });
      kitchen.mqtt.stream.destroy();
    }
    await house.hears('jarvis/kitchen/gone');
    // What the kitchen was just answered may still come.
    const ofBath = house.heard.filter(({ topic, payload }) => `${topic} ${payload}`.includes('bath'));
    assert.deepEqual(ofBath, []);
    const later = await openSatellite(runtime.mqttPort, HOUSE);
    await later.hears('jarvis/kitchen/gone');
    assert.ok(!later.heard.some(({ topic, payload }) => topic.includes('bath') && `${payload}` === 'thinking'));
    await later.close();
  });

  test('a client id belongs to its account: nobody is thrown out by another', async () => {
    const [mine, other] = [await login({ ...HOUSE, clientId: 'tablet' }), await login({ ...BATH, clientId: 'bath-1' })];
    await login({ ...KITCHEN, clientId: 'tablet' });
    await login({ ...KITCHEN, clientId: 'bath-1' });
    await settled();
    assert.deepEqual([mine.mqtt.connected, other.mqtt.connected], [true, true]);
    const gone = new Promise<void>((resolve) => other.mqtt.once('close', () => resolve()));
    await login({ ...BATH, clientId: 'bath-1' });
    await gone;
  });

  test('events are not kept, and what is kept has an end', async () => {
    const flood = await login(HOUSE);
    await flood.say('hermes/asr/textCaptured', { siteId: 'hall', text: 'kept' }, { retain: true });
    await flood.say('kept/large', Buffer.alloc(100_000), { retain: true });
    for (let at = 0; at < 1100; at++) void flood.say(`kept/${at}`, 'x', { retain: true, qos: 0 });
    await flood.say('mark/kept', 'x');
    const later = await openSatellite(runtime.mqttPort, HOUSE);
    await later.say('mark/later', 'x');
    await later.hears('mark/later');
    const kept = later.heard.map(({ topic }) => topic);
    assert.ok(!kept.includes('hermes/asr/textCaptured') && !kept.includes('kept/large'));
    assert.ok(kept.filter((topic) => topic.startsWith('kept/')).length <= 1000);
    await later.close();
  });

  test('a client that reads nothing is dropped, one that floods is slowed, and no frame of the others is lost', async () => {
    const listener = await login(HOUSE);
    const frames = new Map<string, number>();
    listener.mqtt.on('message', (topic) => frames.set(topic, (frames.get(topic) ?? 0) + 1));
    const rooms = Array.from({ length: 20 }, (_, at) => `hermes/audioServer/room-${at}/audioFrame`);
    for (const room of rooms) await listener.mqtt.subscribeAsync(room);
    const stalled = await login(HOUSE);
    await stalled.mqtt.subscribeAsync('#');
    (stalled.mqtt.stream as net.Socket).pause();
    const flooding = await login(HOUSE);
    let floods = true;
    const flood = () => {
      if (!floods || !flooding.mqtt.connected) return;
      for (let at = 0; at < 200; at++) flooding.mqtt.publish(`hermes/audioServer/flood-${at}/audioFrame`, FRAME);
      if ((flooding.mqtt.stream as net.Socket).writableLength < 1_000_000) setImmediate(flood);
      else flooding.mqtt.stream.once('drain', flood);
    };
    flood();
    const dropped = /MQTT client at 127\.0\.0\.1 does not take what it is sent/;
    const slowed = /MQTT client at 127\.0\.0\.1 sends more than all rooms/;
    const satellites = await Promise.all(rooms.map(() => login(HOUSE)));
    let sent = 0;
    // At the pace of real microphones, until the broker has had enough of both.
    while (sent < 60 || !dropped.test(runtime.output()) || !slowed.test(runtime.output())) {
      for (const [at, room] of rooms.entries()) must(satellites[at]).mqtt.publish(room, FRAME);
      sent++;
      assert.ok(sent < 900, 'both are noticed within a minute');
      await new Promise((resolve) => setTimeout(resolve, 64));
    }
    floods = false;
    await until(
      () => rooms.every((room) => frames.get(room) === sent),
      () => `${sent} frames of each: ${[...frames.values()]}`,
    );
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees('light.kitchen_light', 'on');
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError/i);
  });
});
