import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import { freePort } from '../../test/free-port.js';
import { must, until } from '../../test/until.js';
import { parseWav, wavOf } from '../audio/wav.js';
import { turns } from '../conversation/turns.js';
import { forgetEverywhere } from '../turn/erasing.js';
import { newTurn, type Turn } from '../turn/turn.js';
import { type Broker, openBroker } from './broker.js';
import { openHub } from './hub.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  turns.close('the test is over');
  for (const close of opened.splice(0).reverse()) await close();
});

/** A folder for what is kept of rooms. */
function fileOfRooms(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'rooms.json');
}

async function brokerOpened(): Promise<Broker> {
  const broker = await openBroker({ host: '127.0.0.1', port: 0 });
  opened.push(() => broker.close());
  return broker;
}

/** What Home Assistant sees at the broker: everything, from its own connection on. */
async function houseAt(port: number) {
  const client: MqttClient = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
  opened.push(() => client.endAsync(true));
  const heard: { topic: string; text: string; retain: boolean }[] = [];
  client.on('message', (topic, payload, { retain }) => heard.push({ topic, text: `${payload}`, retain }));
  await client.subscribeAsync('#');
  const all = (topic: string) => heard.filter((one) => one.topic === topic).map(({ text }) => text);
  return {
    client,
    heard,
    all,
    last: (topic: string) => all(topic).at(-1),
    /** Waits until the last message on a topic is so. */
    sees: (topic: string, like: (text: string) => boolean | undefined, what = topic) =>
      until(
        () => all(topic).some((_, at, list) => at === list.length - 1 && like(list[at] ?? '')),
        () => `${what}; heard ${JSON.stringify(heard.slice(-10))}`,
      ),
    send: (topic: string, text: string | Buffer, retain = false) =>
      client.publishAsync(topic, text, { qos: 1, retain }),
  };
}

/** A way to the broker that can be cut. */
async function cableTo(port: number) {
  const sockets = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    if (isCut) return socket.destroy();
    const inner = net.connect(port, '127.0.0.1').on('error', () => {});
    for (const end of [socket, inner]) sockets.add(end);
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  opened.push(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    mend() {
      isCut = false;
    },
  };
}

type HubOptions = Partial<Parameters<typeof openHub>[0]>;

function hubAt(port: number, file: string, { discovery, ...more }: HubOptions = {}, words: string[] = []) {
  const hub = openHub({
    broker: { kind: 'external', url: `mqtt://127.0.0.1:${port}`, protocol: 4, verify: true },
    areas: { kitchen: 'kitchen_1' },
    settings: { file, wakeWords: () => words },
    discovery: {
      languages: ['en', 'de'],
      areaName: (area) => (area === 'kitchen_1' ? 'Kitchen' : area),
      ...discovery,
    },
    ...more,
  });
  opened.push(() => hub.close());
  hub.on('hush', (site) => turns.stop(site));
  return hub;
}

const KITCHEN = 'homeassistant/device/jarvis_kitchen/config';
const ASSISTANT = 'homeassistant/device/jarvis/config';

async function announced(more: HubOptions = {}, words: string[] = []) {
  const broker = await brokerOpened();
  const house = await houseAt(broker.port);
  const file = fileOfRooms();
  const hub = hubAt(broker.port, file, more, words);
  await house.sees(KITCHEN, (text) => text !== '');
  return { broker, house, file, hub };
}

test('a satellite that is connected to is a device, too, with the wake words that it hears by itself', async () => {
  const linked = [{ site: 'den', kind: 'esphome', host: '127.0.0.1', port: 9 } as const];
  const { house, hub } = await announced({ linked }, ['hey_jarvis', 'alexa']);
  const DEN = 'homeassistant/device/jarvis_den/config';
  await house.sees(DEN, (text) => text.includes('alexa'));
  await house.send('jarvis/den/set/volume', '40');
  await until(() => hub.site('den')?.volume === 40, 'the volume');
});

const componentsIn = (text: string | undefined) =>
  JSON.parse(must(text)).cmps as Record<string, Record<string, unknown>>;
const voiceTurn = (more: Partial<Turn> = {}) =>
  newTurn({ site: 'kitchen', source: 'voice', language: 'en', wake: { word: 'hey_jarvis', by: 'audio' }, ...more });
const frame = wavOf({ samples: Buffer.alloc(320, 1), rate: 16_000 });

test('rooms and the assistant are announced, kept, with where they stand; a new one when it appears', async () => {
  const { broker, house, hub } = await announced();
  const { dev, availability_topic } = JSON.parse(must(house.last(KITCHEN)));
  assert.deepEqual([dev.sa, availability_topic], ['Kitchen', 'jarvis/status']);
  await house.sees('jarvis/status', (text) => text === 'online');
  await house.sees(ASSISTANT, (text) => text !== '');
  await house.sees('jarvis/kitchen/settings', (text) => text !== '');
  assert.deepEqual(JSON.parse(must(house.last('jarvis/kitchen/settings'))), {
    mute: 'OFF',
    volume: 100,
    language: 'English',
    wake_word: 'Any',
  });
  await house.send('hermes/audioServer/attic.1/audioFrame', 'junk');
  await house.sees('homeassistant/device/jarvis_attic-2e-1/config', (text) => /"Jarvis attic.1"/.test(text));
  // Who comes later finds all of it.
  const later = await houseAt(broker.port);
  for (const topic of [KITCHEN, ASSISTANT, 'jarvis/status', 'jarvis/kitchen/settings', 'jarvis/kitchen/state'])
    await later.sees(topic, (text) => text !== '');
  assert.ok(later.heard.every(({ retain }) => retain));
  // Without anything that speaks there is nothing to say it with.
  assert.deepEqual(componentsIn(house.last(KITCHEN))['say'], { p: 'notify' });
  hub.on('say', () => {});
  hub.refresh();
  await house.sees(KITCHEN, (text) => componentsIn(text)['say']?.['command_topic'] === 'jarvis/kitchen/set/say');
});

test('timers are kept for each room, of one that appears later too, and go with it', async () => {
  const { broker, house, hub } = await announced();
  const devices = must(hub.devices);
  // Until they are known the broker keeps what it was told before we started.
  assert.equal(house.last('jarvis/kitchen/timers'), undefined);
  const due = '2026-11-27T18:00:00.000Z';
  const eggs = { next: due, timers: [{ kind: 'timer', name: 'eggs', due, paused: null }] };
  const none = { next: null, timers: [] };
  devices.showTimers(new Map([['attic', eggs]]));
  const shows = (topic: string, what: object) => house.sees(topic, (text) => text === JSON.stringify(what));
  await shows('jarvis/kitchen/timers', none);
  assert.equal(house.last('jarvis/attic/timers'), undefined);
  await house.send('hermes/hotword/toggleOn', JSON.stringify({ siteId: 'attic' }));
  await shows('jarvis/attic/timers', eggs);
  devices.showTimers(
    new Map([
      ['attic', eggs],
      ['kitchen', eggs],
    ]),
  );
  await shows('jarvis/kitchen/timers', eggs);
  // What is the same isn't told again.
  assert.equal(house.all('jarvis/attic/timers').length, 1);
  const later = await houseAt(broker.port);
  await later.sees('jarvis/kitchen/timers', (text) => text === JSON.stringify(eggs));
  assert.ok(later.heard.every(({ retain }) => retain));
  devices.showTimers(new Map());
  await shows('jarvis/kitchen/timers', none);
  await shows('jarvis/attic/timers', none);
  await hub.close(true);
  await house.sees('jarvis/kitchen/timers', (text) => text === '');
  await house.sees('jarvis/attic/timers', (text) => text === '');
});

test('a turn is followed: state, wake word, end of speech, words, and what was said', async () => {
  const { house, hub } = await announced();
  turns.on('stage', follow);
  opened.push(() => void turns.off('stage', follow));
  function follow({ site, stage }: { site: string; stage: Parameters<typeof hub.setStage>[1] }) {
    hub.setStage(site, stage);
  }
  const turn = voiceTurn();
  turns.begin(turn);
  turns.stage(turn.id, 'listening');
  await house.sees('jarvis/kitchen/state', (text) => text === 'listening');
  turns.stage(turn.id, 'thinking');
  turns.show(turn, 'heard', 'call 0171 5550123 at once');
  turns.stage(turn.id, 'speaking');
  turns.show(turn, 'reply', 'One moment.', false);
  turns.show(turn, 'reply', 'It rings.');
  // Tools are called between sentences: the person has ended once.
  turns.stage(turn.id, 'thinking');
  turns.end(turn.id);
  await house.sees('jarvis/kitchen/words', (text) => JSON.parse(text).said !== null);
  assert.deepEqual(JSON.parse(must(house.last('jarvis/kitchen/words'))), {
    heard: 'call [phone] at once',
    said: 'One moment. It rings.',
  });
  assert.deepEqual(
    house.all('jarvis/kitchen/event').map((text) => JSON.parse(text)),
    [
      { event_type: 'wake_word', word: 'hey_jarvis' },
      { event_type: 'utterance_end' },
      { event_type: 'heard', text: 'call [phone] at once' },
    ],
  );
  // Nothing of it is kept at the broker.
  assert.ok(!house.heard.some(({ topic, retain }) => /words|event/.test(topic) && retain));

  // What people say to each other in the room is told to nobody.
  const judged = (directed: boolean) => ({
    ...{ directed, query: 'x', stop: false, confidence: 1, reasoning: '', by: 'rule' as const },
  });
  for (const [directed, text] of [
    [false, 'between ourselves'],
    [true, 'to an assistant that fails'],
  ] as const) {
    const other = voiceTurn({ wake: { word: null, by: 'follow-up' } });
    const { trace } = turns.begin(other);
    turns.show(other, 'heard', text);
    trace.decided({ judgement: judged(directed) });
    turns.end(other.id, 'it failed');
  }
  await house.sees('jarvis/kitchen/words', (text) => JSON.parse(text).heard === 'to an assistant that fails');
  assert.ok(!house.heard.some(({ text }) => text.includes('between ourselves')));

  const long = newTurn({ site: 'kitchen', source: 'announcement', language: 'en' });
  turns.begin(long);
  turns.show(long, 'reply', 'x'.repeat(400));
  turns.end(long.id);
  await house.sees('jarvis/kitchen/words', (text) => JSON.parse(text).said.length === 255);

  await forgetEverywhere({ sites: ['kitchen'], turns: [], tells: () => true });
  await house.sees('jarvis/kitchen/words', (text) => text === '{"heard":null,"said":null}');
});

test('a command mutes the microphone until another lets it hear again, over restarts', async () => {
  const { broker, house, hub, file } = await announced();
  const heard: string[] = [];
  hub.on('audio', (site) => heard.push(site));
  hub.on('wake', (site) => heard.push(`wake ${site}`));
  hub.on('text', ({ site, by }) => heard.push(`${by} ${site}`));
  const turn = voiceTurn();
  const { signal } = turns.begin(turn);
  turns.stage(turn.id, 'listening');
  await house.send('jarvis/kitchen/set/mute', 'ON');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).mute === 'ON');
  assert.equal(signal.aborted, true);
  const speak = async (site: string) => {
    await house.send(`hermes/audioServer/${site}/audioFrame`, frame);
    await house.send('hermes/hotword/x/detected', JSON.stringify({ siteId: site }));
    await house.send('hermes/asr/textCaptured', JSON.stringify({ siteId: site, text: 'hello' }));
    hub.listen(site);
  };
  await speak('kitchen');
  await speak('den');
  await until(() => heard.includes('captured den'), 'the other room');
  assert.ok(!heard.some((what) => what.includes('kitchen')), heard.join());

  await hub.close();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { kitchen: { deaf: true } });
  const again = hubAt(broker.port, file);
  await until(() => again.status().state === 'connected', 'the connection');
  assert.equal(again.site('kitchen')?.deaf, true);
  const back: string[] = [];
  again.on('audio', (site) => back.push(site));
  await house.send('jarvis/kitchen/set/mute', 'OFF');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).mute === 'OFF');
  await house.send('hermes/audioServer/kitchen/audioFrame', frame);
  await until(() => back.includes('kitchen'), 'its sound');
});

test('commands speak, stop and choose the language', async () => {
  const { house, hub } = await announced();
  const said: object[] = [];
  hub.on('say', ({ text, rooms }) => said.push({ text, rooms }));
  await house.send('jarvis/kitchen/set/say', 'Dinner is ready.');
  await until(() => said.length > 0, 'the announcement');
  assert.deepEqual(said, [{ text: 'Dinner is ready.', rooms: ['kitchen'] }]);
  const turn = voiceTurn();
  const { signal } = turns.begin(turn);
  turns.stage(turn.id, 'speaking');
  await house.send('jarvis/kitchen/set/stop', 'PRESS');
  await until(() => signal.aborted, 'the end of the turn');
  await house.send('jarvis/kitchen/set/language', 'Deutsch');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).language === 'Deutsch');
  assert.equal(hub.site('kitchen')?.language, 'de');
});

test('a room plays as loud, and wakes by the word, that was set', async () => {
  const words = ['hey_jarvis', 'alexa'];
  const { broker, house, hub, file } = await announced({}, words);
  assert.deepEqual(componentsIn(house.last(KITCHEN))['wake_word']?.['options'], ['Any', 'hey_jarvis', 'alexa']);
  await house.send('jarvis/kitchen/set/volume', '50');
  await house.send('jarvis/kitchen/set/wake_word', 'alexa');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).wake_word === 'alexa');
  assert.deepEqual([hub.site('kitchen')?.volume, hub.site('kitchen')?.wakeWord], [50, 'alexa']);
  const sounds = new Promise<Buffer>((resolve) =>
    house.client.on('message', (topic, payload) => /playBytes/.test(topic) && resolve(payload)),
  );
  const samples = Buffer.alloc(4);
  samples.writeInt16LE(8000, 0);
  samples.writeInt16LE(-8000, 2);
  const played = hub.play('kitchen', { samples, rate: 16_000 }, 'one', AbortSignal.timeout(60_000));
  const { samples: heard } = parseWav(await sounds);
  assert.deepEqual([heard.readInt16LE(0), heard.readInt16LE(2)], [2000, -2000]);
  await house.send('hermes/audioServer/kitchen/playFinished', '{"id":"one"}');
  await played;

  await hub.close();
  words.splice(1);
  const again = hubAt(broker.port, file, {}, words);
  await until(() => again.site('kitchen')?.volume === 50, 'what was set');
  // A word that nobody listens for would wake nobody.
  assert.equal(again.site('kitchen')?.wakeWord, undefined);
});

test('commands that nobody offered do nothing, are told once, and make no room', async () => {
  const { house, hub } = await announced();
  const told: string[] = [];
  const did: string[] = [];
  hub.on('problem', (site, error) => told.push(`${site}: ${error.message}`));
  hub.on('say', ({ text }) => did.push(text));
  hub.on('hush', (site) => did.push(site));
  for (const [topic, text] of [
    ['kitchen/set/mute', 'maybe'],
    ['kitchen/set/reboot', 'now'],
    ['kitchen/set/say', 'x'.repeat(30_000)],
    ['nowhere/set/stop', 'PRESS'],
    ['browser-00000001/set/stop', 'PRESS'],
    ['a b/set/stop', 'PRESS'],
  ] as const)
    await house.send(`jarvis/${topic}`, text);
  await house.send('jarvis/kitchen/set/stop', 'PRESS', true);
  await Promise.all(Array.from({ length: 100 }, (_, at) => house.send('jarvis/kitchen/set/say', `No. ${at}`)));
  await until(() => did.some((what) => what.startsWith('No.')), 'the first');
  await house.send('jarvis/kitchen/set/language', 'Deutsch');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).language === 'Deutsch');
  assert.ok(did.length < 100, 'all of a hundred');
  assert.equal(told.filter((line) => /kitchen: The command "mute" takes ON or OFF/.test(line)).length, 1);
  assert.ok(told.some((line) => /no room "nowhere"/.test(line)));
  assert.ok(told.some((line) => /too much at once/.test(line)));
  assert.deepEqual(
    hub.sites().map(({ id }) => id),
    ['kitchen'],
  );
});

test('what a broker kept is no command; Home Assistant’s birth has all announced again', async () => {
  const broker = await brokerOpened();
  const house = await houseAt(broker.port);
  await house.send('jarvis/kitchen/set/mute', 'ON', true);
  await house.send('homeassistant/status', 'online', true);
  const hub = hubAt(broker.port, fileOfRooms());
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).mute === 'OFF');
  assert.equal(hub.site('kitchen')?.deaf, undefined);
  const count = () => house.all(KITCHEN).length;
  assert.equal(count(), 1);
  await Promise.all(Array.from({ length: 500 }, () => house.send('homeassistant/status', 'online')));
  await until(() => count() > 1, 'the second announcement');
  assert.ok(count() < 500);
});

test('a connection that is cut is told by its will, one that is closed by itself; devices stay', async () => {
  const broker = await brokerOpened();
  const house = await houseAt(broker.port);
  const file = fileOfRooms();
  const cable = await cableTo(broker.port);
  const hub = hubAt(cable.port, file);
  await house.sees('jarvis/status', (text) => text === 'online');
  cable.cut();
  await house.sees('jarvis/status', (text) => text === 'offline');
  cable.mend();
  await house.sees('jarvis/status', (text) => text === 'online');
  await hub.close();
  await house.sees('jarvis/status', (text) => text === 'offline');
  const later = await houseAt(broker.port);
  await later.sees(KITCHEN, (text) => text !== '');
});

test('a room that is forgotten is taken away', async () => {
  const { house } = await announced();
  for (let at = 0; at < 201; at++) await house.send('hermes/hotword/toggleOn', JSON.stringify({ siteId: `s${at}` }));
  await house.sees('homeassistant/device/jarvis_s0/config', (text) => text === '');
});

test('all devices go with the node', async () => {
  const { broker, house, hub } = await announced();
  await house.send('hermes/hotword/toggleOn', JSON.stringify({ siteId: 'attic' }));
  await house.sees('jarvis/attic/settings', (text) => text !== '');
  must(hub.devices).showTimers(new Map());
  await house.sees('jarvis/attic/timers', (text) => text !== '');
  await hub.close(true);
  const later = await houseAt(broker.port);
  await later.send('mark', 'x');
  await later.sees('mark', () => true);
  assert.deepEqual(
    later.heard.filter(({ topic }) => /^homeassistant|status|settings|timers|assistant/.test(topic)),
    [],
  );
});

test('they go with the node and its built-in broker, too', async () => {
  const port = await freePort();
  const hub = hubAt(port, fileOfRooms(), { broker: { kind: 'embedded', host: '127.0.0.1', port } });
  await until(() => hub.status().state === 'connected', 'the broker');
  const house = await houseAt(port);
  house.client.on('error', () => {});
  await house.sees(KITCHEN, (text) => text !== '');
  await hub.close(true);
  await house.sees(KITCHEN, (text) => text === '');
  await house.sees(ASSISTANT, (text) => text === '');
});

test('what is no longer to be shown is taken back, of rooms that aren’t known any more too', async () => {
  const { broker, house, hub, file } = await announced();
  await house.send('hermes/hotword/toggleOn', JSON.stringify({ siteId: 'attic' }));
  await house.sees('jarvis/attic/settings', (text) => text !== '');
  must(hub.devices).showTimers(new Map());
  await house.sees('jarvis/attic/timers', (text) => text !== '');
  await house.send('homeassistant/device/other/config', '{}', true);
  await house.send('jarvis/kitchen/set/mute', 'ON');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).mute === 'ON');
  await hub.close();
  const without = hubAt(broker.port, file, {
    discovery: { languages: ['en'], areaName: (area) => area, isWithdrawn: true },
  });
  const ofAttic = ['homeassistant/device/jarvis_attic/config', 'jarvis/attic/settings', 'jarvis/attic/timers'];
  for (const topic of [KITCHEN, 'jarvis/kitchen/timers', ASSISTANT, 'jarvis/status', ...ofAttic])
    await house.sees(topic, (text) => text === '');
  assert.equal(house.last('homeassistant/device/other/config'), '{}');
  // There is no switch any more that would let it hear again.
  assert.equal(without.site('kitchen')?.deaf, undefined);
});

test('how the assistant does is told', async () => {
  const { house, hub } = await announced();
  must(hub.devices).tell({ model: false, memories: 12, wrong: ['model-unreachable', 'disconnected'] });
  await house.sees('jarvis/assistant', (text) => JSON.parse(text).memories === 12);
  assert.deepEqual(JSON.parse(must(house.last('jarvis/assistant'))), {
    model: 'OFF',
    memories: 12,
    health: 'model-unreachable, disconnected',
  });
  await house.sees(ASSISTANT, (text) => componentsIn(text)['model']?.['device_class'] === 'connectivity');
});

test('settings of rooms that can’t be read are told, and the rooms work', async () => {
  const file = fileOfRooms();
  writeFileSync(file, '{broken');
  const broker = await brokerOpened();
  const house = await houseAt(broker.port);
  const hub = hubAt(broker.port, file);
  const told = new Promise<string>((resolve) => hub.on('problem', (_, error) => resolve(error.message)));
  assert.match(await told, /can't be read/);
  await house.sees(KITCHEN, (text) => text !== '');
  await house.send('jarvis/kitchen/set/mute', 'ON');
  await house.sees('jarvis/kitchen/settings', (text) => JSON.parse(text).mute === 'ON');
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { kitchen: { deaf: true } });
});
