import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { levelOf } from '../../lib/audio/level.js';
import { turns } from '../../lib/conversation/turns.js';
import { newTurn } from '../../lib/turn/turn.js';
import {
  bench,
  caught,
  closedPort,
  completed,
  counts,
  must,
  satellitesNode,
  sent,
  silentServer,
  turnIn,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const SPEAK = { type: 'jarvis-speak', outputs: 1, voice: 'a-voice' };
const VOICE = { id: 'a-voice', type: 'jarvis-voice', tts: 'espeak', language: 'en' };

describe('the speak node', () => {
  afterEach(unload);

  test('makes sound of an injected string', async () => {
    const speak = await bench(SPEAK, [VOICE]);
    speak.send({ payload: 'The **kitchen light** is on.', topic: 'den', mine: 7 });
    const sound = await sent(speak, 0);
    assert.ok(Buffer.isBuffer(sound.payload));
    assert.ok(sound.payload.length > 22_050);
    assert.ok(levelOf(sound.payload) > -40);
    assert.deepEqual(sound.audio, { rate: 22_050, width: 2, channels: 1 });
    assert.deepEqual(sound.parts, { id: turnIn(sound).id, index: 0, count: 1 });
    assert.deepEqual([turnIn(sound).site, sound['mine']], ['den', 7]);
    await completed(speak);
    assert.deepEqual(counts(speak), { out: [1], caught: 0, completed: 1 });
    await speak.stop();
    assert.deepEqual(speak.statuses.at(-1), {});
  });

  test('speaks with the voice of the room', async () => {
    const settings = JSON.stringify({ den: { voice: 'en-us' } });
    const house = await satellitesNode({ areas: '{"kitchen":"Kitchen","den":"Den"}', settings });
    const speak = await bench(SPEAK, [VOICE, house]);
    for (const [index, topic] of ['kitchen', 'hall', 'den'].entries()) {
      speak.send({ payload: 'The bath is hot.', topic });
      await completed(speak, index + 1);
    }
    // What the same voice has said is kept.
    const [kitchen, hall, den] = must(speak.out[0]).map(({ payload }) => payload as Buffer);
    assert.deepEqual([must(hall).equals(must(kitchen)), must(den).equals(must(kitchen))], [true, false]);
    assert.deepEqual(speak.caught, []);
  });

  test('keeps the order of the sentences of a reply, and passes its empty end on', async () => {
    const speak = await bench(SPEAK, [VOICE]);
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    const sentences = [
      'This first sentence takes the longest of them all to be spoken.',
      'Short.',
      'And one more.',
      '',
    ];
    for (const [index, payload] of sentences.entries()) {
      speak.send({ payload, turn, parts: { id: turn.id, index, ...(index === 3 && { count: 4 }) } });
    }
    await completed(speak, 4);
    assert.deepEqual(
      must(speak.out[0]).map(({ parts }) => parts?.index),
      [0, 1, 2, 3],
    );
    const last = must(speak.out[0]?.at(-1));
    assert.deepEqual([(last.payload as Buffer).length, last.parts?.count], [0, 4]);
  });

  test('makes no sound of what is read where it is answered', async () => {
    const speak = await bench(SPEAK, [VOICE]);
    speak.send({ payload: 'The kitchen light is on.', topic: 'assist-0123456789abcdef' });
    assert.equal(((await sent(speak, 0)).payload as Buffer).length, 0);
  });

  test('sends nothing of a turn that was cancelled', async () => {
    const speak = await bench(SPEAK, [VOICE]);
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    turns.begin(turn);
    turns.end(turn.id, 'stop');
    speak.send({ payload: 'Nobody hears this.', turn });
    await completed(speak);
    assert.deepEqual(counts(speak), { out: [0], caught: 0, completed: 1 });
  });

  test('speaks with the voice of this machine while the server of another is away, and tells of it once', async () => {
    const url = (await closedPort()).replace('http', 'tcp');
    const speak = await bench(SPEAK, [{ ...VOICE, tts: 'wyoming', ttsUrl: url }]);
    for (const payload of ['One.', 'Two.', 'Three.']) speak.send({ payload, topic: `room of ${payload}` });
    await completed(speak, 3);
    assert.deepEqual(counts(speak), { out: [3], caught: 0, completed: 3 });
    const told = speak.log();
    assert.deepEqual(
      told.map(({ level, id }) => ({ level, id })),
      [{ level: 'error', id: 'a-voice' }],
    );
    assert.match(must(told[0]).text, /127\.0\.0\.1/);
  });

  test('gives up a server that hangs when the flow is stopped', async () => {
    const hanging = await silentServer();
    const speak = await bench(SPEAK, [{ ...VOICE, tts: 'wyoming', ttsUrl: hanging.url.replace('http', 'tcp') }]);
    speak.send({ payload: 'Hello.' });
    await until(() => hanging.connections() > 0, 'the request');
    await speak.stop();
    await until(() => hanging.connections() === 0, 'the end of the request');
    assert.deepEqual(counts(speak).out, [0]);
    assert.deepEqual(speak.log(), []);
    assert.deepEqual(speak.statuses.at(-1), {});
  });

  test('names the voice that is not there', async () => {
    const speak = await bench(SPEAK, [{ ...VOICE, voice: 'no such voice' }]);
    speak.send({ payload: 'Hello.' });
    const { code, message } = await caught(speak);
    assert.equal(code, 'not-configured');
    assert.match(message, /no such voice/);
    assert.deepEqual(counts(speak), { out: [0], caught: 1, completed: 0 });
  });

  test('tells the failure of a turn once, however many sentences it has, and not again for its apology', async () => {
    const speak = await bench(SPEAK);
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    for (const index of [0, 1, 2]) speak.send({ payload: 'Hello.', turn, parts: { id: turn.id, index } });
    const apology = newTurn({ site: 'den', source: 'announcement', language: 'en', apology: 'not-configured' });
    speak.send({ payload: 'Sorry.', turn: apology });
    await completed(speak, 3);
    assert.deepEqual(counts(speak), { out: [0], caught: 1, completed: 3 });
  });

  test('says what it needs instead of something that is no words', async () => {
    const speak = await bench(SPEAK, [VOICE]);
    speak.send({ payload: Buffer.alloc(2) });
    assert.equal((await caught(speak)).code, 'bad-input');
  });

  test('needs a voice', () => withoutConfig(SPEAK, 'voice', VOICE, () => ({ payload: 'Hello.' })));
});
