import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openClient, TOKEN } from '../../lib/tools/mcp-server/mcp.test.helper.js';
import { type HouseServer, type ServedEntity, startHouseServer } from '../house-server.js';
import { openPage, type Page } from '../page.js';
import { type FlowNode, passAt, type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { afterTool, type ChatBody, lastUser } from '../scripted-model-server/script.js';
import { startScriptedModelServer } from '../scripted-model-server/server.js';
import { must, until } from '../until.js';

const sequence = (action: string, more: object) => ({ alias: 'x', sequence: [{ action, ...more }] });
const many = Array.from({ length: 60 }, (_, at) => `light.strip_${at}`);

/** Nothing of it says by its name that it opens anything, but for the lock; hidden are members alone. */
const HOUSE: Record<string, ServedEntity> = {
  'light.lamp': { name: 'Lamp', state: 'off', area: 'den' },
  'lock.sesame': { name: 'Sesame', state: 'locked' },
  'cover.left': { name: 'Left', state: 'closed', attributes: { device_class: 'garage' } },
  'cover.wing': { name: 'Wing', state: 'closed', attributes: { device_class: 'garage' }, isHidden: true },
  'cover.wings': { name: 'Wings', state: 'closed', attributes: { entity_id: ['cover.wing'] } },
  'switch.vault': { name: 'Vault', state: 'off', labels: ['guarded'] },
  'switch.sump': { name: 'Sump', state: 'off', area: 'cellar' },
  'valve.main': { name: 'Main', state: 'closed' },
  'number.level': { name: 'Level', state: '5', labels: ['guarded'], isHidden: true },
  'switch.evening': { name: 'Evening', state: 'off', attributes: { entity_id: ['light.lamp', 'switch.vault'] } },
  'switch.strips': { name: 'Strips', state: 'off', attributes: { entity_id: [...many, 'switch.vault'] } },
  'light.glow': { name: 'Glow', state: 'off', attributes: { entity_id: ['light.lamp', ...many] } },
  'switch.ring': { name: 'Ring', state: 'off', attributes: { entity_id: ['switch.ring', 'light.lamp'] } },
  'scene.cosy': { name: 'Cosy', state: 'unknown', attributes: { entity_id: ['light.lamp'] } },
  'scene.leaving': { name: 'Leaving', state: 'unknown', attributes: { entity_id: ['cover.left', 'light.lamp'] } },
  'script.dim': { name: 'Dim', state: 'off', config: sequence('light.turn_on', { target: { area_id: 'den' } }) },
  'script.tell': { name: 'Tell', state: 'off', config: sequence('notify.anna', { data: { message: 'Vault' } }) },
  'script.look': {
    ...{ name: 'Look', state: 'off' },
    config: { sequence: [{ condition: 'state', entity_id: 'lock.sesame', state: 'locked' }, { scene: 'scene.cosy' }] },
  },
  'script.out': {
    ...{ name: 'Out', state: 'off' },
    config: {
      sequence: [
        {
          if: [],
          // biome-ignore lint/suspicious/noThenProperty: Home Assistant calls it so
          then: [{ parallel: [{ service: 'cover.open_cover', target: { entity_id: ['cover.left'] } }] }],
        },
      ],
    },
  },
  'script.chain': { name: 'Chain', state: 'off', config: sequence('script.out', {}) },
  'script.any': {
    name: 'Any',
    state: 'off',
    config: sequence('cover.open_cover', { target: { entity_id: '{{ it }}' } }),
  },
  'script.wire': { name: 'Wire', state: 'off', config: sequence('mqtt.publish', { data: { topic: 'x' } }) },
  'script.device': {
    ...{ name: 'Device', state: 'off' },
    config: { sequence: [{ device_id: 'ab12', domain: 'lock', type: 'unlock' }] },
  },
  'script.mystery': { name: 'Mystery', state: 'off' },
  'script.spared': { name: 'Spared', state: 'off' },
};
const LISTS = { askAlways: 'Guarded, Cellar, valve.main', askNever: 'script.spared' };

/** What is asked about before it is switched, and what nobody is asked about; `script.spared` only a person isn't. */
const GUARDED: [id: string, action: string, service: string][] = [
  ['lock.sesame', 'unlock', 'lock.unlock'],
  ['cover.left', 'open', 'cover.open_cover'],
  ['cover.wings', 'open', 'cover.open_cover'],
  ['switch.vault', 'turn_on', 'switch.turn_on'],
  ['switch.sump', 'turn_on', 'homeassistant.turn_on'],
  ['valve.main', 'open', 'valve.open_valve'],
  ['switch.evening', 'turn_on', 'switch.turn_on'],
  ['switch.strips', 'turn_on', 'switch.turn_on'],
  ['scene.leaving', 'activate', 'scene.turn_on'],
  ['script.out', 'activate', 'script.turn_on'],
  ['script.chain', 'activate', 'script.turn_on'],
  ['script.any', 'activate', 'script.turn_on'],
  ['script.wire', 'activate', 'script.turn_on'],
  ['script.device', 'activate', 'script.turn_on'],
  ['script.mystery', 'activate', 'script.turn_on'],
];
const FREE: typeof GUARDED = [
  ['light.lamp', 'turn_on', 'light.turn_on'],
  ['light.glow', 'turn_on', 'light.turn_on'],
  ['switch.ring', 'turn_on', 'switch.turn_on'],
  ['scene.cosy', 'activate', 'scene.turn_on'],
  ['script.dim', 'activate', 'script.turn_on'],
  ['script.tell', 'activate', 'script.turn_on'],
  ['script.look', 'activate', 'script.turn_on'],
];
/** Calls of services that touch something guarded in another way than by a device they are for. */
const HIDDEN_IN_DATA: [service: string, data: object][] = [
  ['scene.apply', { entities: { 'cover.left': 'open' } }],
  ['scene.apply', { entities: { 'light.lamp': 'on', 'switch.vault': { state: 'on' } } }],
  ['scene.apply', { entities: { 'number.level': 7 } }],
  ['script.out', {}],
  ['script.mystery', {}],
  ['script.not_known_here', {}],
  ['script.dim', { variables: [{ it: 'cover.left' }] }],
  ['script.dim', { where: 'Cellar' }],
  ['script.dim', { where: 'guarded' }],
  ['script.dim', { of: 'light.lamp, switch.vault' }],
  ['script.dim', { of: '{{ states }}' }],
  ['script.dim', { of: '0123456789abcdef0123456789abcdef' }],
  ['mqtt.publish', { topic: 'zigbee2mqtt/0x1/set', payload: 'ON' }],
  ['rest_command.it', {}],
  ['shell_command.it', {}],
];

const NODE = 'the-mcp-server';

describe('one policy under every way to act', () => {
  let house: HouseServer;
  let model: Awaited<ReturnType<typeof startScriptedModelServer>>;
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  let client: Awaited<ReturnType<typeof openClient>>;
  let calls: { name: string; arguments: Record<string, unknown> }[] = [];

  const answers = (request: ChatBody) => {
    if (!request.tools?.length || afterTool(request) || !/good morning/i.test(lastUser(request)))
      return { text: 'Well.' };
    return { calls };
  };
  const change = (flow: FlowNode[]): FlowNode[] => {
    const idOf = (type: string) => must(flow.find((node) => node.type === type)).id;
    const place = { z: idOf('tab'), x: 100, y: 900 };
    const server = { controlDevice: true, home: idOf('jarvis-home'), memory: '', satellites: '', wires: [] };
    const services = ['homeassistant', 'light', 'switch', 'cover', 'lock', 'valve', 'scene', 'script'];
    const all = [...services, 'mqtt', 'rest_command', 'shell_command'].map((domain) => `${domain}.*`).join(', ');
    return [
      ...flow.map((node) => (node.type === 'jarvis-home' ? { ...node, ...LISTS, services: all } : node)),
      { ...place, id: NODE, type: 'jarvis-mcp-server', ...server },
      {
        ...{
          ...place,
          id: 'injected',
          type: 'inject',
          props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
          topic: 'flow',
        },
        ...{ payload: '', payloadType: 'str', once: false, repeat: '', wires: [[idOf('jarvis-command')]] },
      },
    ];
  };

  before(async () => {
    house = await startHouseServer(HOUSE, { den: 'Den', cellar: 'Cellar' }, { guarded: 'Guarded' });
    model = await startScriptedModelServer({ speed: 'instant', answers });
    const env = {
      ...{ JARVIS_HOME_URL: house.url, JARVIS_HOME_TOKEN: 'good' },
      ...{ JARVIS_MODEL_URL: model.url, JARVIS_MODEL: 'scripted' },
    };
    runtime = await startRuntime({ env, change, credentials: { [NODE]: { token: TOKEN } } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
    client = await openClient(`${runtime.url}/jarvis/mcp`);
    await page.sees('lock.sesame', 'locked');
  });
  after(async () => {
    await client?.close();
    await satellite?.close();
    await page?.close();
    await runtime?.stop();
    await model?.close();
    await house?.close();
  });
  beforeEach(() => {
    house.calls.length = 0;
    house.sentences.length = 0;
  });

  const says = async (text: string): Promise<string> => {
    const from = page.messages.length;
    await page.type(text);
    const shown = () => page.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
    await until(
      () => shown().some(({ last }) => last === true),
      () => `a reply to "${text}"; got ${JSON.stringify(page.messages.slice(from))}`,
    );
    return shown()
      .map(({ text: sentence }) => sentence)
      .join(' ')
      .trim();
  };
  const models = async (name: string, args: Record<string, unknown>) => {
    calls = [{ name, arguments: args }];
    return await says('good morning, let us begin with the day');
  };
  const nameOf = (id: string) => must(HOUSE[id]).name;
  const verbs: Record<string, string> = { unlock: 'unlock', open: 'open', turn_on: 'turn on', activate: 'activate' };
  const order = (id: string, action: string) => `${verbs[action]} ${nameOf(id)}`;
  const done = async (id: string) => {
    await until(
      () => house.calls.length > 0,
      () => `${id} to be switched`,
    );
    assert.ok(must(house.calls[0]).endsWith(` ${id}`), `${house.calls}`);
    house.calls.length = 0;
  };

  test('typed', async () => {
    for (const [id, action] of GUARDED) {
      assert.match(await says(order(id, action)), /^Shall I really .*\?$/, id);
      await says('no');
    }
    assert.deepEqual(house.calls, []);
    for (const [id, action] of [...FREE, ['script.spared', 'activate']] as const) {
      assert.doesNotMatch(await says(order(id, action)), /\?$/, id);
      await done(id);
    }
  });

  test('said in a room', async () => {
    const siteId = 'attic';
    const on = (what: string) => satellite.heard.filter(({ topic }) => topic === `jarvis/${siteId}/${what}`);
    const captured = async (text: string) => {
      const [from, count] = [on('state').length, on('spoken').length];
      await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
      const listens = () => on('state').slice(from);
      await until(
        () => listens().some(({ payload }) => `${payload}` === 'listening'),
        () => `the attic to listen for "${text}"; ${listens().map(({ payload }) => payload)}`,
      );
      // a satellite may send five messages a second
      await passAt(runtime.url, 500);
      await satellite.say('hermes/asr/textCaptured', { siteId, text });
      return `${(await satellite.hears(`jarvis/${siteId}/spoken`, count + 1)).payload}`;
    };
    for (const [id, action] of GUARDED) {
      assert.match(await captured(order(id, action)), /^Shall I really .*\?$/, id);
      await captured('no');
    }
    assert.deepEqual(house.calls, []);
    await captured(order('scene.cosy', 'activate'));
    await done('scene.cosy');
  });

  test('a tile of the page', async () => {
    for (const [id, action] of GUARDED) {
      const count = page.messages.filter(({ type }) => type === 'confirm').length + 1;
      await page.paced({ type: 'command', action, target: id });
      const { id: asked } = await page.gets('confirm', {}, count);
      await page.paced({ type: 'confirm', id: asked, yes: false });
    }
    assert.deepEqual(house.calls, []);
    for (const [id, action] of FREE) {
      await page.paced({ type: 'command', action, target: id });
      await done(id);
    }
  });

  test("the model's tool for devices", async () => {
    for (const [id, action] of [...GUARDED, ['script.spared', 'activate']] as const) {
      const reply = await models('control_device', { action, names: [id] });
      assert.match(reply, /Shall I really [^?]*\?$/, `${id}: ${reply}`);
      await says('no');
    }
    assert.deepEqual(house.calls, []);
    for (const [id, action] of FREE) {
      await models('control_device', { action, names: [id] });
      await done(id);
    }
  });

  test("the model's tool for services", async () => {
    for (const [id, , service] of [...GUARDED, ['script.spared', '', 'script.turn_on']] as const) {
      await models('call_service', { service, names: [id] });
      await says('no');
    }
    for (const [service, data] of HIDDEN_IN_DATA) {
      await models('call_service', { service, data });
      await says('no');
    }
    assert.deepEqual(house.calls, []);
    for (const [id, , service] of FREE) {
      await models('call_service', { service, names: [id] });
      await done(id);
    }
    await models('call_service', { service: 'script.dim', data: { brightness: 'low' } });
    await until(() => house.calls.includes('script.dim'), 'the script');
  });

  test('a call of which is not known what it touches is made after a yes, and then once', async () => {
    const question = await models('call_service', { service: 'rest_command.it', data: { what: 'pizza' } });
    assert.match(question, /rest command.it.*pizza.*\?$/);
    await says('yes');
    await until(() => house.calls.length > 0, 'the call');
    await says('yes');
    assert.deepEqual(house.calls, ['rest_command.it']);
    await models('call_service', { service: 'script.mystery', names: [] });
    await says('yes please');
    await until(() => house.calls.length > 1, 'the script');
    assert.deepEqual(house.calls, ['rest_command.it', 'script.mystery']);
  });

  test("Home Assistant's own recogniser", async () => {
    const reads = (text: string, ids: readonly string[], name = 'HassTurnOn') => {
      const targets = Object.fromEntries(ids.map((id) => [id, { matched: true }]));
      house.readings[text] = { intent: { name }, targets, match: true, source: 'builtin' };
    };
    for (const [at, [id]] of GUARDED.entries()) {
      const text = `frobnicate number ${at}`;
      reads(text, ['light.lamp', id]);
      await says(text);
    }
    assert.deepEqual(house.sentences, []);
    for (const [at, [id]] of FREE.entries()) {
      const text = `dally number ${at}`;
      reads(text, [id]);
      await says(text);
      assert.equal(house.sentences.at(-1), text);
    }
    reads('how does it frob', ['switch.vault'], 'HassGetState');
    await says('how does it frob');
    assert.equal(house.sentences.at(-1), 'how does it frob');
    house.sentences.length = 0;
    // of what its owner's own sentence does nobody here knows anything
    assert.match(await says('abracadabra simsalabim'), /“abracadabra simsalabim”\?$/);
    await says('no');
    assert.deepEqual(house.sentences, []);
    await says('abracadabra simsalabim');
    assert.equal(await says('yes'), 'Home Assistant did it');
    await says('yes');
    assert.deepEqual(house.sentences, ['abracadabra simsalabim']);
  });

  test('later', async () => {
    for (const [id, action] of GUARDED) {
      assert.match(await says(`${order(id, action)} in 10 minutes`), /./, id);
      await says('no');
    }
    await says('turn on the lamp in 10 minutes');
    await runtime.jump(11 * 60_000);
    await done('light.lamp');
    assert.deepEqual(house.calls, []);
  });

  test('another assistant, by the mcp server', async () => {
    for (const [id, action] of [...GUARDED, ['script.spared', 'activate']] as const) {
      const { ok, text } = await client.call('control_device', { action, names: [id] });
      assert.deepEqual([ok, /Only a person may do that/.test(text)], [false, true], `${id}: ${text}`);
    }
    assert.deepEqual(house.calls, []);
    for (const [id, action] of FREE) {
      await client.call('control_device', { action, names: [id] });
      await done(id);
    }
  });

  test('a message of a flow', async () => {
    const injects = async (payload: string) => {
      const turns = async () => (await runtime.turns()).filter(({ site }) => site === 'flow').length;
      const count = await turns();
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({
        __user_inject_props__: [
          { p: 'payload', v: payload, vt: 'str' },
          { p: 'topic', v: 'flow', vt: 'str' },
        ],
      });
      await fetch(`${runtime.url}/inject/injected`, { method: 'POST', headers, body });
      await until(async () => (await turns()) > count, 'its turn');
    };
    for (const [id, action] of GUARDED) await injects(order(id, action));
    assert.deepEqual(house.calls, []);
    await injects('turn on lamp');
    await done('light.lamp');
  });
});
