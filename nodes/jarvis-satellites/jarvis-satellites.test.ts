import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { turns } from '../../lib/conversation/turns.js';
import { openBroker } from '../../lib/satellites/broker.js';
import * as messages from '../../lib/satellites/esphome-device/messages.js';
import { newTurn } from '../../lib/turn/turn.js';
import { connectEsphome } from '../../test/esphome-client.js';
import { freePort } from '../../test/free-port.js';
import { closed } from '../../test/until.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import {
  bench,
  closedPort,
  closeLater,
  configs,
  must,
  satellite,
  satellitesNode,
  sent,
  USER_DIR,
  unload,
  until,
} from '../node.test.helper.js';
import { first } from '../running.js';
import type { SatellitesNode } from './jarvis-satellites.js';

const HOUSE = { id: 'demo-house', type: 'jarvis-home', kind: 'demo' };

async function started(more: object = {}, credentials: Record<string, string> = {}) {
  const house = await satellitesNode(more);
  const flow = await configs([house, HOUSE], { 'the-house': credentials });
  return { flow, node: flow.node<SatellitesNode>('the-house'), port: house.port };
}

describe('the satellites config node', () => {
  afterEach(unload);

  test('is a broker, tells its satellites the stage and the words, and frees its port', async () => {
    const { flow, node, port } = await started({ areas: '{"kitchen":"Kitchen"}', language: 'fr' });
    assert.equal(first('satellites'), node);
    assert.deepEqual([node.language, node.where], ['fr', `mqtt://127.0.0.1:${port} (built-in broker)`]);
    assert.deepEqual(
      node.hub.sites().map(({ id, area }) => [id, area]),
      [['kitchen', 'Kitchen']],
    );
    const kitchen = await satellite(port);
    await until(() => node.hub.status().state === 'connected', 'the connection');
    const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'fr' });
    turns.begin(turn);
    turns.stage(turn.id, 'thinking');
    turns.show(turn, 'heard', 'allume la lampe');
    turns.end(turn.id);
    await kitchen.hears('hermes/asr/textCaptured');
    const states = () =>
      kitchen.heard.filter(({ topic }) => topic === 'jarvis/kitchen/state').map(({ payload }) => `${payload}`);
    await until(() => states().at(-1) === 'idle' && states().includes('thinking'), 'the states');
    assert.equal(`${(await kitchen.hears('jarvis/kitchen/heard')).payload}`, 'allume la lampe');
    await flow.stop();
    assert.equal(first('satellites'), undefined);
    const free = net.createServer().listen(Number(port), '127.0.0.1');
    await once(free, 'listening');
    await new Promise((resolve) => free.close(resolve));
    assert.deepEqual(flow.log(), []);
  });

  test('is a conversation agent where it has a port for it, and warns where others reach that', async () => {
    const port = await freePort();
    const { flow } = await started({ assistOllama: `0.0.0.0:${port}`, assistWyoming: 'nonsense' });
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/version`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(answers, 'the agent to answer');
    assert.deepEqual(
      flow.log().map(({ level }) => level),
      ['warn'],
    );
    await flow.stop();
    assert.equal(await answers(), false);
  });

  test('offers its rooms as voice devices to whoever has the key', async () => {
    const port = await freePort();
    const key = randomBytes(32);
    const { flow } = await started(
      { assistRooms: `${port}`, areas: '{"kitchen":"Kitchen"}' },
      { assistKey: key.toString('base64') },
    );
    const client = await until(() => connectEsphome(port, key).catch(() => undefined), 'the room');
    client.send(messages.deviceInfoRequest, {});
    assert.equal((await client.next(messages.deviceInfoResponse)).suggestedArea, 'Kitchen');
    await flow.stop();
    await closed(client.socket);
  });

  test('knows the languages of the house: of its list, or of the environment', async () => {
    const languages = async (more: object) => {
      const { node } = await started(more);
      await unload();
      return [node.language, node.languages];
    };
    assert.deepEqual(await languages({ language: 'fr', languages: 'de,es' }), ['fr', ['fr', 'de', 'es']]);
    assert.deepEqual(await languages({ language: 'fr' }), ['fr', ['fr']]);
    assert.deepEqual(await languages({}), ['en', ['en']]);
    process.env['JARVIS_LANGUAGE'] = 'de, en-GB';
    try {
      assert.deepEqual(await languages({ language: 'fr', languages: 'es' }), ['de', ['de', 'en-GB']]);
    } finally {
      delete process.env['JARVIS_LANGUAGE'];
    }
  });

  test('asks for the user and password of its credentials', async () => {
    const { node, port } = await started({}, { user: 'house', password: 'secret' });
    await until(() => node.hub.status().state === 'connected', 'its own connection');
    const wrong = connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'house', password: 'x', reconnectPeriod: 0 });
    await assert.rejects(wrong, /Bad user|Not authorized/i);
    const right = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'house', password: 'secret' });
    closeLater(() => right.endAsync(true));
    assert.equal(right.connected, true);
  });

  test('warns once of a broker that is not there, although it tries again', async ({ mock }) => {
    const url = (await closedPort()).replace('http', 'mqtt');
    const connects = mock.method(net.Socket.prototype, 'connect').mock;
    const tries = () =>
      connects.calls.filter((call) => JSON.stringify(call.arguments).includes(new URL(url).port)).length;
    const { flow, node } = await started({ broker: 'external', url });
    await until(() => flow.log().length > 0, 'the warning');
    assert.match(flow.log()[0]?.text ?? '', /nobody answers/);
    await until(() => tries() > 2, 'more tries');
    assert.deepEqual(
      flow.log().map(({ level, id }) => ({ level, id })),
      [{ level: 'warn', id: 'the-house' }],
    );
    assert.equal(node.hub.status().state, 'disconnected');
  });

  test('an external broker without an address leaves the pages', async () => {
    const { flow, node } = await started({ broker: 'external', url: '' });
    assert.equal(node.hub.status().state, 'off');
    assert.deepEqual(flow.log(), []);
  });

  test('says what is wrong with its areas and its certificate, and goes on', async () => {
    const broker = { broker: 'external', url: (await closedPort()).replace('http', 'mqtt') };
    const { flow, node } = await started({ ...broker, areas: '{broken', ca: '/no/such/file.pem' });
    assert.deepEqual(
      flow.log().map(({ level, id, text }) => [level, id, /areas|certificate authority/.test(text)]),
      [
        ['error', 'the-house', true],
        ['error', 'the-house', true],
      ],
    );
    await until(() => node.hub.status().state === 'disconnected', 'the first try');
  });

  test('knows what is entered of each satellite, and tells what of it can’t be read', async () => {
    const settings = {
      kitchen: { voice: 'piper-de', volume: 40, wakeWords: ['alexa'] },
      den: { quiet: 'at night' },
      hall: { language: 'en, deutsch' },
    };
    const house = await satellitesNode({
      areas: '{"kitchen":"Kitchen","den":"Den","hall":"Hall"}',
      settings: JSON.stringify(settings),
    });
    const flow = await configs([house]);
    const { voice, volume, wakeWords } = must(first('satellites')?.hub.site('kitchen'));
    assert.deepEqual({ voice, volume, wakeWords }, settings.kitchen);
    assert.deepEqual(
      flow
        .log()
        .map(({ level, text }) => [
          level,
          /"den" can't be read: quiet|"hall" .*\(no language tag: deutsch;/.test(text),
        ]),
      [
        ['error', true],
        ['error', true],
      ],
    );
  });

  test('rooms have their own languages, or those of the house where those are several', async () => {
    const house = await satellitesNode({
      areas: '{"kitchen":"Kitchen","den":"Den","hall":"Hall"}',
      language: 'en, de',
      settings: JSON.stringify({ den: { language: 'fr' }, hall: { language: 'es, en', volume: 40 } }),
    });
    const places = () =>
      ['kitchen', 'den', 'hall'].map((site) => {
        const { language, languages } = must(first('satellites')?.hub.site(site));
        return [language, languages];
      });
    const hall = ['es', ['es', 'en']];
    const flow = await configs([house]);
    assert.deepEqual(places(), [['en', ['en', 'de']], ['fr', undefined], hall]);
    assert.deepEqual(flow.node<SatellitesNode>(house.id).languages, ['en', 'de']);
    await unload();
    const one = [[undefined, undefined], ['fr', undefined], hall];
    await configs([{ ...house, language: 'de', languages: 'en' }]);
    assert.deepEqual(places(), one);
    await unload();
    process.env['JARVIS_LANGUAGE'] = 'de,en';
    try {
      await configs([house]);
      assert.deepEqual(places(), one);
    } finally {
      delete process.env['JARVIS_LANGUAGE'];
    }
  });

  test('a page says hello, sees the house, and hushes the turn of its room', async () => {
    const { node } = await started();
    const server = http.createServer().listen(0, '127.0.0.1');
    server.on('upgrade', (request, socket, head) => node.handleUpgrade(request, socket, head, 'a session'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const page = new WebSocket(`ws://127.0.0.1:${port}/`, { origin: `http://127.0.0.1:${port}` });
    closeLater(async () => {
      page.terminate();
      await new Promise((resolve) => server.close(resolve));
    });
    const messages: { type: string }[] = [];
    page.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(page, 'open');
    page.send(JSON.stringify({ type: 'hello', site: 'browser-00000001' }));
    await until(() => messages.some(({ type }) => type === 'house'), 'the house');
    const turn = newTurn({ site: 'browser-00000001', source: 'text', language: 'en' });
    const { signal } = turns.begin(turn);
    page.send(JSON.stringify({ type: 'hush' }));
    await until(() => signal.aborted, 'the end of the turn');
  });

  describe('shows the rooms as devices in Home Assistant', () => {
    const KITCHEN = 'homeassistant/device/jarvis_kitchen/config';
    const DATA = path.join(USER_DIR, 'jarvis');
    const shown = async (more: object = {}) => {
      const port = await brokerOfTheirs();
      const house = await satellite(port);
      const node = {
        id: 'the-house',
        type: 'jarvis-satellites',
        broker: 'external',
        url: `mqtt://127.0.0.1:${port}`,
        areas: '{"kitchen":"Kitchen"}',
        discovery: true,
        ...more,
      };
      const last = (topic: string) => house.heard.findLast((one) => one.topic === topic)?.payload.toString();
      return { house, node, last };
    };
    /** What the say node is needed for, and what the assistant has. */
    const SAY = { type: 'jarvis-say', outputs: 1, satellites: 'the-house', home: '', rooms: '', outside: true };

    test('where it is ticked, with what the flow can do, and takes them back', async () => {
      const { house, node, last } = await shown();
      const model = { id: 'a-model', type: 'jarvis-model', url: await closedPort() };
      const say = await bench(SAY, [node, model]);
      await until(() => /"command_topic":"jarvis\/kitchen\/set\/say"/.test(last(KITCHEN) ?? ''), 'what to say with');
      await say.node<ModelNode>('a-model').look();
      await until(
        () => /"model":"OFF".*"model-unreachable"/.test(last('jarvis/assistant') ?? ''),
        'the model that is away',
      );
      await house.say('jarvis/kitchen/set/say', 'Dinner is ready.');
      assert.deepEqual([(await sent(say, 0)).topic, (await sent(say, 0)).payload], ['kitchen', 'Dinner is ready.']);
      const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
      const { signal } = turns.begin(turn);
      await house.say('jarvis/kitchen/set/stop', 'PRESS');
      await until(() => signal.aborted, 'the stop');
      await house.say('jarvis/kitchen/set/mute', 'ON');
      await until(() => /"mute":"ON"/.test(last('jarvis/kitchen/settings') ?? ''), 'the muted microphone');
      assert.deepEqual(JSON.parse(readFileSync(path.join(DATA, 'rooms.json'), 'utf8')), { kitchen: { deaf: true } });

      // A deploy that changes something else leaves them.
      await say.redeploy([{ ...node, language: 'de' }, model]);
      await until(() => /Zuletzt gesagt/.test(last(KITCHEN) ?? ''), 'the names in German');
      assert.ok(!house.heard.some(({ topic, payload }) => topic === KITCHEN && payload.length === 0));
      assert.match(last('jarvis/kitchen/settings') ?? '', /"mute":"ON"/);
      await house.say('jarvis/kitchen/set/mute', 'OFF');
      await until(() => /"mute":"OFF"/.test(last('jarvis/kitchen/settings') ?? ''), 'the microphone');

      await say.redeploy([{ ...node, discovery: false }, model]);
      await until(() => last(KITCHEN) === '', 'the end of the device');
      await say.redeploy([node, model]);
      await until(() => last(KITCHEN) !== '', 'the device again');
      await say.redeploy([model]);
      await until(() => last(KITCHEN) === '' && last('jarvis/status') === '', 'the end with the node');
    });

    test('with the timers of the house, and without them when it is gone', async () => {
      const { node, last } = await shown();
      const flow = await bench(SAY, [node, HOUSE]);
      const list = () => JSON.parse(last('jarvis/kitchen/timers') ?? '{}');
      await until(() => list().next === null, 'that there is none');
      const { timers } = flow.node<HomeNode>('demo-house');
      const due = Date.now() + 3_600_000;
      timers.set({ kind: 'timer', site: 'kitchen', language: 'en', name: 'eggs', due, length: 3_600_000 });
      await until(() => list().next === new Date(due).toISOString(), 'the eggs');
      assert.deepEqual(
        list().timers.map(({ name }: { name: string }) => name),
        ['eggs'],
      );
      await flow.redeploy([node]);
      await until(() => list().next === null, 'the end of them');
    });

    test('where the environment says so, and nowhere else', async () => {
      // Nothing was shown of a node by that name: what was is taken back.
      const { house, node, last } = await shown({ id: 'another-house', discovery: false });
      await configs([node]);
      await house.hears('jarvis/kitchen/state');
      assert.ok(!house.heard.some(({ topic }) => /^homeassistant|settings|status/.test(topic)));
      await unload();
      process.env['JARVIS_DISCOVERY'] = 'on';
      try {
        const again = await shown({ discovery: false });
        await configs([again.node]);
        await until(() => again.last(KITCHEN), 'the device');
      } finally {
        delete process.env['JARVIS_DISCOVERY'];
      }
      assert.equal(last(KITCHEN), undefined);
    });
  });
});

/** A broker that isn't ours, and its port. */
async function brokerOfTheirs(): Promise<string> {
  const broker = await openBroker({ host: '127.0.0.1', port: 0 });
  closeLater(() => broker.close());
  return String(broker.port);
}
