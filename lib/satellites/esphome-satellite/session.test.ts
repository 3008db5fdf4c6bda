import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { must, until } from '../../../test/until.js';
import { clock } from '../../turn/clock.js';
import * as messages from '../esphome-device/messages.js';
import { decode, encode, type Fields, type Written } from '../esphome-device/protobuf.js';
import { openSites } from '../sites.js';
import type { Client } from './client.js';
import { openSession, type Session } from './session.js';
import { openSoundServer, type SoundServer } from './sound-server.js';

const { VOICE } = messages;
const SITE = 'kitchen';
const sound = { samples: Buffer.alloc(3_200), rate: 16_000 };
const never = new AbortController().signal;

describe('a device', () => {
  let sounds: SoundServer;
  let session: Session;
  let sent: { id: number; data: Buffer }[];
  let told: unknown[][];
  let chosen: string | undefined;

  const give = <F extends Fields>({ id, fields }: messages.MessageType<F>, message: Written<F>) =>
    session.take(id, encode(fields, message));
  /** Numbers of the events that it was told, and what came with the last of a kind. */
  const events = () =>
    sent
      .filter(({ id }) => id === messages.voiceEvent.id)
      .map(({ data }) => decode(messages.voiceEvent.fields, data).event);
  const toldOf = (event: number, name: string) =>
    sent
      .filter(({ id }) => id === messages.voiceEvent.id)
      .map(({ data }) => decode(messages.voiceEvent.fields, data))
      .findLast((one) => one.event === event)
      ?.data.find((pair) => pair.name === name)?.value;
  const ask = (wakeWord = 'Hey Jarvis') => give(messages.voiceRequest, { start: true, flags: 1, wakeWord });

  beforeEach(async () => {
    sent = [];
    told = [];
    chosen = undefined;
    sounds = await openSoundServer('127.0.0.1');
    const client: Client = {
      local: '127.0.0.1',
      send: ({ id, fields }, message) => sent.push({ id, data: encode(fields, message) }) > 0,
    };
    const sites = openSites({}, () => {}, new Map([[SITE, 'esphome']]));
    const emit = (...event: unknown[]) => void told.push(event);
    session = openSession(client, sounds, { site: SITE, sites, emit, known: () => {}, wakeWord: () => chosen });
    give(messages.deviceInfoResponse, { name: 'kitchen', voiceFlags: 61 });
    const available = ['Hey Jarvis', 'Alexa'].map((word) => ({ id: word.toLowerCase().replace(' ', '_'), word }));
    give(messages.configurationResponse, { available, active: ['hey_jarvis', 'alexa'], maxActive: 2 });
  });
  afterEach(() => {
    session.close(new Error('over'));
    sounds.close();
  });

  test('is answered at once, before anybody here knows', () => {
    ask();
    const answered = sent.findIndex(({ id }) => id === messages.voiceResponse.id);
    assert.ok(answered >= 0);
    assert.deepEqual(events(), [VOICE.runStart, VOICE.sttStart]);
    assert.deepEqual(told, [['wake', SITE, { word: 'hey_jarvis', by: 'satellite' }]]);
  });

  test('is told at once where another room answers, unless it is listened to', () => {
    ask();
    session.dismiss();
    assert.deepEqual(events().slice(-2), [VOICE.error, VOICE.runEnd]);
    assert.equal(toldOf(VOICE.error, 'code'), 'duplicate_wake_up_detected');
    ask();
    session.setStage('listening');
    session.dismiss();
    assert.equal(events().at(-1), VOICE.sttStart);
  });

  test('that listens on because it is to, calls nobody, though it names its wake word', () => {
    ask();
    session.setStage('listening');
    session.setStage('idle');
    session.listen();
    told = [];
    ask();
    assert.deepEqual(told, []);
  });

  test('is told the end when it ends, whatever it was doing', () => {
    give(messages.voiceRequest, { start: false });
    assert.deepEqual(events(), [VOICE.runEnd]);
    ask();
    session.setStage('listening');
    give(messages.voiceRequest, { start: false });
    assert.equal(events().at(-1), VOICE.runEnd);
    assert.deepEqual(told.at(-1), ['hush', SITE]);
  });

  test('is told the end only when its microphone is closed, or it would wait for ever', async () => {
    ask();
    session.setStage('listening');
    session.setStage('thinking');
    session.setStage('idle');
    await new Promise(setImmediate);
    assert.equal(events().at(-1), VOICE.vadEnd);
    await until(() => events().at(-1) === VOICE.runEnd, 'the end');
  });

  test('is not told the end of what it has left behind', async () => {
    ask();
    session.setStage('listening');
    session.setStage('thinking');
    session.setStage('idle');
    await new Promise(setImmediate);
    ask('');
    assert.deepEqual(told.at(-1), ['wake', SITE, { word: null, by: 'asked' }]);
    session.setStage('listening');
    // The end of the first would have come before that of the second.
    await clock.jump(400);
    assert.ok(!events().includes(VOICE.runEnd));
  });

  test('that knows no early replies is told the old way', async () => {
    ask();
    session.setStage('thinking');
    const playing = session.play(sound, never);
    await until(() => events().includes(VOICE.intentProgress), 'the reply');
    await clock.jump(1_500, true);
    assert.ok(events().includes(VOICE.ttsEnd), 'the old way');
    const url = must(toldOf(VOICE.ttsEnd, 'url'));
    assert.equal(url, toldOf(VOICE.runStart, 'url'));
    assert.equal((await fetch(url)).status, 200);
    await playing;
    session.setStage('idle');
    await until(() => events().at(-1) === VOICE.runEnd, 'the end');
  });

  test('with a bare loudspeaker has sound before it is told to play, and all of it before the end', async () => {
    give(messages.deviceInfoResponse, { name: 'shelf', voiceFlags: 7 });
    for (const length of [3_200, 32_000]) {
      ask();
      session.setStage('thinking');
      sent = [];
      const playing = session.play({ samples: Buffer.alloc(length), rate: 16_000 }, never);
      await until(() => sent.length > 0, 'the reply');
      while (!(await Promise.race([playing.then(() => true), clock.jump(200).then(() => false)])));
      session.setStage('idle');
      await until(() => events().includes(VOICE.streamEnd), 'the end');
      const order = sent.map(({ id, data }): unknown =>
        id === messages.voiceAudio.id ? 'sound' : decode(messages.voiceEvent.fields, data).event,
      );
      const at = (what: unknown) => order.indexOf(what);
      assert.ok(at(VOICE.streamStart) >= 0 && at(VOICE.streamStart) < at('sound'), String(order));
      assert.ok(at('sound') < at(VOICE.ttsEnd), String(order));
      assert.ok(order.lastIndexOf('sound') < at(VOICE.streamEnd), String(order));
    }
  });

  test('that fetches nothing, and says that it has played, was not heard', async () => {
    ask();
    session.setStage('thinking');
    const playing = session.play(sound, never);
    await until(() => events().includes(VOICE.intentProgress), 'the reply');
    give(messages.announceFinished, { success: true });
    await assert.rejects(playing, { code: 'satellite-unreachable', message: /must be reachable/ });
    assert.ok(!told.some(([what]) => what === 'hush'));
    await until(() => events().at(-1) === VOICE.runEnd, 'the end');
  });

  test('that ends a reply early was told so there', async () => {
    ask();
    session.setStage('thinking');
    const playing = session.play({ samples: Buffer.alloc(320_000), rate: 16_000 }, never);
    await until(() => events().includes(VOICE.intentProgress), 'the reply');
    await fetch(must(toldOf(VOICE.runStart, 'url')));
    give(messages.announceFinished, { success: true });
    await playing;
    assert.deepEqual(told.at(-1), ['hush', SITE]);
    await until(() => events().at(-1) === VOICE.runEnd, 'the end');
    assert.ok(!events().includes(VOICE.ttsEnd), 'which would have it wait for a sound that has ended');
  });

  test('is talked over by nobody while it listens', async () => {
    ask();
    session.setStage('listening');
    const playing = session.play(sound, never);
    await new Promise(setImmediate);
    assert.ok(!sent.some(({ id }) => id === messages.announceRequest.id));
    session.setStage('idle');
    await until(() => sent.some(({ id }) => id === messages.announceRequest.id), 'the announcement');
    const request = must(sent.find(({ id }) => id === messages.announceRequest.id));
    assert.equal((await fetch(decode(messages.announceRequest.fields, request.data).media)).status, 200);
    give(messages.announceFinished, { success: false });
    await playing;
  });

  test('listens for the word that its room is called by, and is told when that is another', () => {
    const active = () =>
      sent.splice(0).flatMap(({ id, data }) => {
        return id === messages.setConfiguration.id ? [decode(messages.setConfiguration.fields, data).active] : [];
      });
    assert.deepEqual(active(), [], 'it listens for ours');
    for (const word of ['alexa', 'alexa', 'no such word', undefined]) {
      chosen = word;
      session.wakeWordChanged();
    }
    assert.deepEqual(active(), [['alexa'], ['hey_jarvis', 'alexa']]);
  });

  test('may send what it likes', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round++) {
      const bytes = Buffer.from(Array.from({ length: random(40) }, () => random(256)));
      try {
        session.take(random(130), bytes);
      } catch (thrown) {
        assert.ok(thrown instanceof Error);
      }
    }
    ask();
    assert.equal(events().at(-1), VOICE.sttStart);
  });
});
