import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { hurried, until } from '../../test/until.js';
import { JarvisError } from '../turn/errors.js';
import { openHomeAssistant } from './home-assistant.js';
import { Double, HERE } from './home-assistant.test.helper.js';
import { checkHome } from './open.js';
import type { Command, Home, HomeStatus } from './types.js';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(
  token = 'good',
  pace?: { pingEvery: number; pingLimit: number },
): Promise<{ double: Double; home: Home }> {
  const double = new Double();
  await once(double.server, 'listening');
  const home = openHomeAssistant({ url: double.url, token, ...(pace ? { pace } : {}) });
  cleanups.push(
    () => double.close(),
    () => home.close(),
  );
  return { double, home };
}

const inState = (home: Home, state: HomeStatus['state']) => until(() => home.status().state === state, state);
const never = new AbortController().signal;
const turnOn = { action: 'turn_on' as const, targets: ['light.lamp'] };
const code = (expected: string) => (error: unknown) => error instanceof JarvisError && error.code === expected;

test('a room that Jarvis shows as a device is none of the house, even exposed by hand', async () => {
  const double = new Double();
  await once(double.server, 'listening');
  const entity = (entity_id: string, device_id: string) => ({
    entity_id,
    device_id,
    options: { conversation: { should_expose: true } },
  });
  double.rows = {
    devices: [
      { id: 'room', area_id: 'hall', manufacturer: 'Jarvis for Node-RED' },
      { id: 'plug', area_id: 'hall', manufacturer: 'Somebody else' },
    ],
    entities: [entity('switch.mute_microphone', 'room'), entity('switch.plug', 'plug')],
  };
  double.more = { 'switch.mute_microphone': { s: 'on', a: {} }, 'switch.plug': { s: 'on', a: {} } };
  const home = openHomeAssistant({ url: double.url, token: 'good' });
  cleanups.push(
    () => double.close(),
    () => home.close(),
  );
  await inState(home, 'connected');
  assert.deepEqual(
    home.house().entities.map(({ id }) => id),
    ['light.lamp', 'switch.plug'],
  );
});

test('broken rows are left out; areas come from the device; only what may be spoken about is in the house', async () => {
  const { double, home } = await start();
  double.aliases = ['Lampe'];
  await inState(home, 'connected');
  assert.deepEqual(home.house(), {
    areas: [{ id: 'hall', name: 'Hall', aliases: ['Flur'], floor: ['Ground Floor', 'Erdgeschoss'] }],
    entities: [
      {
        id: 'light.lamp',
        domain: 'light',
        name: 'Lamp',
        aliases: ['Lampe'],
        area: 'hall',
        state: 'off',
        attributes: {},
      },
    ],
  });
  assert.equal(home.house(), home.house());
});

test('nothing is trusted until Home Assistant has finished starting', async () => {
  const { double, home } = await start();
  double.running = false;
  await until(() => /starting/.test(home.status().detail), 'starting');
  assert.equal(home.status().state, 'connecting');
  assert.deepEqual(home.house().entities, []);
  double.running = true;
  await hurried(inState(home, 'connected'));
  assert.equal(home.house().entities.length, 1);
});

test('success is claimed only when the state says so', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  const claimed = await hurried(home.run(turnOn, never), 3_000, true);
  assert.equal(claimed.ok, false, 'a success on the wire alone is none');
  assert.match(claimed.failed[0]?.reason ?? '', /did not react: it is off/);
  double.onCall = () => {
    setImmediate(() => double.setLamp('on'));
    return 'success';
  };
  const done = await home.run(turnOn, never);
  assert.deepEqual([done.ok, done.done[0]?.state], [true, 'on']);
  double.setLamp('unavailable');
  await until(() => home.house().entities[0]?.state === 'unavailable', 'unavailable');
  assert.match((await home.run(turnOn, never)).failed[0]?.reason ?? '', /unavailable/);
});

test('"brighter" and "louder" count from what each device has now, and leave off what is off', async () => {
  const { double, home } = await start();
  const light = (s: string, brightness?: number) => ({ s, a: { brightness, supported_color_modes: ['brightness'] } });
  double.more = {
    'light.dim': light('on', 51),
    'light.bright': light('on', 204),
    'light.dark': light('off'),
    'media_player.radio': { s: 'playing', a: { volume_level: 0.5 } },
    'media_player.amplifier': { s: 'playing', a: {} },
  };
  await inState(home, 'connected');
  const called: unknown[] = [];
  double.instead = (message, socket) => {
    if (message.type !== 'call_service') return false;
    const { service, service_data: data, target } = message as Record<string, Record<string, unknown>>;
    called.push([service, data, target?.['entity_id']]);
    double.send(socket, { id: message.id, type: 'result', success: true, result: {} });
    const ids = target?.['entity_id'] as string[];
    const a =
      data?.['brightness_pct'] === undefined
        ? { volume_level: data?.['volume_level'] }
        : { brightness: Math.round(Number(data['brightness_pct']) * 2.55) };
    double.emit('subscribe_entities', { c: Object.fromEntries(ids.map((id) => [id, { '+': { a } }])) });
    return true;
  };
  const lights = ['light.dim', 'light.bright', 'light.dark'];
  const brighter = await home.run({ action: 'set_brightness', targets: lights, by: 20 }, never);
  assert.deepEqual(called.splice(0), [
    ['turn_on', { brightness_pct: 40 }, ['light.dim']],
    ['turn_on', { brightness_pct: 100 }, ['light.bright']],
  ]);
  assert.deepEqual(
    brighter.failed.map(({ entity, reason }) => [entity.id, reason]),
    [['light.dark', 'it is off']],
  );
  const players = ['media_player.radio', 'media_player.amplifier'];
  assert.equal((await home.run({ action: 'set_volume', targets: players, by: -10 }, never)).ok, true);
  assert.deepEqual(called, [
    ['volume_set', { volume_level: 0.4 }, ['media_player.radio']],
    ['volume_down', {}, ['media_player.amplifier']],
  ]);
});

test('a white is a colour temperature where the lamp has one', async () => {
  const { double, home } = await start();
  const light = (...modes: string[]) => ({ s: 'on', a: { supported_color_modes: modes } });
  double.more = { 'light.white': light('color_temp'), 'light.colour': light('hs') };
  await inState(home, 'connected');
  const called: unknown[] = [];
  double.instead = (message, socket) => {
    if (message.type !== 'call_service') return false;
    const { service_data: data, target } = message as Record<string, Record<string, unknown>>;
    called.push([target?.['entity_id'], data]);
    double.send(socket, { id: message.id, type: 'result', success: true, result: {} });
    const ids = target?.['entity_id'] as string[];
    const a = { rgb_color: [255, 167, 87] };
    double.emit('subscribe_entities', { c: Object.fromEntries(ids.map((id) => [id, { '+': { a } }])) });
    return true;
  };
  const targets = ['light.white', 'light.colour'];
  assert.equal((await home.run({ action: 'set_color', targets, value: 'warmwhite' }, never)).ok, true);
  assert.deepEqual(called, [
    [['light.white'], { color_temp_kelvin: 2700 }],
    [['light.colour'], { rgb_color: [255, 197, 143] }],
  ]);
  const red = await home.run({ action: 'set_color', targets: ['light.white'], value: 'red' }, never);
  assert.match(red.failed[0]?.reason ?? '', /can't change its colour/);
});

test('a server that hangs is dropped and connected to again, with events and fresh states', async () => {
  const { double, home } = await start('good', { pingEvery: 50, pingLimit: 1000 });
  const heard: unknown[] = [];
  home.onEvent('jarvis_say', (data) => heard.push(data));
  await inState(home, 'connected');
  await until(() => double.subscriptions.some(({ type }) => type === 'jarvis_say'), 'the event subscription');
  const states: string[] = [];
  home.onStatus(({ state }) => states.push(state));
  double.silent = true;
  await inState(home, 'disconnected');
  assert.match(home.status().detail, /did not answer/);
  assert.equal(home.house().entities[0]?.state, 'off', 'names stay known while disconnected');
  double.lamp = { ...double.lamp, s: 'on' };
  double.subscriptions = [];
  double.silent = false;
  await hurried(inState(home, 'connected'));
  assert.equal(home.house().entities[0]?.state, 'on');
  assert.deepEqual(states.slice(0, 1), ['disconnected']);
  await until(() => {
    double.emit('jarvis_say', { event_type: 'jarvis_say', data: { text: 'hello' } });
    return heard.length > 0;
  }, 'the event');
  assert.deepEqual(heard[0], { text: 'hello' });
});

test('a command in flight when the connection drops fails with a reason; the next one works', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  double.onCall = (_service, socket) => {
    socket.terminate();
    return 'nothing';
  };
  await assert.rejects(home.run(turnOn, never), code('home-unreachable'));
  double.onCall = () => {
    double.setLamp('on');
    return 'success';
  };
  await inState(home, 'disconnected');
  await assert.rejects(home.run(turnOn, never), code('home-unreachable'), 'not waited for');
  await inState(home, 'connected');
  assert.equal((await home.run(turnOn, never)).ok, true);
});

test('a connection that is lost at any moment is told as lost, with what to do', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  const told: string[] = [];
  home.onStatus(({ detail }) => told.push(detail));
  const lost = (call: () => Promise<unknown>) =>
    assert.rejects(
      call,
      (thrown) => thrown instanceof JarvisError && /connection to Home Assistant.* was lost/.test(thrown.message),
    );
  const dropAt = (wanted: string) => {
    double.instead = ({ type }, socket) => {
      if (type === wanted) socket.terminate();
      return type === wanted;
    };
  };
  const calls: [type: string, call: () => Promise<unknown>][] = [
    ['call_service', () => home.run(turnOn, never)],
    ['fire_event', async () => home.fire?.('jarvis_answer', {}, never)],
  ];
  for (const [type, call] of calls) {
    await inState(home, 'connected');
    dropAt(type);
    await lost(call);
    double.instead = () => false;
    await inState(home, 'disconnected');
  }
  // While it is being connected to again, and while it is still starting.
  const isLost = () => home.status().state === 'disconnected' && /was lost/.test(home.status().detail);
  for (const type of ['get_config', 'subscribe_entities', 'config/area_registry/list']) {
    await hurried(inState(home, 'connected'));
    dropAt(type);
    const { connections } = double;
    for (const socket of double.sockets) socket.terminate();
    await hurried(until(() => double.connections > connections && isLost(), `the loss at ${type} to be told`));
    double.instead = () => false;
  }
  await hurried(inState(home, 'connected'));
  double.running = false;
  for (const socket of double.sockets) socket.terminate();
  await hurried(until(() => home.status().detail.includes('still starting'), 'the start'));
  for (const socket of double.sockets) socket.terminate();
  await hurried(until(isLost, 'the loss while it starts'));
  assert.doesNotMatch(told.join('\n'), /cancelled|aborted/);
});

test('a token revoked while connected is reported as such', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  double.token = 'another';
  for (const socket of double.sockets) socket.close();
  await inState(home, 'unauthorised');
  assert.match(home.status().detail, /refuses the token/);
  await assert.rejects(home.run(turnOn, never), code('home-unauthorised'));
});

test('nonsense on the wire ends the connection, not the process', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  for (const nonsense of ['{"id":', 'null', '[null]', '{"id":2,"type":"event","event":null}', '7']) {
    for (const socket of double.sockets) socket.send(nonsense);
  }
  const before = double.connections;
  await hurried(until(() => double.connections > before, 'another connection'));
  await inState(home, 'connected');
});

test('changes of the registry are read once their burst is over', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  const house = home.house();
  double.aliases = ['Funzel'];
  for (let i = 0; i < 20; i++) double.emit('entity_registry_updated', { data: {} });
  await until(() => home.house().entities[0]?.aliases.includes('Funzel') ?? false, 'the new alias');
  assert.notEqual(home.house(), house);
});

test('an aborted command rejects with an AbortError at once', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  double.onCall = () => 'nothing';
  const abort = new AbortController();
  const running = home.run(turnOn, abort.signal);
  abort.abort();
  await assert.rejects(running, { name: 'AbortError' });
});

test('an address where something else answers is reported, and run says so', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = openHomeAssistant({ url, token: 'x' });
  cleanups.push(
    async () => void server.close(),
    () => home.close(),
  );
  await inState(home, 'disconnected');
  await assert.rejects(home.run(turnOn, never), (error: unknown) => {
    assert.ok(code('home-unreachable')(error));
    assert.match(String(error), /can't be reached \(Unexpected server response: 404\)/);
    return true;
  });
});

test('a check says what is found or what is wrong', async () => {
  const { double } = await start();
  assert.deepEqual(await checkHome(double.url, 'good'), {
    ok: true,
    message: 'Connected: 1 device in 1 area may be spoken about.',
  });
  assert.match((await checkHome(double.url, 'bad')).message, /refuses the token/);
  assert.match((await checkHome('ftp://x', 'bad')).message, /not the URL of a Home Assistant/);
  assert.match((await checkHome(double.url, '')).message, /no token/);
});

test('a house that was never there is waited for a moment, one that is known to be away not at all', async () => {
  const double = new Double();
  await once(double.server, 'listening');
  const { url } = double;
  await double.close();
  const home = openHomeAssistant({ url, token: 'good' });
  cleanups.push(() => home.close());
  await inState(home, 'disconnected');
  const soon = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
  const refused = (thrown: unknown) => thrown instanceof JarvisError && thrown.code;
  assert.equal(await Promise.race([home.ready(never).catch(refused), soon]), 'home-unreachable');
  assert.equal(await home.converse?.('tell me about lighthouses', 'en', never), null);
});

test('time zone and place are the house’s own', async () => {
  const { home } = await start();
  await inState(home, 'connected');
  assert.equal(home.timeZone?.(), 'Pacific/Auckland');
  assert.deepEqual(home.place?.(), {
    name: 'Villa Kiwi',
    country: 'NZ',
    latitude: HERE.latitude,
    longitude: HERE.longitude,
  });
});

test('only what Home Assistant’s recogniser knows for sure is done, its errors are not spoken, and what it did is read back', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  const lamp = { 'light.lamp': { matched: true } };
  const intent = (name: string, more = {}) => ({ intent: { name }, details: {}, targets: lamp, match: true, ...more });
  const delayed = (command: string) =>
    intent('HassStartTimer', { details: { conversation_command: { value: command } }, targets: {} });
  const done = { response_type: 'action_done', speech: { plain: { speech: 'Done' } } };
  const named = { ...done, data: { success: [{ type: 'entity', id: 'light.lamp' }], failed: [] } };
  const error = {
    response_type: 'error',
    speech: { plain: { speech: 'Unknown intent X' } },
    data: { code: 'unknown' },
  };
  let moves = true;
  const sentences: Record<string, [recognised: unknown, response: object]> = {
    'tell me a joke': [intent('HassGetCurrentTime', { targets: {}, fuzzy_match: true }), named],
    'dinner is ready': [intent('HassBroadcast', { targets: {} }), { ...done, data: { success: [], failed: [] } }],
    stop: [intent('HassLawnMowerDock'), error],
    'call me later': [delayed('call me'), { ...done, data: { success: [], failed: [] } }],
    'call me': [null, error],
    'light please later': [delayed('light please'), { ...done, data: { success: [], failed: [] } }],
    'light please': [intent('HassTurnOn'), named],
    'half the light': [intent('HassLightSet', { details: { brightness: { value: 50 } } }), named],
    'my own sentence': [
      { source: 'trigger', match: true },
      { ...done, data: { success: [], failed: [] } },
    ],
  };
  const processed: unknown[] = [];
  double.instead = (message, socket) => {
    const { id, type } = message;
    const answer = (result: object) => double.send(socket, { id, type: 'result', success: true, result });
    const said = String(message['text'] ?? (message['sentences'] as string[] | undefined)?.[0]);
    const [recognised, response] = sentences[said] ?? [];
    if (type === 'conversation/agent/homeassistant/debug') answer({ results: [recognised] });
    else if (type === 'conversation/process') {
      processed.push(said);
      if (said === 'light please' && moves) double.setLamp('on');
      answer({ response });
    } else return false;
    return true;
  };
  const asked = async (text: string) => home.converse?.(text, 'en', never);
  for (const text of ['tell me a joke', 'dinner is ready', 'call me later', 'stop'])
    assert.equal(await asked(text), null, text);
  assert.deepEqual(processed, ['stop'], 'a guess is not carried out');
  assert.equal((await asked('my own sentence'))?.speech, 'Done');
  assert.equal((await asked('light please later'))?.acted, true, 'a delayed command is one where the command is');
  assert.equal((await asked('light please'))?.ok, true);
  moves = false;
  double.setLamp('off');
  const before = processed.length;
  const asking = asked('light please');
  await until(() => processed.length > before, 'the command');
  // Its answer has come, too, before the limit for that passes.
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  const idle = await hurried(asking, 3_000, true);
  assert.deepEqual([idle?.ok, idle?.failed?.[0]?.entity.id], [false, 'light.lamp']);
  double.emit('subscribe_entities', { c: { 'light.lamp': { '+': { a: { supported_color_modes: ['onoff'] } } } } });
  assert.match((await asked('half the light'))?.failed?.[0]?.reason ?? '', /dimmed/);
  assert.ok(!processed.includes('half the light'), 'what a device can’t do is not tried');
});

test('its recogniser is told the room by a device there that is no satellite, and asked without one where it refuses that', async () => {
  const double = new Double();
  double.rows = {
    entities: [{ entity_id: 'assist_satellite.hall', device_id: 'd0' }],
    devices: [{ id: 'd0', area_id: 'porch' }],
  };
  const asked: unknown[] = [];
  let isOld = false;
  double.instead = (message, socket) => {
    const { id, type, device_id: device } = message;
    if (type !== 'conversation/process') return false;
    asked.push(device);
    const error = { code: 'invalid_format', message: "extra keys not allowed @ data['device_id']" };
    const response = { response_type: 'query_answer', speech: { plain: { speech: 'Here.' } } };
    const told = isOld && device ? { success: false, error } : { success: true, result: { response } };
    double.send(socket, { id, type: 'result', ...told });
    return true;
  };
  await once(double.server, 'listening');
  const home = openHomeAssistant({ url: double.url, token: double.token });
  cleanups.push(
    () => double.close(),
    () => home.close(),
  );
  await inState(home, 'connected');
  const answer = async (area?: string) => (await home.converse?.('where am I', 'en', never, area))?.speech;
  for (const area of ['hall', 'Flur', 'porch', 'nowhere', undefined]) assert.equal(await answer(area), 'Here.');
  isOld = true;
  assert.equal(await answer('hall'), 'Here.');
  assert.deepEqual(asked, ['d1', 'd1', undefined, undefined, undefined, 'd1', undefined]);
});

test('vacuums and mowers are started, stopped and sent home, and a player is muted without losing its volume', async () => {
  const double = new Double();
  await once(double.server, 'listening');
  const speaker = { friendly_name: 'Speaker', supported_features: 12, volume_level: 0.4, is_volume_muted: false };
  double.more = {
    'vacuum.robot': { s: 'docked', a: { friendly_name: 'Robot', supported_features: 8 } },
    'vacuum.plain': { s: 'cleaning', a: { friendly_name: 'Plain', supported_features: 4 } },
    'lawn_mower.garden': { s: 'docked', a: { friendly_name: 'Mower' } },
    'media_player.speaker': { s: 'playing', a: speaker },
  };
  const called: unknown[] = [];
  const states: Record<string, string> = {
    start: 'cleaning',
    stop: 'idle',
    pause: 'paused',
    return_to_base: 'returning',
    start_mowing: 'mowing',
    dock: 'docked',
  };
  double.instead = (message, socket) => {
    if (message.type === 'homeassistant/expose_entity/list') {
      // mowers are for those who say so
      const exposed_entities = { 'lawn_mower.garden': { conversation: true } };
      double.send(socket, { id: message.id, type: 'result', success: true, result: { exposed_entities } });
      return true;
    }
    if (message.type !== 'call_service') return false;
    const { domain, service, service_data: data } = message;
    const [id = ''] = (message['target'] as { entity_id: string[] }).entity_id;
    called.push(`${domain}.${service}`);
    const change = domain === 'media_player' ? { a: data } : { s: states[String(service)] };
    double.emit('subscribe_entities', { c: { [id]: { '+': change } } });
    double.send(socket, { id: message.id, type: 'result', success: true, result: {} });
    return true;
  };
  const home = openHomeAssistant({ url: double.url, token: 'good' });
  cleanups.push(
    () => double.close(),
    () => home.close(),
  );
  await inState(home, 'connected');
  const ends = async (action: Command['action'], id: string, value?: number) => {
    const command = { action, targets: [id], ...(value === undefined ? {} : { value }) };
    const { ok, done, failed } = await home.run(command, never);
    assert.ok(ok, `${action} ${id}: ${JSON.stringify(failed)}`);
    return done[0];
  };
  assert.equal((await ends('turn_on', 'vacuum.robot'))?.state, 'cleaning');
  assert.equal((await ends('turn_off', 'vacuum.robot'))?.state, 'idle');
  assert.equal((await ends('dock', 'vacuum.robot'))?.state, 'returning');
  assert.equal((await ends('turn_off', 'vacuum.plain'))?.state, 'paused');
  assert.equal((await ends('turn_on', 'lawn_mower.garden'))?.state, 'mowing');
  assert.equal((await ends('pause', 'lawn_mower.garden'))?.state, 'paused');
  assert.equal((await ends('dock', 'lawn_mower.garden'))?.state, 'docked');
  assert.deepEqual((await ends('set_volume', 'media_player.speaker', 0))?.attributes['volume_level'], 0.4);
  assert.equal((await ends('unmute', 'media_player.speaker'))?.attributes['is_volume_muted'], false);
  assert.deepEqual(called.slice(-2), ['media_player.volume_mute', 'media_player.volume_mute']);
});

test('where the sun is and whether anyone is home is known, though nobody may speak about them', async () => {
  const double = new Double();
  await once(double.server, 'listening');
  const times = { next_rising: '2026-11-24T06:30:00+00:00', next_setting: '2026-11-23T15:00:00+00:00' };
  const hidden = { 'sun.sun': { s: 'below_horizon', a: times }, 'person.ada': { s: 'home', a: {} } };
  double.more = { ...hidden, 'person.tom': { s: 'Work', a: {} } };
  const home = openHomeAssistant({ url: double.url, token: 'good' });
  cleanups.push(
    () => double.close(),
    () => home.close(),
  );
  await home.ready(never);
  const next = { sunrise: Date.parse('2026-11-24T06:30:00Z'), sunset: Date.parse('2026-11-23T15:00:00Z') };
  assert.deepEqual(home.surroundings?.(), { sun: 'below_horizon', next, people: ['home', 'Work'] });
  assert.ok(!home.house().entities.some(({ id }) => id === 'sun.sun'));
});

test('the states of the past are read as the recorder keeps them; nonsense, and a house without one, harm nothing', async () => {
  const { double, home } = await start();
  await inState(home, 'connected');
  const of = { ids: ['lock.door', 'person.anna'], from: 1_764_158_400_000, to: 1_764_162_000_000 };
  await assert.rejects(async () => await home.history?.(of, never), code('home-refused'));
  let asked: object = {};
  double.instead = (message, socket) => {
    if (message.type !== 'history/history_during_period') return false;
    asked = message;
    const result = {
      'person.anna': [
        { s: 'home', a: {}, lu: 1_764_158_400 },
        { s: 'not_home', lu: 1_764_160_000.5, lc: 1_764_159_000.25 },
      ],
      'lock.door': [{ s: 'locked', lu: 1_764_158_500 }, { s: 3 }, null],
      'light.not_asked': [{ s: 'on', lu: 1_764_158_400 }],
    };
    double.send(socket, { id: message.id, type: 'result', success: true, result });
    return true;
  };
  assert.deepEqual(await home.history?.(of, never), [
    { id: 'person.anna', state: 'home', at: 1_764_158_400_000 },
    { id: 'lock.door', state: 'locked', at: 1_764_158_500_000 },
    { id: 'person.anna', state: 'not_home', at: 1_764_159_000_250 },
  ]);
  const { id: _, ...sent } = asked as { id: number };
  assert.deepEqual(sent, {
    type: 'history/history_during_period',
    start_time: '2025-11-26T12:00:00.000Z',
    end_time: '2025-11-26T13:00:00.000Z',
    entity_ids: of.ids,
    minimal_response: true,
    no_attributes: true,
  });
});
