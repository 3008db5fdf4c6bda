import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { connectEsphome, type EsphomeClient, frameOf } from '../../../test/esphome-client.js';
import { freePort } from '../../../test/free-port.js';
import { closed, must, until } from '../../../test/until.js';
import type { Pcm } from '../../audio/pcm.js';
import { wavOf } from '../../audio/wav.js';
import { openKeptSettings } from '../kept-settings.js';
import { openPlaybackQueue } from '../playback-queue.js';
import { openProblems } from '../problems.js';
import { openSites } from '../sites.js';
import type { Emit, SayRequest } from '../types.js';
import * as messages from './messages.js';
import { decode } from './protobuf.js';
import { openRooms } from './rooms.js';

const KEY = randomBytes(32);
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** The loudspeaker's command to stop. */
const STOP = { key: 1, hasCommand: true, command: 2 };

/** Two rooms at two ports; what is played, said and shown in them. */
async function rooms({ key = KEY.toString('base64'), canSay = true, wakeWords = [] as string[] } = {}) {
  const port = await freePort();
  const [problems, played, said, stages]: [string[], Pcm[], SayRequest[], string[]] = [[], [], [], []];
  const sites = openSites({ kitchen: 'Kitchen', den: 'Living Room' }, () => all.sitesChanged());
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'rooms.json');
  const emit: Emit = (event, ...args) => {
    if (event === 'say') said.push(args[0] as SayRequest);
  };
  const told = openProblems((_site, error) => problems.push(error.message));
  const canSet = () => true;
  const settings = openKeptSettings({ file, wakeWords: () => wakeWords }, { sites, problems: told, emit, canSet });
  const all = openRooms({ address: `${port}`, key, house: 'test', language: 'en' }, ['kitchen', 'den'], {
    sites,
    settings,
    problems: told,
    emit,
    loudspeakers: openPlaybackQueue(),
    play: async (_site, sound) => void played.push(sound),
    show: (site, stage) => void stages.push(`${site} ${stage}`),
    canSay: () => canSay,
  });
  opened.push(() => all.close());
  return { port, all, sites, problems, played, said, stages, file };
}

async function client(port: number): Promise<EsphomeClient> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = net.connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
        opened.push(() => socket.destroy());
      }),
    'the port',
  );
  const connected = await connectEsphome(port, KEY);
  opened.push(() => connected.socket.destroy());
  return connected;
}

/** A Home Assistant that has sounds: a WAV for every path but /missing. */
async function sounds(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.url === '/missing') return response.writeHead(404).end();
    if (request.url === '/elsewhere') return response.writeHead(302, { location: '/announcement.wav' }).end();
    response.end(wavOf({ samples: Buffer.alloc(request.url === '/ping.wav' ? 100 : 400), rate: 22_050 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('a room as a voice device', () => {
  test('tells who it is, and what it has', async () => {
    const { port, sites } = await rooms();
    const home = await client(port);
    home.send(messages.helloRequest, { client: 'test', major: 1, minor: 14 });
    assert.equal((await home.next(messages.helloResponse)).name, 'jarvis-kitchen');
    home.send(messages.deviceInfoRequest, {});
    const info = await home.next(messages.deviceInfoResponse);
    assert.deepEqual(
      [info.friendlyName, info.suggestedArea, info.voiceFlags, info.isEncrypted],
      ['Jarvis kitchen', 'Kitchen', 61, true],
    );
    assert.match(info.mac, /^[\dA-F][26AE](:[\dA-F]{2}){5}$/);
    home.send(messages.listEntitiesRequest, {});
    assert.equal((await home.next(messages.mediaPlayerEntity)).name, 'Loudspeaker');
    assert.equal((await home.next(messages.switchEntity)).name, 'Mute microphone');
    await home.next(messages.listEntitiesDone);
    home.send(messages.subscribeStatesRequest, {});
    assert.equal((await home.next(messages.mediaPlayerState)).volume, 1);
    home.send(messages.mediaPlayerCommand, { key: 1, hasVolume: true, volume: 0.4 });
    await until(() => sites.get('kitchen')?.volume === 40, 'the volume');
    assert.equal(Math.round((await home.next(messages.mediaPlayerState)).volume * 100), 40);
    home.send(messages.configurationRequest, {});
    assert.equal((await home.next(messages.configurationResponse)).maxActive, 1);
    home.send(messages.pingRequest, {});
    await home.next(messages.pingResponse);

    const den = await client(port + 1);
    den.send(messages.deviceInfoRequest, {});
    const other = await den.next(messages.deviceInfoResponse);
    assert.equal(other.name, 'jarvis-den');
    assert.notEqual(other.mac, info.mac);
    home.send(messages.disconnectRequest, {});
    await home.next(messages.disconnectResponse);
    await closed(home.socket);
  });

  test('its microphone, volume and wake word are set, kept, and told when they change elsewhere', async () => {
    const { port, sites, file } = await rooms({ wakeWords: ['hey_jarvis', 'alexa'] });
    const home = await client(port);
    home.send(messages.subscribeStatesRequest, {});
    assert.equal((await home.next(messages.switchState)).state, false);
    home.send(messages.switchCommand, { key: 2, state: true });
    assert.equal((await home.next(messages.switchState)).state, true);
    assert.equal(sites.get('kitchen')?.deaf, true);
    sites.update('kitchen', { deaf: undefined, volume: 20 });
    await until(async () => !(await home.next(messages.switchState)).state, 'the switch');
    home.send(messages.mediaPlayerCommand, { key: 1, hasVolume: true, volume: 0.5 });
    await until(() => sites.get('kitchen')?.volume === 50, 'the volume');

    const configured = async () => {
      home.send(messages.configurationRequest, {});
      return home.next(messages.configurationResponse);
    };
    const first = await configured();
    assert.deepEqual(
      first.available.map(({ id, word }) => [id, word]),
      [
        ['*', 'Any'],
        ['hey_jarvis', 'hey jarvis'],
        ['alexa', 'alexa'],
      ],
    );
    assert.deepEqual([first.active, first.maxActive], [['*'], 1]);
    home.send(messages.setConfiguration, { active: ['nonsense', 'alexa', 'hey_jarvis'] });
    assert.deepEqual((await configured()).active, ['alexa']);
    assert.equal(sites.get('kitchen')?.wakeWord, 'alexa');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      kitchen: { deaf: true, volume: 50, wakeWord: 'alexa' },
    });
    for (const active of [[], ['nonsense'], Array<string>(900).fill('x')])
      home.send(messages.setConfiguration, { active });
    assert.deepEqual((await configured()).active, ['alexa']);
    home.send(messages.setConfiguration, { active: ['*'] });
    assert.deepEqual((await configured()).active, ['*']);
    assert.equal(sites.get('kitchen')?.wakeWord, undefined);
    // What comes too often isn't written, and it is told how it stays.
    for (let count = 1; count <= 100; count++)
      home.send(messages.mediaPlayerCommand, { key: 1, hasVolume: true, volume: count / 200 });
    home.send(messages.pingRequest, {});
    await home.next(messages.pingResponse);
    const { volume = 100 } = sites.get('kitchen') ?? {};
    assert.ok(volume < 50, `${volume}`);
    const states = home.received.filter(({ type }) => type === messages.mediaPlayerState.id);
    const last = decode(messages.mediaPlayerState.fields, must(states.at(-1)).data);
    assert.equal(Math.round(last.volume * 100), volume);
  });

  test('a timer that is over rings until somebody wants something', async () => {
    const { port, all, played } = await rooms();
    const home = await client(port);
    home.send(messages.subscribeStatesRequest, {});
    home.send(messages.timerEvent, { event: messages.TIMER.finished, id: 'a' });
    home.send(messages.subscribeVoice, { subscribe: true });
    const timer = { id: 'a', name: 'pizza', totalSeconds: 1, isActive: true };
    for (const event of [messages.TIMER.started, messages.TIMER.updated, messages.TIMER.cancelled, 99])
      home.send(messages.timerEvent, { ...timer, event, secondsLeft: 1 });
    home.send(messages.pingRequest, {});
    await home.next(messages.pingResponse);
    assert.equal(played.length, 0);
    const state = async (wanted: number) =>
      until(async () => (await home.next(messages.mediaPlayerState)).state === wanted, `state ${wanted}`);
    const ends = [
      () => all.hush('kitchen'),
      () => all.leave('kitchen'),
      () => home.send(messages.mediaPlayerCommand, STOP),
    ];
    for (const end of ends) {
      played.length = 0;
      home.send(messages.timerEvent, { ...timer, event: messages.TIMER.finished });
      home.send(messages.timerEvent, { ...timer, event: messages.TIMER.finished, id: 'b' });
      await state(2);
      await until(() => played.length > 0, 'the bell');
      end();
      await state(1);
      assert.equal(played.length, 1);
    }
  });

  test('plays an announcement from where it was asked, after its chime', async () => {
    const { port, played, said } = await rooms();
    const home = await client(port);
    const { url, asked } = await sounds();
    // Wherever the name leads to: it is this machine that is asked.
    const named = url.replace('127.0.0.1', 'somewhere.invalid');
    home.send(messages.announceRequest, { preannounce: `${url}/ping.wav`, media: `${named}/a.wav`, text: 'Dinner' });
    assert.equal((await home.next(messages.announceFinished)).success, true);
    assert.deepEqual(
      played.map(({ samples }) => samples.length),
      [100, 400],
    );
    assert.equal(asked.length, 2);
    assert.match(asked[1] ?? '', /^somewhere\.invalid:/);
    assert.equal(said.length, 0);
  });

  test('speaks the words itself where the sound can’t be had', async () => {
    const { port, said, played, problems } = await rooms();
    const home = await client(port);
    const { url } = await sounds();
    for (const media of ['', `${url}/missing`, `${url}/elsewhere`, 'file:///etc/passwd', 'nonsense']) {
      said.length = 0;
      home.send(messages.announceRequest, { media, text: 'Dinner is ready' });
      const asked = await until(() => said[0], 'the words');
      assert.deepEqual([asked.text, asked.rooms], ['Dinner is ready', ['kitchen']]);
      asked.finished?.(true);
      assert.equal((await home.next(messages.announceFinished)).success, true);
    }
    assert.equal(played.length, 0);
    assert.equal(problems.length, 1);
  });

  test('says them one after another, and none after silence was asked for; more than ten don’t wait', async () => {
    const { port, said, all } = await rooms();
    const home = await client(port);
    for (let count = 0; count < 12; count++) home.send(messages.announceRequest, { text: `Number ${count}` });
    const first = await until(() => said[0], 'the first');
    // Those that found no place are told of at once.
    for (let count = 0; count < 2; count++) assert.equal((await home.next(messages.announceFinished)).success, false);
    all.hush('kitchen');
    first.finished?.(true);
    const heard: boolean[] = [];
    for (let count = 0; count < 10; count++) heard.push((await home.next(messages.announceFinished)).success);
    assert.deepEqual(heard, [true, ...Array<boolean>(9).fill(false)]);
    assert.equal(said.length, 1);
  });

  test('says that it wasn’t heard where nobody can say it', async () => {
    const { port } = await rooms({ canSay: false });
    const home = await client(port);
    home.send(messages.announceRequest, { text: 'Dinner is ready', startConversation: true });
    assert.equal((await home.next(messages.announceFinished)).success, false);
  });

  test('has Home Assistant listen after its question, and plays the answer', async () => {
    const { port, all, said, played, stages } = await rooms();
    const home = await client(port);
    const { url } = await sounds();
    assert.equal(all.hear('kitchen', Buffer.alloc(64)), false);
    home.send(messages.subscribeVoice, { subscribe: true });
    home.send(messages.announceRequest, { text: 'What shall I play?', startConversation: true });
    (await until(() => said[0], 'the question')).finished?.(true);
    await home.next(messages.announceFinished);
    assert.equal((await home.next(messages.voiceRequest)).start, true);
    // What is said before it is ready isn't lost.
    assert.equal(all.hear('kitchen', Buffer.alloc(1_000, 1)), true);
    assert.equal(all.hear('den', Buffer.alloc(64)), false);
    home.send(messages.voiceResponse, {});
    assert.deepEqual((await home.next(messages.voiceAudio)).data, Buffer.alloc(1_000, 1));
    assert.equal(all.hear('kitchen', Buffer.alloc(3_000, 2)), true);
    assert.equal((await home.next(messages.voiceAudio)).data.length, 2_048);
    assert.equal((await home.next(messages.voiceAudio)).data.length, 952);
    home.send(messages.voiceEvent, { event: messages.VOICE.vadEnd });
    await until(() => !all.hear('kitchen', Buffer.alloc(64)), 'the end of listening');
    const told = (event: number, data: Record<string, string>) =>
      home.send(messages.voiceEvent, { event, data: Object.entries(data).map(([name, value]) => ({ name, value })) });
    told(messages.VOICE.intentEnd, { conversation_id: 'c1', continue_conversation: '1' });
    told(messages.VOICE.ttsEnd, { url: `${url}/answer.wav` });
    told(messages.VOICE.runEnd, {});
    assert.equal((await home.next(messages.announceFinished)).success, true);
    assert.equal(played.length, 1);
    // It asked back: the conversation goes on.
    assert.equal((await home.next(messages.voiceRequest)).conversation, 'c1');
    told(messages.VOICE.runEnd, {});
    await until(() => stages.at(-1) === 'kitchen idle', 'the end');
    assert.deepEqual(stages, [
      ...['kitchen listening', 'kitchen thinking', 'kitchen idle', 'kitchen listening', 'kitchen idle'],
    ]);
  });

  test('doesn’t let anybody listen where the microphone is off, nor after silence was asked for', async () => {
    const { port, all, sites, said } = await rooms();
    const home = await client(port);
    home.send(messages.subscribeVoice, { subscribe: true });
    const ask = async () => {
      said.length = 0;
      home.send(messages.announceRequest, { text: 'Well?', startConversation: true });
      (await until(() => said[0], 'the question')).finished?.(true);
      await home.next(messages.announceFinished);
    };
    await ask();
    assert.equal((await home.next(messages.voiceRequest)).start, true);
    all.hush('kitchen');
    assert.equal((await home.next(messages.voiceRequest)).start, false);
    assert.equal(all.hear('kitchen', Buffer.alloc(64)), false);
    await ask();
    assert.equal((await home.next(messages.voiceRequest)).start, true);
    all.leave('kitchen');
    assert.equal((await home.next(messages.voiceRequest)).start, false);
    await ask();
    assert.equal((await home.next(messages.voiceRequest)).start, true);
    sites.update('kitchen', { deaf: true });
    assert.equal((await home.next(messages.voiceRequest)).start, false);
    await ask();
    home.send(messages.pingRequest, {});
    await home.next(messages.pingResponse);
    assert.equal(all.hear('kitchen', Buffer.alloc(64)), false);
  });
});

describe('who is let in', () => {
  test('nobody with another key, nor without one', async () => {
    const { port, problems } = await rooms();
    await (await client(port)).socket.destroy();
    await assert.rejects(connectEsphome(port, randomBytes(32)), /Handshake MAC failure/);
    await until(() => problems.length === 1, 'the problem');
    const plain = net.connect(port, '127.0.0.1');
    plain.write(Buffer.from([0, 0, 1]));
    const [answer] = (await new Promise((resolve) => plain.once('data', (data) => resolve([data])))) as [Buffer];
    // The first byte tells that this device is encrypted.
    assert.equal(answer[0], 1);
    await closed(plain);
  });

  test('a peer that sends nonsense is sent away, and the room stays', async () => {
    const { port } = await rooms();
    const nonsense = [
      (home: EsphomeClient) => home.sendRaw(Buffer.of(0)),
      (home: EsphomeClient) => home.socket.write(frameOf(randomBytes(40))),
      (home: EsphomeClient) => home.sendRaw(Buffer.concat([Buffer.of(0, 119, 0, 2), Buffer.of(0x0a, 0x7f)])),
      (home: EsphomeClient) => {
        for (let count = 0; count < 2_000; count++) home.send(messages.pingRequest, {});
      },
    ];
    for (const send of nonsense) {
      const home = await client(port);
      send(home);
      await closed(home.socket);
    }
    const early = net.connect(port, '127.0.0.1');
    early.on('error', () => {});
    early.write(Buffer.concat([frameOf(Buffer.alloc(0)), Buffer.from([1, 0xff, 0xff])]));
    early.resume();
    await closed(early);
    const home = await client(port);
    home.send(messages.pingRequest, {});
    await home.next(messages.pingResponse);
  });

  test('nobody while the key isn’t one', async () => {
    const { port, problems } = await rooms({ key: 'secret' });
    await until(() => problems.length === 1, 'the problem');
    assert.match(problems[0] ?? '', /openssl rand -base64 32/);
    await assert.rejects(
      new Promise((_resolve, reject) => net.connect(port, '127.0.0.1').once('error', reject)),
      /ECONNREFUSED/,
    );
  });
});
