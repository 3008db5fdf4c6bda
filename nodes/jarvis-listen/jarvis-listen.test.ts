import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { chunks, command, heyJarvis, noise, silence } from '../../lib/listening/samples.test.helper.js';
import { newTurn, type Turn } from '../../lib/turn/turn.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import {
  type Bench,
  bench,
  caught,
  closedPort,
  closeLater,
  completed,
  counts,
  sent,
  turnIn,
  USER_DIR,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const LISTEN = { type: 'jarvis-listen', outputs: 2, voice: 'a-voice' };
const VOICE = { id: 'a-voice', type: 'jarvis-voice', stt: 'openai', language: 'en' };

/** A speech-to-text server that understands the same words in any sound, or never answers. */
async function sttServer(text: string | undefined) {
  let requests = 0;
  let closed = 0;
  const server = http.createServer((request, response) => {
    requests++;
    response.on('close', () => closed++);
    request.resume().on('end', () => {
      if (text !== undefined) response.end(JSON.stringify({ text }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { voice: { ...VOICE, sttUrl: url }, requests: () => requests, closed: () => closed };
}

const woken = (site: string) =>
  newTurn({ site, source: 'voice', language: 'en', wake: { word: 'hey_jarvis', by: 'audio' } });

/** Sends what a wake node would: the pre-roll, then 80 ms at a time. */
function play(listen: Bench, turn: Turn, sound: Buffer): void {
  const [preroll = 0, rest = sound.length] = [2 * 28_000, sound.length];
  const pieces = [sound.subarray(0, preroll), ...chunks(sound.subarray(preroll, rest))];
  for (const [index, payload] of pieces.entries()) {
    listen.send({ payload: Buffer.from(payload), topic: turn.site, turn, parts: { id: turn.id, index } });
  }
}

describe('the listen node', () => {
  afterEach(unload);

  test('finds the end of the utterance and gives its transcript at output 1', async () => {
    const { voice } = await sttServer('Hey Jarvis, turn on the kitchen light.');
    const listen = await bench(LISTEN, [voice]);
    const turn = woken('kitchen');
    play(listen, turn, Buffer.concat([heyJarvis, silence(2)]));
    const words = await sent(listen, 0);
    assert.deepEqual([words.topic, words.payload], ['kitchen', 'Hey Jarvis, turn on the kitchen light.']);
    const told = turnIn(words);
    assert.equal(told.id, turn.id);
    assert.equal(told.heard?.text, words.payload);
    assert.ok((told.heard?.seconds ?? 0) > 0.5);
    const { from = 0, to = 0 } = told.heard ?? {};
    assert.ok(from > turn.at - 5_000 && to > from && to <= Date.now(), 'when it was said');
    assert.equal(turns.get(turn.id)?.stage, 'thinking');
    await until(() => listen.completed.length > 20, 'the frames to be done');
    assert.deepEqual([listen.out[0]?.length, listen.out[1]?.length, listen.caught.length], [1, 0, 0]);
    assert.deepEqual(listen.statuses[0], { fill: 'yellow', shape: 'ring', text: 'status.loading' });
    await until(() => listen.statuses.some(({ text }) => text === 'status.ready'), 'the server to have answered');
    await listen.stop();
    assert.deepEqual(listen.statuses.at(-1), {});
  });

  test('learns a voice from four requests, and then says who speaks', async () => {
    const { voice } = await sttServer('Hey Jarvis, turn on the kitchen light.');
    const listen = await bench(LISTEN, [{ ...voice, speakers: true }]);
    const { speakers } = listen.node<VoiceNode>('a-voice');
    await speakers?.warm();
    speakers?.learn('Anna', 'kitchen');
    const heard = Buffer.concat([heyJarvis, silence(2)]);
    for (let count = 1; count <= 5; count++) {
      play(listen, woken('kitchen'), heard);
      const { speaker } = turnIn(await sent(listen, 0, count));
      assert.equal(speaker?.name, count === 5 ? 'Anna' : undefined);
    }
    assert.deepEqual(speakers?.names(), ['Anna']);
    speakers?.forget('Anna');
    assert.deepEqual(listen.log(), []);
  });

  test('takes for a guest whom it cannot tell, and says why', async () => {
    const { voice } = await sttServer('Hey Jarvis, turn on the kitchen light.');
    mkdirSync(path.join(USER_DIR, 'jarvis'), { recursive: true });
    const file = path.join(USER_DIR, 'jarvis', 'speakers.json');
    writeFileSync(file, 'no voices');
    closeLater(async () => rmSync(file));
    const listen = await bench(LISTEN, [{ ...voice, speakers: true }]);
    play(listen, woken('kitchen'), Buffer.concat([heyJarvis, silence(2)]));
    assert.deepEqual(turnIn(await sent(listen, 0)).speaker, { name: null, score: 0 });
    assert.match(listen.log()[0]?.text ?? '', /speakers\.json/);
  });

  test('gives words in the one of a room’s languages that they are in', async () => {
    for (const [text, language] of [
      ['Schalte das Licht in der Küche ein.', 'de'],
      ['Turn on the kitchen light.', 'en'],
      ['Radio.', 'en'],
    ] as const) {
      const { voice } = await sttServer(text);
      const listen = await bench(LISTEN, [voice]);
      play(listen, { ...woken('kitchen'), languages: ['en', 'de'] }, Buffer.concat([heyJarvis, silence(2)]));
      assert.equal(turnIn(await sent(listen, 0)).language, language);
      await unload();
    }
  });

  test('says at output 2 that nobody spoke', async () => {
    const { voice, requests } = await sttServer('nothing');
    const listen = await bench(LISTEN, [voice]);
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en', wake: { word: null, by: 'asked' } });
    play(listen, turn, silence(7));
    const nothing = await sent(listen, 1);
    assert.deepEqual([nothing.topic, nothing.payload], ['den', 'no-speech']);
    assert.equal(turns.current('den'), undefined);
    assert.deepEqual([requests(), listen.out[0]?.length], [0, 0]);
  });

  test('after a reply silence ends the listening without a word, and leaves no trace', async () => {
    const { voice, requests } = await sttServer('nothing');
    const listen = await bench(LISTEN, [voice]);
    turns.conversation('porch').await('follow-up', 3_000);
    const turn = newTurn({ site: 'porch', source: 'voice', language: 'en', wake: { word: null, by: 'follow-up' } });
    const ended = once(turns, 'end');
    play(listen, turn, silence(5));
    await ended;
    assert.deepEqual([requests(), listen.out[0]?.length, listen.out[1]?.length], [0, 0, 0]);
    assert.equal(listen.caught.length, 0);
    assert.equal(turns.current('porch'), undefined);
    assert.ok(!turns.traces().some(({ id }) => id === turn.id));
  });

  test('listens all the time to whoever speaks, when it is set to', async () => {
    const { voice } = await sttServer('turn on the kitchen light');
    const listen = await bench({ ...LISTEN, mode: 'always' }, [voice]);
    for (const payload of chunks(Buffer.concat([silence(0.5), command, silence(2)]))) {
      listen.send({ payload: Buffer.from(payload), topic: 'kitchen', satellite: { area: 'Kitchen' } });
    }
    const words = await sent(listen, 0);
    assert.equal(words.payload, 'turn on the kitchen light');
    assert.deepEqual([turnIn(words).site, turnIn(words).area, turnIn(words).wake], ['kitchen', 'Kitchen', undefined]);
    await listen.stop();
    assert.deepEqual(listen.log(), []);
  });

  test('says that the speech-to-text server is not there, with the turn, once', async () => {
    const listen = await bench(LISTEN, [{ ...VOICE, sttUrl: `${await closedPort()}/v1` }]);
    const turn = woken('kitchen');
    play(listen, turn, Buffer.concat([heyJarvis, silence(2)]));
    assert.equal((await caught(listen)).code, 'stt-unreachable');
    assert.equal(listen.caught[0]?.turn?.id, turn.id);
    assert.deepEqual([listen.out[0]?.length, listen.out[1]?.length, listen.caught.length], [0, 0, 1]);
  });

  test('says which speech server has no address', async () => {
    const listen = await bench(LISTEN, [VOICE]);
    play(listen, woken('kitchen'), Buffer.concat([heyJarvis, silence(1)]));
    const { code, message } = await caught(listen);
    assert.equal(code, 'not-configured');
    assert.match(message, /JARVIS_STT_URL/);
    await until(() => listen.completed.length > 10, 'the other frames');
    assert.equal(listen.caught.length, 1);
  });

  test('cancels the transcript of a turn when the flow is stopped', async () => {
    const { voice, requests, closed } = await sttServer(undefined);
    const listen = await bench(LISTEN, [voice]);
    play(listen, woken('kitchen'), Buffer.concat([heyJarvis, silence(2)]));
    await until(() => requests() > 0, 'the request');
    await listen.stop();
    await until(() => closed() > 0, 'its end');
    assert.deepEqual(counts(listen).out, [0, 0]);
    assert.deepEqual(listen.log(), []);
    assert.equal(turns.current('kitchen'), undefined);
    assert.deepEqual(listen.statuses.at(-1), {});
  });

  test('hears nothing in noise', async () => {
    const { voice } = await sttServer('you');
    const listen = await bench({ ...LISTEN, mode: 'always' }, [voice]);
    for (const payload of chunks(noise(3, 300))) listen.send({ payload: Buffer.from(payload), topic: 'den' });
    await completed(listen, 30);
    assert.deepEqual(counts(listen).out, [0, 0]);
  });

  test('says what it needs: sound, and a turn', async () => {
    const listen = await bench(LISTEN, [VOICE]);
    listen.send({ payload: 'words' });
    const first = await caught(listen, 1);
    assert.equal(first.code, 'bad-audio');
    assert.match(first.message, /Wire a wake node/);
    for (let frame = 0; frame < 5; frame++) listen.send({ payload: silence(0.08) });
    const second = await caught(listen, 2);
    assert.equal(second.code, 'bad-input');
    assert.match(second.message, /Wire a wake node/);
    listen.send({ payload: silence(0.08), turn: { id: 7 } });
    assert.equal((await caught(listen, 3)).code, 'bad-input');
    await completed(listen, 4);
    assert.deepEqual(counts(listen), { out: [0, 0], caught: 3, completed: 4 });
  });

  test('needs a voice', () =>
    withoutConfig(LISTEN, 'voice', VOICE, () => ({ payload: silence(0.08), turn: woken('den') })));
});
