import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { secondsOf } from '../../lib/audio/pcm.js';
import { parseWav } from '../../lib/audio/wav.js';
import { turns } from '../../lib/conversation/turns.js';
import { silence } from '../../lib/listening/samples.test.helper.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn, type Turn } from '../../lib/turn/turn.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import {
  bench,
  caught,
  completed,
  counts,
  must,
  satellite,
  satellitesNode,
  sent,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const MOUTH = { type: 'jarvis-satellite-out', outputs: 1, satellites: 'the-house', followUp: true };
const PLAY = 'hermes/audioServer/kitchen/playBytes/';
const sound = silence(0.2);
const audio = { rate: 22_050, width: 2, channels: 1 };

const turnOf = (more: Partial<Turn> = {}) =>
  newTurn({ site: 'kitchen', source: 'voice', language: 'en', reply: { text: 'It is on.' }, ...more });

async function speaking(more: object = {}) {
  const hub = await satellitesNode({ areas: '{"kitchen":"Kitchen"}' });
  const mouth = await bench({ ...MOUTH, ...more }, [hub]);
  const kitchen = await satellite(hub.port);
  await until(() => mouth.node<SatellitesNode>('the-house').hub.status().state === 'connected', 'the connection');
  /** Says that the `count`th sound was played. */
  const played = async (count: number) => {
    const { topic, payload } = await kitchen.hears(PLAY, count);
    await kitchen.say('hermes/audioServer/kitchen/playFinished', { id: topic.slice(PLAY.length), siteId: 'kitchen' });
    return parseWav(payload);
  };
  return { mouth, kitchen, played, hub };
}

describe('the satellite out node', () => {
  afterEach(unload);

  test('plays sound in the room it was asked in, and tells when it was heard', async () => {
    const { mouth, kitchen, played } = await speaking();
    const turn = turnOf();
    mouth.send({ payload: sound, audio, turn, topic: 'kitchen', parts: { id: turn.id, index: 0, count: 1 } });
    await kitchen.hears(PLAY);
    assert.deepEqual(counts(mouth), { out: [0], caught: 0, completed: 0 });
    assert.equal(turns.get(turn.id)?.stage, 'speaking');
    assert.equal((await played(1)).rate, 22_050);
    const heard = await sent(mouth, 0);
    assert.deepEqual([heard.payload, heard.topic], ['It is on.', 'kitchen']);
    await completed(mouth);
    assert.deepEqual(counts(mouth), { out: [1], caught: 0, completed: 1 });
    assert.equal(turns.get(turn.id), undefined);
    await mouth.stop();
    assert.deepEqual(mouth.statuses.at(-1), {});
  });

  test('works alone with an injected Buffer', async () => {
    const { mouth, played } = await speaking();
    mouth.send({ payload: sound, topic: 'kitchen' });
    assert.equal((await played(1)).rate, 16_000);
    await sent(mouth, 0);
    assert.deepEqual(counts(mouth), { out: [1], caught: 0, completed: 1 });
  });

  test('plays the sentences of a reply one after another, and tells once at the end', async () => {
    const { mouth, kitchen, played } = await speaking();
    const turn = turnOf();
    for (const index of [0, 1]) mouth.send({ payload: sound, audio, turn, parts: { id: turn.id, index } });
    mouth.send({ payload: Buffer.alloc(0), audio, turn, parts: { id: turn.id, index: 2, count: 3 } });
    await played(1);
    await played(2);
    await completed(mouth, 3);
    assert.deepEqual(counts(mouth), { out: [1], caught: 0, completed: 3 });
    assert.equal(kitchen.heard.filter(({ topic }) => topic.startsWith(PLAY)).length, 2);
  });

  test('listens for the answer to a question, without the wake word', async () => {
    for (const followUp of [true, false]) {
      const { mouth, played } = await speaking({ followUp });
      const wakes: unknown[] = [];
      mouth.node<SatellitesNode>('the-house').hub.on('wake', (site, wake) => wakes.push([site, wake]));
      mouth.send({ payload: sound, turn: turnOf({ reply: { text: 'Which lamp?', question: true } }) });
      await played(1);
      await completed(mouth);
      assert.deepEqual(wakes, followUp ? [['kitchen', { word: null, by: 'follow-up' }]] : []);
      await unload();
    }
  });

  test('listens on for its seconds after each reply, except where an announcement waits or nobody is to', async () => {
    for (const [listenOn, waiting, seconds] of [
      [undefined, false, 8],
      ['20', false, 20],
      ['0', false, undefined],
      ['20', true, undefined],
    ] as const) {
      const { mouth, played } = await speaking({ listenOn });
      const site = turns.conversation('kitchen');
      site.end();
      const wakes: unknown[] = [];
      mouth.node<SatellitesNode>('the-house').hub.on('wake', (_, wake) => wakes.push(wake));
      if (waiting) turns.begin(newTurn({ site: 'kitchen', source: 'announcement', language: 'en' }));
      mouth.send({ payload: sound, turn: turnOf() });
      await played(1);
      await completed(mouth);
      assert.deepEqual(wakes, seconds ? [{ word: null, by: 'follow-up' }] : []);
      const { what, until: end = 0 } = site.awaited() ?? {};
      assert.deepEqual([what, end <= clock.now() + (seconds ?? 0) * 1000], [seconds && 'follow-up', true]);
      await unload();
    }
  });

  test('of a reply that is cut off the part that was heard goes on, once', async () => {
    const { mouth, kitchen, played } = await speaking();
    const { reply: _, ...turn } = turnOf();
    const live = turns.begin(turn);
    const exchange = turns.exchanges.begin(live, 'Is it on?');
    for (const [index, text] of ['It is on.', 'And warm.', 'And loud.'].entries()) {
      void exchange.note({ type: 'sentence', text });
      mouth.send({ payload: sound, audio, turn, parts: { id: turn.id, index } });
    }
    await played(1);
    await kitchen.hears(PLAY, 2);
    turns.end(turn.id, 'barge-in');
    await completed(mouth, 3);
    assert.deepEqual(
      mouth.out[0]?.map(({ payload, turn: told }) => [payload, told?.reply]),
      [['It is on.', { text: 'It is on.' }]],
    );
  });

  test('stops at once when the turn is cancelled', async () => {
    const { mouth, kitchen } = await speaking();
    const turn = turnOf();
    for (const index of [0, 1]) mouth.send({ payload: sound, turn, parts: { id: turn.id, index } });
    await kitchen.hears(PLAY);
    turns.end(turn.id, 'barge-in');
    await completed(mouth, 2);
    assert.deepEqual(counts(mouth), { out: [0], caught: 0, completed: 2 });
    assert.equal(kitchen.heard.filter(({ topic }) => topic.startsWith(PLAY)).length, 1);
  });

  test('ends what it plays when the flow is stopped', async () => {
    const { mouth, kitchen } = await speaking();
    const turn = turnOf();
    mouth.send({ payload: sound, turn });
    await kitchen.hears(PLAY);
    await mouth.stop();
    assert.deepEqual(counts(mouth).out, [0]);
    assert.deepEqual(mouth.log(), []);
    assert.deepEqual(mouth.statuses.at(-1), {});
  });

  test('says that a satellite can not be one', async () => {
    const { mouth } = await speaking();
    mouth.send({ payload: sound, topic: 'no/site' });
    assert.equal((await caught(mouth)).code, 'bad-input');
    mouth.send({ payload: sound, topic: 'browser-00000000' });
    assert.equal((await caught(mouth, 2)).code, 'satellite-unreachable');
    assert.deepEqual(counts(mouth), { out: [0], caught: 2, completed: 0 });
  });

  test('says what it needs instead of something that is no sound', async () => {
    const { mouth } = await speaking();
    mouth.send({ payload: 'It is on.', topic: 'kitchen' });
    const { code, message } = await caught(mouth);
    assert.equal(code, 'bad-audio');
    assert.match(message, /Wire a speak node/);
  });

  for (const cues of [true, false]) {
    test(`a room ${cues ? 'hears a tone' : 'hears nothing'} when its wake word was heard, until the node closes`, async () => {
      const { mouth, kitchen, played } = await speaking({ cues });
      const listeners = turns.listenerCount('begin');
      turns.begin(turnOf({ wake: { word: 'hey_jarvis', by: 'audio' } }));
      if (cues) assert.ok(secondsOf(await played(1)) < 0.15);
      const turn = turnOf();
      mouth.send({ payload: silence(1), audio, turn, topic: 'kitchen', parts: { id: turn.id, index: 0, count: 1 } });
      assert.ok(secondsOf(await played(cues ? 2 : 1)) >= 0.15, 'the reply');
      assert.equal(kitchen.sounds('kitchen'), cues ? 2 : 1);
      await mouth.stop();
      if (cues) assert.ok(turns.listenerCount('begin') < listeners);
    });
  }

  test('needs satellites', async () => {
    const house = await satellitesNode();
    await withoutConfig(MOUTH, 'satellites', must(house), () => ({ payload: sound, topic: 'kitchen' }));
  });
});
