import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { callOf, HEADERS, openClient, TOKEN } from '../lib/tools/mcp-server/mcp.test.helper.js';
import { knock } from './attacks/knock.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { must, until } from './until.js';

/** Node-RED's own, which checks the passwords. */
const bcrypt = createRequire(require.resolve('node-red/package.json'))('bcryptjs') as {
  hashSync(password: string, rounds: number): string;
};

const ENV = { JARVIS_MODEL_URL: 'http://127.0.0.1:9' };
const NODE = 'the-mcp-server';
const CREDENTIALS = { [NODE]: { token: TOKEN } };
const ALL = { getState: true, controlDevice: true, memorySearch: true, say: true, ask: true };
const CALL = JSON.stringify(callOf('get_state', { names: ['Front Door'] }));

/** The shipped flow with an mcp server node. */
function withServer(flow: FlowNode[], more: object): FlowNode[] {
  const idOf = (type: string) => must(flow.find((node) => node.type === type)).id;
  const chosen = { home: idOf('jarvis-home'), memory: idOf('jarvis-memory'), satellites: idOf('jarvis-satellites') };
  const place = { z: idOf('tab'), x: 100, y: 900, wires: [] };
  return [...flow, { id: NODE, type: 'jarvis-mcp-server', ...place, ...chosen, ...more }];
}

describe('the shipped flow with an mcp server', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  let client: Awaited<ReturnType<typeof openClient>>;

  before(async () => {
    runtime = await startRuntime({ env: ENV, change: (flow) => withServer(flow, ALL), credentials: CREDENTIALS });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
    await satellite.say('hermes/audioServer/toggleOn', { siteId: 'den' });
    await until(async () => (await runtime.sites()).includes('den'), 'the den');
    client = await openClient(`${runtime.url}/jarvis/mcp`);
  });
  after(async () => {
    await client?.close();
    await satellite?.close();
    await page?.close();
    await runtime?.stop();
  });

  /** Plays what the den is sent next. */
  const plays = async (before: number) => satellite.played('den', (await satellite.hearsSound('den', before + 1)).id);
  const at = (headers: Record<string, string>) =>
    knock(runtime.url, '/jarvis/mcp', {
      headers: { ...HEADERS, host: new URL(runtime.url).host, ...headers },
      body: CALL,
    });

  test('a client switches a lamp of the house, which the page shows', async () => {
    assert.deepEqual(await client.names(), ['get_state', 'control_device', 'memory_search', 'say', 'ask']);
    await page.sees('light.kitchen_light', 'off');
    const { text } = await client.call('control_device', { action: 'turn_on', names: ['Kitchen Light'] });
    assert.match(text, /^Done: Kitchen Light is now on/);
    await page.sees('light.kitchen_light', 'on');
  });

  test('a lock stays locked, and nobody is asked', async () => {
    const { ok, text } = await client.call('control_device', { action: 'unlock', names: ['Front Door'] });
    assert.deepEqual([ok, /Only a person may do that/.test(text)], [false, true], text);
    assert.match((await client.call('get_state', { names: ['Front Door'] })).text, /locked$/);
  });

  test('what it says is heard in the room', async () => {
    const before = satellite.sounds('den');
    const said = client.call('say', { text: 'Dinner is ready.', rooms: ['den'] });
    await plays(before);
    assert.deepEqual(await said, { ok: true, text: 'Said.' });
  });

  test('what it asks is answered by who is there, and told to nobody else', async () => {
    const before = satellite.sounds('den');
    const asked = client.call('ask', { room: 'den', question: 'How many eggs?', seconds: 45 });
    await plays(before);
    const states = () => satellite.heard.filter(({ topic }) => topic === 'jarvis/den/state');
    await until(() => `${states().at(-1)?.payload}` === 'listening', 'the den to listen');
    await satellite.say('hermes/asr/textCaptured', { siteId: 'den', text: 'two, please' });
    assert.deepEqual(await asked, { ok: true, text: 'two, please' });
    assert.ok(satellite.heard.every(({ topic }) => topic !== 'jarvis/answer'));
  });

  test('what is remembered is searched', async () => {
    assert.deepEqual(await client.call('memory_search', { query: 'nuts' }), {
      ok: true,
      text: 'Nothing is known about that.',
    });
  });

  test("no other site's page reaches it, with the token neither", async () => {
    assert.equal((await at({})).status, 200);
    assert.equal((await at({ origin: runtime.url })).status, 200);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: 'evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const { status, headers: told } = await at(headers);
      assert.deepEqual([status, told['access-control-allow-origin']], [403, undefined], JSON.stringify(headers));
    }
    assert.equal((await at({ authorization: 'Bearer guessed' })).status, 401);
  });

  test('where no say node takes what comes from outside, that is said', async () => {
    const flow = await runtime.flows();
    const closed = flow.map((node) => (node.type === 'jarvis-say' ? { ...node, outside: false } : node));
    await runtime.deploy(closed, 'nodes');
    assert.match((await client.call('say', { text: 'Hello.', rooms: ['den'] })).text, /^Not said: no flow speaks/);
    assert.match((await client.call('ask', { room: 'den', question: 'Tea?' })).text, /^Not asked: no flow speaks/);
    await runtime.deploy(flow, 'nodes');
  });

  test('what is not ticked any more is not offered, and without the node nothing is', async () => {
    const flow = await runtime.flows();
    const without = flow.filter(({ id }) => id !== NODE);
    await runtime.deploy(
      flow.map((node) => (node.id === NODE ? { ...node, controlDevice: false } : node)),
      'nodes',
    );
    assert.match(
      (await client.call('control_device', { action: 'turn_off', names: ['Kitchen Light'] })).text,
      /no tool/,
    );
    await page.sees('light.kitchen_light', 'on');
    await runtime.deploy(
      [...flow, { ...must(flow.find(({ id }) => id === NODE)), id: 'a-second', credentials: CREDENTIALS[NODE] }],
      'nodes',
    );
    await until(() => /Another mcp server node answers/.test(runtime.output()), 'the complaint of the second');
    await runtime.deploy(without, 'nodes');
    assert.equal((await at({})).status, 404);
    await runtime.deploy(flow, 'nodes');
    await until(() => /there is no token/.test(runtime.output()), 'the complaint that its token went with it');
    assert.equal((await at({})).status, 404);
  });
});

test("behind Node-RED's own login the token has a header of its own", async () => {
  const runtime = await startRuntime({
    env: ENV,
    change: (flow) => withServer(flow, {}),
    credentials: CREDENTIALS,
    // With roots of their own, the editor's parser doesn't read what is ours.
    settings: {
      httpAdminRoot: '/red',
      httpNodeRoot: '/rooms',
      httpNodeAuth: { user: 'home', pass: bcrypt.hashSync('words', 4) },
    },
  });
  try {
    const authorization = `Basic ${Buffer.from('home:words').toString('base64')}`;
    const client = await openClient(`${runtime.url}/rooms/jarvis/mcp`, { authorization, 'x-jarvis-token': TOKEN });
    assert.deepEqual(await client.names(), ['get_state']);
    await client.close();
    const halves: Record<string, string>[] = [
      { 'x-jarvis-token': TOKEN },
      { authorization },
      { authorization: `Bearer ${TOKEN}` },
    ];
    for (const headers of halves) {
      const { status } = await knock(runtime.url, '/rooms/jarvis/mcp', {
        headers: { 'content-type': 'application/json', ...headers },
        body: CALL,
      });
      assert.equal(status, 401);
    }
  } finally {
    await runtime.stop();
  }
});
