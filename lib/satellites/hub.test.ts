import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import net from 'node:net';
import { afterEach, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import { freePort } from '../../test/free-port.js';
import { closed, hurried, until } from '../../test/until.js';
import { parseWav, wavOf } from '../audio/wav.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { type Broker, openBroker } from './broker.js';
import { openHub, type SatelliteHub } from './hub.js';
import type { HubEvents } from './types.js';

const never = new AbortController().signal;
const second = { samples: Buffer.alloc(3_200, 1), rate: 16_000 };

/** What a test opened, closed after it in reverse order. */
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function brokerOn(port = 0): Promise<Broker> {
  const broker = await openBroker({ host: '127.0.0.1', port });
  opened.push(() => broker.close());
  return broker;
}

function hubAt(port: number, more: Partial<Parameters<typeof openHub>[0]> = {}): SatelliteHub {
  const url = `mqtt://127.0.0.1:${port}`;
  const hub = openHub({ broker: { kind: 'external', url, protocol: 4, verify: true }, ...more });
  opened.push(() => hub.close());
  return hub;
}

/** Resolves when the hub is in a state. */
async function reaches(hub: SatelliteHub, state: string): Promise<void> {
  if (hub.status().state === state) return;
  await new Promise<void>((resolve) => {
    hub.on('status', (status) => {
      if (status.state === state) resolve();
    });
  });
}

/** The arguments of the next event of a kind. */
function next<K extends keyof HubEvents>(hub: SatelliteHub, event: K): Promise<HubEvents[K]> {
  return new Promise((resolve) => {
    const take = (...args: HubEvents[K]) => {
      hub.off(event, take);
      resolve(args);
    };
    hub.on(event, take);
  });
}

interface Satellite {
  client: MqttClient;
  send(topic: string, message: unknown): Promise<unknown>;
  /** The next message on a topic, "+" allowed for the last level. */
  next(topic: string): Promise<{ topic: string; payload: Buffer }>;
}

/** A client of the broker that sees everything. */
async function satelliteAt(port: number, options: mqtt.IClientOptions = {}): Promise<Satellite> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options);
  client.on('error', () => {});
  opened.push(() => client.endAsync(true));
  await client.subscribeAsync('#');
  return {
    client,
    send: (topic, message) =>
      client.publishAsync(
        topic,
        Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message),
      ),
    next: (topic) =>
      new Promise((resolve) => {
        const pattern = topic.split('/');
        const take = (name: string, payload: Buffer) => {
          const levels = name.split('/');
          if (levels.length !== pattern.length || !pattern.every((level, at) => level === '+' || level === levels[at]))
            return;
          client.off('message', take);
          resolve({ topic: name, payload });
        };
        client.on('message', take);
      }),
  };
}

async function corridor(more: Partial<Parameters<typeof openHub>[0]> = {}) {
  const broker = await brokerOn();
  const hub = hubAt(broker.port, more);
  await reaches(hub, 'connected');
  return { broker, hub, satellite: await satelliteAt(broker.port) };
}

async function jsonOf(message: Promise<{ payload: Buffer }>): Promise<Record<string, unknown>> {
  return JSON.parse((await message).payload.toString());
}

test('the embedded broker: a satellite speaks, its site appears, the room hears the answer', async () => {
  const port = await freePort();
  const hub = openHub({ broker: { kind: 'embedded', host: '127.0.0.1', port }, areas: { den: 'Den' } });
  opened.push(() => hub.close());
  await reaches(hub, 'connected');
  assert.deepEqual(
    hub.sites().map(({ id, area, lastSeen }) => ({ id, area, lastSeen })),
    [{ id: 'den', area: 'Den', lastSeen: 0 }],
  );
  const satellite = await satelliteAt(port);

  const sites = next(hub, 'sites');
  const audio = next(hub, 'audio');
  const frame = Buffer.alloc(2_048, 5);
  await satellite.send('hermes/audioServer/kitchen/audioFrame', wavOf({ samples: frame, rate: 16_000 }));
  assert.deepEqual(await audio, ['kitchen', frame, 0]);
  assert.ok((await sites)[0].some(({ id, via, lastSeen }) => id === 'kitchen' && via === 'mqtt' && lastSeen > 0));

  const played = hub.play('kitchen', second, 'turn-1', never);
  const { payload } = await satellite.next('hermes/audioServer/kitchen/playBytes/turn-1');
  assert.deepEqual(parseWav(payload), second);
  await satellite.send('hermes/audioServer/kitchen/playFinished', { id: 'turn-1', sessionId: 'turn-1' });
  await played;
});

/** Plays a second of sound in the kitchen as a turn of its own. */
const inTurn = (hub: SatelliteHub, turn: string, signal: AbortSignal) =>
  hub.loudspeakers.add({
    site: 'kitchen',
    turn,
    last: true,
    signal,
    play: (id) => hub.play('kitchen', second, id, signal),
  });

test('playbacks of a site keep their order, one at a time, and an aborted one drops out', async () => {
  const { hub, satellite } = await corridor();
  const order: string[] = [];
  satellite.client.on('message', (topic) => {
    const id = /playBytes\/(.+)$/.exec(topic)?.[1];
    if (!id) return;
    order.push(id);
    satellite.client.publish('hermes/audioServer/kitchen/playFinished', JSON.stringify({ id }));
  });
  const abort = new AbortController();
  const plays = ['a', 'b', 'c'].map((id) => inTurn(hub, id, id === 'b' ? abort.signal : never));
  abort.abort();
  const results = await Promise.allSettled(plays);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(results[1]?.status === 'rejected' && results[1].reason.name, 'AbortError');
  assert.deepEqual(order, ['a-1', 'c-2']);
});

test('a satellite that tells when it has finished gets a long sound in pieces, and no more of them after a stop', async () => {
  const { hub, satellite } = await corridor();
  const topic = 'hermes/audioServer/kitchen/playBytes';
  const finish = (id: string) => satellite.send('hermes/audioServer/kitchen/playFinished', { id, siteId: 'kitchen' });
  const long = { samples: Buffer.alloc(640_000, 1), rate: 16_000 };
  // Nobody knows yet whether it tells.
  const first = hub.play('kitchen', long, 'whole', never);
  assert.deepEqual(parseWav((await satellite.next(`${topic}/whole`)).payload), long);
  await finish('whole');
  await first;

  const pieces: Buffer[] = [];
  const length = () => Buffer.concat(pieces).length;
  const whole = hub.play('kitchen', long, 'long', never);
  for (let next = satellite.next(`${topic}/+`); length() < long.samples.length; ) {
    const { topic: name, payload } = await next;
    pieces.push(parseWav(payload).samples);
    next = satellite.next(`${topic}/+`);
    await finish(name.slice(topic.length + 1));
  }
  await whole;
  assert.ok(pieces.length > 1);
  assert.deepEqual(Buffer.concat(pieces), long.samples);

  const abort = new AbortController();
  const cut = hub.play('kitchen', long, 'cut', abort.signal);
  await satellite.next(`${topic}/cut`);
  abort.abort();
  await assert.rejects(cut, { name: 'AbortError' });
  const after = satellite.next(`${topic}/+`);
  const later = hub.play('kitchen', second, 'later', never);
  assert.equal((await after).topic, `${topic}/later`);
  await finish('later');
  await later;
});

test('a satellite that comes back after us gets what it missed', async () => {
  const { hub, satellite } = await corridor();
  const topic = 'hermes/audioServer/kitchen/playBytes';
  const finish = (id: string) => satellite.send('hermes/audioServer/kitchen/playFinished', { id, sessionId: id });
  const known = hub.play('kitchen', second, 'known', never);
  await satellite.next(`${topic}/known`);
  await finish('known');
  await known;
  const missed = hub.play('kitchen', second, 'missed', never);
  // The first time it isn't there yet.
  await satellite.next(`${topic}/missed`);
  const again = satellite.next(`${topic}/missed`);
  await clock.jump(3_000, true);
  await again;
  await finish('missed');
  await missed;
});

test('an aborted playback frees the site; what waits beyond two hundred is refused', async () => {
  const { hub, satellite } = await corridor();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const first = inTurn(hub, 'never-finished', abort.signal);
  await satellite.next('hermes/audioServer/kitchen/playBytes/never-finished-1');
  const waiting = Array.from({ length: 201 }, (_, at) => inTurn(hub, `w${at}`, abort.signal));
  await assert.rejects(
    waiting[200] as Promise<void>,
    (thrown) => thrown instanceof JarvisError && /200 sentences wait/.test(thrown.message),
  );
  abort.abort();
  for (const play of [first, ...waiting.slice(0, 200)]) await assert.rejects(play, { name: 'AbortError' });
  const later = hub.play('kitchen', second, 'later', never);
  await satellite.next('hermes/audioServer/kitchen/playBytes/later');
  // A satellite that names no id means what it plays now.
  await satellite.send('hermes/audioServer/kitchen/playFinished', {});
  await later;
});

test('sound of any rate, width and channel count arrives as 16 kHz mono', async () => {
  const { hub, satellite } = await corridor();
  let bytes = 0;
  const enough = new Promise<void>((resolve) => {
    hub.on('audio', (site, samples) => {
      assert.equal(site, 'attic');
      bytes += samples.length;
      if (bytes > 16_000 * 2 * 0.9) resolve();
    });
  });
  // One second of 44.1 kHz stereo in ten chunks.
  const chunk = Buffer.concat([wavOf({ samples: Buffer.alloc(0), rate: 44_100 }), Buffer.alloc(4_410 * 4, 3)]);
  chunk.writeUInt16LE(2, 22);
  chunk.writeUInt32LE(4_410 * 4, 40);
  for (let times = 0; times < 10; times++) await satellite.send('hermes/audioServer/attic/audioFrame', chunk);
  await enough;
  assert.ok(bytes <= 32_000);
});

test('hotword, captured text and toggles', async () => {
  const { hub, satellite } = await corridor();
  const wake = next(hub, 'wake');
  await satellite.send('hermes/hotword/porcupine/detected', {
    siteId: 'kitchen',
    modelId: 'porcupine',
    sessionId: null,
  });
  assert.deepEqual(await wake, ['kitchen', { word: 'porcupine', by: 'satellite' }]);

  const listen = next(hub, 'wake');
  await satellite.send('hermes/asr/startListening', { siteId: 'kitchen' });
  assert.deepEqual(await listen, ['kitchen', { word: null, by: 'asked' }]);
  const stop = next(hub, 'stopListening');
  await satellite.send('hermes/asr/stopListening', { siteId: 'kitchen' });
  assert.deepEqual(await stop, ['kitchen']);

  const text = next(hub, 'text');
  hub.captured('kitchen', 'our own words', 0.9, 1.5, 'session');
  await satellite.send('hermes/asr/textCaptured', {
    siteId: 'kitchen',
    text: 'lights on',
    likelihood: 1,
    lang: 'en_US',
  });
  assert.deepEqual((await text)[0], {
    site: 'kitchen',
    text: 'lights on',
    by: 'captured',
    door: 'voice',
    language: 'en_US',
  });

  for (const [topic, flag] of [
    ['hotword', 'wakeOff'],
    ['audioServer', 'muted'],
  ] as const) {
    const off = next(hub, 'sites');
    await satellite.send(`hermes/${topic}/toggleOff`, { siteId: 'kitchen' });
    await off;
    assert.equal(hub.site('kitchen')?.[flag], true);
    if (flag === 'muted') await hub.play('kitchen', second, 'unheard', never);
    const on = next(hub, 'sites');
    await satellite.send(`hermes/${topic}/toggleOn`, { siteId: 'kitchen' });
    await on;
    assert.equal(hub.site('kitchen')?.[flag], false);
  }
});

test('what we captured, the stage and the words go out', async () => {
  const { hub, satellite } = await corridor();
  const captured = jsonOf(satellite.next('hermes/asr/textCaptured'));
  hub.captured('kitchen', 'turn it on', 0.8, 1.2, 's1');
  const { text, likelihood, seconds, siteId, sessionId } = await captured;
  assert.deepEqual([text, likelihood, seconds, siteId, sessionId], ['turn it on', 0.8, 1.2, 'kitchen', 's1']);

  const heard = satellite.next('jarvis/kitchen/heard');
  const spoken = satellite.next('jarvis/kitchen/spoken');
  hub.show('kitchen', { kind: 'heard', text: 'turn it on', turn: 't' });
  hub.show('kitchen', { kind: 'reply', text: 'Done.', turn: 't' });
  assert.equal((await heard).payload.toString(), 'turn it on');
  assert.equal((await spoken).payload.toString(), 'Done.');

  const state = satellite.next('jarvis/kitchen/state');
  const started = jsonOf(satellite.next('hermes/dialogueManager/sessionStarted'));
  hub.setStage('kitchen', 'listening');
  assert.equal((await state).payload.toString(), 'listening');
  const session = (await started)['sessionId'];
  const ended = jsonOf(satellite.next('hermes/dialogueManager/sessionEnded'));
  hub.setStage('kitchen', 'speaking');
  hub.setStage('kitchen', 'idle');
  assert.equal((await ended)['sessionId'], session);
});

test('announcements: ours in JSON and in plain words, and the text to speech of Hermes', async () => {
  const { hub, satellite } = await corridor({ prefix: 'house' });
  const say = async (message: unknown) => {
    const said = next(hub, 'say');
    await satellite.send('house/say', message);
    const [{ text, rooms, language }] = await said;
    return { text, rooms, language };
  };
  assert.deepEqual(await say({ text: 'Dinner', rooms: ['Kitchen'], language: 'en' }), {
    text: 'Dinner',
    rooms: ['Kitchen'],
    language: 'en',
  });
  assert.deepEqual(await say({ text: 'Dinner', rooms: 'Kitchen' }), {
    text: 'Dinner',
    rooms: ['Kitchen'],
    language: undefined,
  });
  assert.deepEqual(await say('Dinner is ready'), { text: 'Dinner is ready', rooms: [], language: undefined });
  assert.deepEqual(await say('"quoted"'), { text: 'quoted', rooms: [], language: undefined });
  assert.deepEqual(await say('42'), { text: '42', rooms: [], language: undefined });

  const said = next(hub, 'say');
  await satellite.send('hermes/tts/say', { text: 'Hello', siteId: 'kitchen', lang: null, id: 'x', sessionId: 's' });
  const [request] = await said;
  assert.deepEqual([request.text, request.rooms], ['Hello', ['kitchen']]);
  const finished = jsonOf(satellite.next('hermes/tts/sayFinished'));
  request.finished?.(true);
  assert.deepEqual(await finished, { id: 'x', siteId: 'kitchen', sessionId: 's' });
});

test('dialogue sessions: a notification, an action that listens, its continuation and its end', async () => {
  const { hub, satellite } = await corridor();
  const manager = 'hermes/dialogueManager';

  let said = next(hub, 'say');
  let ended = jsonOf(satellite.next(`${manager}/sessionEnded`));
  await satellite.send(`${manager}/startSession`, {
    siteId: 'hall',
    init: { type: 'notification', text: 'Post!' },
    customData: 'c',
  });
  (await said)[0].finished?.(true);
  assert.deepEqual((await ended)['customData'], 'c');

  said = next(hub, 'say');
  const queued = jsonOf(satellite.next(`${manager}/sessionQueued`));
  await satellite.send(`${manager}/startSession`, {
    siteId: 'hall',
    init: { type: 'action', text: 'Which one?', canBeEnqueued: true },
  });
  const { sessionId } = await queued;
  let woken = next(hub, 'wake');
  hub.setStage('hall', 'speaking');
  hub.setStage('hall', 'idle');
  (await said)[0].finished?.(true);
  assert.deepEqual(await woken, ['hall', { word: null, by: 'asked' }]);
  // The announcement's turn may end after the listening was asked for: the session goes on.
  hub.setStage('hall', 'idle');

  said = next(hub, 'say');
  woken = next(hub, 'wake');
  await satellite.send(`${manager}/continueSession`, { sessionId, text: 'Sure?' });
  (await said)[0].finished?.(true);
  await woken;

  said = next(hub, 'say');
  const hushed = next(hub, 'hush');
  ended = jsonOf(satellite.next(`${manager}/sessionEnded`));
  await satellite.send(`${manager}/endSession`, { sessionId, text: 'Bye.' });
  assert.deepEqual(await hushed, ['hall']);
  assert.equal((await said)[0].text, 'Bye.');
  assert.equal((await ended)['sessionId'], sessionId);

  const problem = next(hub, 'problem');
  await satellite.send(`${manager}/endSession`, { sessionId });
  assert.match((await problem)[1].message, /no session/);
});

test('what is wrong is told once until it is right again, and nothing else breaks', async () => {
  const { hub, satellite } = await corridor();
  const told: string[] = [];
  hub.on('problem', (site, error) => told.push(`${site}: ${error.message}`));
  const frame = (site: string, payload: Buffer) => satellite.send(`hermes/audioServer/${site}/audioFrame`, payload);
  const good = wavOf({ samples: Buffer.alloc(320), rate: 16_000 });
  /** Everything sent before has arrived once this has. */
  const settled = async () => {
    const heard = next(hub, 'audio');
    await frame('other', good);
    await hurried(heard);
  };
  const say = (message: unknown) => satellite.send('jarvis/say', message);

  for (let times = 0; times < 3; times++) await frame('kitchen', Buffer.from('junk'));
  // More than one connection may send at once.
  await hurried(frame('den', Buffer.alloc(10 * 1024 * 1024)));
  for (let times = 0; times < 2; times++) await say('{"text": "half');
  await satellite.send('hermes/hotword/x/detected', 'not json');
  await satellite.send('hermes/hotword/x/detected', { siteId: 'a b' });
  await satellite.send('hermes/dialogueManager/startSession', { siteId: 'den', init: { type: 'dance' } });
  await satellite.send('hermes/tts/say', Buffer.alloc(70_000, 'x'));
  await satellite.send('hermes/asr/textCaptured', { siteId: 'browser-12345678', text: 'spoofed' });
  await satellite.send('hermes/unheard/of', 'x');
  await satellite.send('hermes/audioServer/kitchen/audioFrame/more', 'x');
  await satellite.send('hermes/audioServer/kitchen/playFinished', []);
  await settled();
  const found = told.map((line) => line.split(': ')[0]);
  assert.deepEqual(found.filter((site) => site === 'kitchen').length, 1, told.join('\n'));
  assert.ok(told.some((line) => /^den: .*10485760 bytes/.test(line)));
  assert.equal(told.filter((line) => /jarvis\/say is not JSON/.test(line)).length, 1);
  assert.ok(told.some((line) => /detected is not JSON/.test(line)));
  assert.ok(told.some((line) => /startSession is wrong at "init.type"/.test(line)));
  assert.ok(told.some((line) => /tts\/say has 70000 bytes/.test(line)));
  assert.ok(told.some((line) => /can't be a satellite's name/.test(line)));
  assert.ok(told.some((line) => /playFinished is wrong/.test(line)));

  told.length = 0;
  await frame('kitchen', good);
  await frame('kitchen', Buffer.from('junk'));
  await say('fine');
  await say('{');
  await settled();
  assert.equal(told.length, 2, told.join('\n'));
});

test('a listener that throws is reported and does not end the connection', async () => {
  const { hub, satellite } = await corridor();
  hub.on('text', () => {
    throw new Error('a fault of the flow');
  });
  const problem = next(hub, 'problem');
  await satellite.send('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'hello' });
  assert.match((await problem)[1].message, /fault of the flow/);
  assert.equal(hub.status().state, 'connected');
});

test('the broker is killed during a playback and started again: that one fails, the next is heard', async () => {
  const { broker, hub, satellite } = await corridor();
  hub.setStage('kitchen', 'speaking');
  await satellite.send('hermes/hotword/toggleOn', { siteId: 'kitchen' });
  const playing = inTurn(hub, 'cut', never);
  const next2 = inTurn(hub, 'after', never);
  playing.catch(() => {});
  await satellite.next('hermes/audioServer/kitchen/playBytes/cut-1');
  await broker.close();
  await assert.rejects(playing, (thrown) => thrown instanceof JarvisError && thrown.code === 'satellite-unreachable');
  await reaches(hub, 'disconnected');

  await brokerOn(broker.port);
  const again = await satelliteAt(broker.port);
  again.client.on('message', (topic) => {
    const id = /playBytes\/(.+)$/.exec(topic)?.[1];
    if (id) again.client.publish('hermes/audioServer/kitchen/playFinished', JSON.stringify({ id }));
  });
  await next2;
  const state = again.next('jarvis/kitchen/state');
  await again.client.subscribeAsync('jarvis/kitchen/state');
  assert.equal((await state).payload.toString(), 'speaking');
});

test('a wait for the connection can be aborted, and closing ends it', async () => {
  const hub = hubAt(await freePort());
  await reaches(hub, 'disconnected');
  assert.match(hub.status().detail, /nobody answers/);
  const abort = new AbortController();
  const waiting = hub.play('kitchen', second, 'x', abort.signal);
  abort.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await hub.close();
  await assert.rejects(hub.play('kitchen', second, 'y', never), (thrown) => thrown instanceof JarvisError);
});

test('rooms are found by name in any writing, by site, and all at once', async () => {
  const hub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    areas: { k1: 'Küche', k2: 'kuche', 'den-1': 'Living room', 'bad id': 'x' },
  });
  opened.push(() => hub.close());
  const ids = (...rooms: string[]) => hub.sitesIn(rooms).map(({ id }) => id);
  assert.match((await next(hub, 'problem'))[1].message, /"bad id" can't be/);
  assert.deepEqual(ids('KÜCHE'), ['k1', 'k2']);
  assert.deepEqual(ids('living_room'), ['den-1']);
  assert.deepEqual(ids('DEN-1', 'k1'), ['k1', 'den-1']);
  assert.deepEqual(ids(), ['k1', 'k2', 'den-1']);
  assert.deepEqual(ids('All'), ['k1', 'k2', 'den-1']);
  assert.deepEqual(ids('nowhere'), []);
  hub.setArea('new', 'Attic');
  assert.deepEqual(ids('attic'), ['new']);
  assert.equal(hub.status().state, 'off');
  await assert.rejects(hub.play('k1', second, 'x', never), /No MQTT broker is set/);
  await assert.rejects(
    hub.play('no/site', second, 'x', never),
    (thrown) => thrown instanceof JarvisError && thrown.code === 'bad-input',
  );
});

test('at most two hundred sites are remembered; configured ones stay', async () => {
  const { hub, satellite } = await corridor({ areas: { kept: 'Hall' } });
  for (let at = 0; at < 230; at++) await satellite.send('hermes/hotword/toggleOn', { siteId: `s${at}` });
  const heard = next(hub, 'audio');
  await satellite.send('hermes/audioServer/last/audioFrame', wavOf(second));
  await heard;
  assert.equal(hub.sites().length, 200);
  assert.ok(hub.site('kept') && hub.site('last') && !hub.site('s0'));
});

test('the embedded broker asks for user and password, and listens to the network only with them', async () => {
  await assert.rejects(
    openBroker({ host: '0.0.0.0', port: 0 }),
    (thrown) => thrown instanceof JarvisError && /open to everyone/.test(thrown.message),
  );
  const broker = await openBroker({ host: '0.0.0.0', port: 0, user: 'jarvis', password: 'secret' });
  opened.push(() => broker.close());
  await assert.rejects(satelliteAt(broker.port, { reconnectPeriod: 0 }), /authoriz|user ?name/i);
  await assert.rejects(
    satelliteAt(broker.port, { username: 'jarvis', password: 'wrong', reconnectPeriod: 0 }),
    /authoriz|user ?name/i,
  );
  const hub = hubAt(broker.port, { user: 'jarvis', password: 'secret' });
  await reaches(hub, 'connected');
  const wrong = hubAt(broker.port, { user: 'jarvis', password: 'wrong' });
  await reaches(wrong, 'disconnected');
  assert.match(wrong.status().detail, /Check user and password/);
});

test('closed while the embedded broker is still starting, it ends, and the port is free', async () => {
  const port = await freePort();
  const hub = openHub({ broker: { kind: 'embedded', host: '127.0.0.1', port } });
  await hub.close();
  await brokerOn(port);
});

test('a device that never shows its key keeps nothing else from closing', async () => {
  const port = await freePort();
  const connections: net.Socket[] = [];
  const device = net.createServer((socket) => connections.push(socket.on('error', () => {})));
  const keyless = await new Promise<number>((resolve) => {
    device.listen(0, '127.0.0.1', () => resolve((device.address() as net.AddressInfo).port));
  });
  const key = Buffer.alloc(32, 7).toString('base64');
  const satellite = { site: 'den', kind: 'esphome', host: '127.0.0.1', port: keyless, key } as const;
  const hub = openHub({
    broker: { kind: 'embedded', host: '127.0.0.1', port },
    linked: [satellite],
    assist: { wyoming: '', ollama: `${await freePort()}`, names: () => '' },
  });
  opened.push(async () => void (await new Promise((resolve) => device.close(resolve))));
  await reaches(hub, 'connected');
  const begun = await until(() => connections[0], 'a connection to the device');
  await until(() => begun.bytesRead > 0, 'its handshake');
  const gone = closed(begun.resume());
  await hub.close();
  await gone;
  await brokerOn(port);
});

test('a port that is taken says so, and is taken over when it becomes free', async () => {
  const other = await brokerOn();
  await assert.rejects(
    openBroker({ host: '127.0.0.1', port: other.port }),
    (thrown) => thrown instanceof JarvisError && /another program/.test(thrown.message),
  );
  const hub = openHub({ broker: { kind: 'embedded', host: '127.0.0.1', port: other.port } });
  opened.push(() => hub.close());
  await reaches(hub, 'disconnected');
  assert.match(hub.status().detail, /another program/);
  await other.close();
  await hurried(reaches(hub, 'connected'));
});

test('the embedded broker ends a connection that sends junk or a packet of 100 MB', async () => {
  const broker = await brokerOn();
  for (const bytes of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.from([0x10, 0x80, 0x80, 0x80, 0x30, 0x00])]) {
    const socket = net.connect(broker.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    await closed(socket);
  }
  await satelliteAt(broker.port);
});

test('the embedded broker refuses a shared subscription, and the connection lives on', async () => {
  const { client } = await satelliteAt((await brokerOn()).port);
  const granted = async (topic: string) =>
    (await client.subscribeAsync([topic, 'heard'], { qos: 1 }).catch((error) => error.packet.granted)) as unknown;
  assert.deepEqual(await granted('$share/workers/hermes/#'), [128, 1]);
  assert.deepEqual(await granted('$share/hermes'), [128, 1]);
  const heard = new Promise((resolve) => client.once('message', resolve));
  await client.publishAsync('heard', 'x');
  assert.equal(await heard, 'heard');
});

test('two hubs at one broker: neither takes for a satellite what the other has understood', async () => {
  const broker = await brokerOn();
  const [one, other] = [hubAt(broker.port), hubAt(broker.port, { prefix: 'other' })];
  const satellite = await satelliteAt(broker.port);
  for (const hub of [one, other]) await reaches(hub, 'connected');
  const taken: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    for (const hub of [one, other]) hub.on('text', ({ text }) => void (taken.push(text) === 2 && resolve()));
  });
  for (const hub of [one, other]) {
    const told = satellite.next('hermes/asr/textCaptured');
    hub.captured('kitchen', 'our own words');
    await told;
  }
  await satellite.send('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'lights on' });
  await both;
  assert.deepEqual(taken, ['lights on', 'lights on']);
});

test('retained and acknowledged messages are not lost beside a stream of sound', async () => {
  const broker = await brokerOn();
  const receiver = await satelliteAt(broker.port);
  const got: string[] = [];
  const all = new Promise<void>((resolve) => {
    receiver.client.on('message', (topic) => {
      if (topic.startsWith('kept')) got.push(topic);
      if (topic === 'end') resolve();
    });
  });
  const sender = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  opened.push(() => sender.endAsync(true));
  for (let at = 0; at < 20; at++) {
    sender.publish(`kept/${at}`, 'x', at % 2 ? { qos: 1 } : { retain: true });
    for (let frames = 0; frames < 5; frames++) sender.publish('sound', Buffer.alloc(2_092));
  }
  await sender.publishAsync('end', 'x', { qos: 1 });
  await all;
  assert.equal(got.length, 20);
});

test('an address that is none, and a prefix that is none, are in the status', async () => {
  const wrong = openHub({ broker: { kind: 'external', url: 'http://127.0.0.1', protocol: 4, verify: true } });
  const prefixed = openHub({
    broker: { kind: 'external', url: 'mqtt://127.0.0.1:1', protocol: 4, verify: true },
    prefix: 'a/#',
  });
  for (const hub of [wrong, prefixed]) opened.push(() => hub.close());
  await reaches(wrong, 'disconnected');
  assert.match(wrong.status().detail, /not the address of an MQTT broker/);
  assert.equal(prefixed.status().state, 'off');
});

test('a microphone that somebody has taken reaches, wakes and tells nobody else, until it is given back', async () => {
  const { hub, satellite } = await corridor();
  const others: string[] = [];
  for (const event of ['audio', 'wake', 'text'] as const) hub.on(event, () => others.push(event));
  const taken: Buffer[] = [];
  const frame = Buffer.alloc(2_048, 5);
  const speak = () => satellite.send('hermes/audioServer/kitchen/audioFrame', wavOf({ samples: frame, rate: 16_000 }));
  const giveBack = hub.tap('kitchen', (samples) => taken.push(samples));
  await satellite.send('hermes/hotword/default/detected', { siteId: 'kitchen', modelId: 'jarvis' });
  await satellite.send('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'lights on', likelihood: 1, seconds: 1 });
  hub.listen('kitchen');
  await speak();
  await until(() => taken.length > 0, 'the sound');
  assert.deepEqual([taken, others], [[frame], []]);
  // Somebody else has it by now: the first has nothing to give back.
  const again = hub.tap('kitchen', (samples) => taken.push(samples));
  giveBack();
  await speak();
  await until(() => taken.length > 1, 'the sound');
  again();
  const free = next(hub, 'audio');
  await speak();
  await free;
  assert.deepEqual(others, ['audio']);
});
