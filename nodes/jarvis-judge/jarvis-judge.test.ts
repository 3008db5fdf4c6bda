import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn, type Turn } from '../../lib/turn/turn.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import {
  bench,
  caught,
  closedPort,
  closeLater,
  completed,
  counts,
  sent,
  turnIn,
  unload,
  until,
} from '../node.test.helper.js';

const JUDGE = { type: 'jarvis-judge', outputs: 3, wakeWord: 'jarvis', aliases: 'butler, jeeves' };
const MODEL = { id: 'a-model', type: 'jarvis-model' };

const spoken = (site: string, more: Partial<Turn> = {}) => newTurn({ site, source: 'voice', language: 'en', ...more });
const woken = (site: string) => spoken(site, { wake: { word: 'hey_jarvis', by: 'audio' } });
const followUp = (site: string) => spoken(site, { wake: { word: null, by: 'follow-up' } });

/** What a judge model would say. */
async function judging(answer: object | string) {
  const words = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers: [{ answer: answer === 'hang' ? { fault: 'hang' } : words }],
  });
  closeLater(server.close);
  return { server, model: { ...MODEL, url: server.url, model: 'scripted' } };
}

describe('the judge node', () => {
  afterEach(unload);

  test('passes an injected string on at output 1, without the name', async () => {
    const judge = await bench(JUDGE);
    judge.send({ payload: 'Jarvis, turn on the light', topic: 'den', mine: 7 });
    const query = await sent(judge, 0);
    assert.match(String(query.payload), /^turn on the light/i);
    assert.equal(query['mine'], 7);
    const { judgement, site } = turnIn(query);
    assert.equal(site, 'den');
    assert.deepEqual([judgement?.directed, judgement?.by], [true, 'rule']);
    await completed(judge);
    assert.deepEqual(counts(judge), { out: [1, 0, 0], caught: 0, completed: 1 });
    assert.equal(turns.current('den')?.stage, 'thinking');
    await judge.stop();
    assert.deepEqual(judge.statuses.at(-1), {});
  });

  test('takes the wake word off what was heard after it', async () => {
    const judge = await bench(JUDGE);
    judge.send({ payload: 'Hey Jarvis, is the oven on?', topic: 'den', turn: woken('den') });
    assert.equal((await sent(judge, 0)).payload, 'is the oven on?');
  });

  test('leaves what nobody said to it at output 2, with the words that were heard', async () => {
    const judge = await bench(JUDGE);
    const turn = spoken('den');
    turns.begin(turn);
    judge.send({ payload: 'did you see the game yesterday', topic: 'den', turn });
    const other = await sent(judge, 1);
    assert.equal(other.payload, 'did you see the game yesterday');
    assert.equal(turnIn(other).judgement?.directed, false);
    await completed(judge);
    assert.deepEqual(counts(judge), { out: [0, 1, 0], caught: 0, completed: 1 });
    assert.equal(turns.current('den'), undefined);
  });

  test('knows its other names', async () => {
    const judge = await bench(JUDGE);
    judge.send({ payload: 'Jeeves, open the blinds', turn: spoken('den') });
    assert.match(String((await sent(judge, 0)).payload), /^open the blinds/i);
  });

  test('cancels what the room is doing at a stop, output 3', async () => {
    const judge = await bench(JUDGE);
    const story = spoken('den');
    const { signal } = turns.begin(story);
    turns.stage(story.id, 'speaking');
    const stopped: string[] = [];
    const onStop = (site: string) => stopped.push(site);
    turns.on('stop', onStop);
    judge.send({ payload: 'stop', topic: 'den', turn: woken('den') });
    assert.equal(turnIn(await sent(judge, 2)).judgement?.stop, true);
    assert.equal(signal.aborted, true);
    assert.deepEqual(stopped, ['den']);
    assert.deepEqual(counts(judge).out, [0, 0, 1]);
    turns.off('stop', onStop);
  });

  test('passes a stop on where nothing runs: who says it is told so', async () => {
    const judge = await bench(JUDGE);
    judge.send({ payload: 'stop', topic: 'den', turn: woken('den') });
    const idle = await sent(judge, 0);
    assert.deepEqual([idle.payload, turnIn(idle).judgement?.stop], ['stop', true]);
    judge.send({ payload: 'never mind', topic: 'attic' });
    assert.equal((await sent(judge, 0, 2)).payload, 'never mind');
    // What was typed over a reply has cut it off already.
    const [story, over] = [spoken('den'), newTurn({ site: 'den', source: 'text', language: 'en' })];
    turns.begin(story);
    turns.begin(over);
    judge.send({ payload: 'stop', topic: 'den', turn: over });
    await sent(judge, 2);
    assert.equal(turns.current('den'), undefined);
  });

  test('hears its own voice in the room and does not answer it', async () => {
    const judge = await bench(JUDGE);
    const story = spoken('den');
    turns.begin(story);
    turns.stage(story.id, 'speaking');
    turns.show(story, 'reply', 'It was a dark and stormy night in the old house.');
    judge.send({ payload: 'it was a dark and stormy night in the old house', turn: spoken('den') });
    await sent(judge, 1);
    assert.equal(turns.current('den')?.id, story.id);
  });

  test('takes our own words for an answer where we asked with them, and for speech beside ours while we speak', async (t) => {
    let now = 1_800_000_000_000;
    t.mock.method(clock, 'now', () => now);
    t.after(turns.addMouth());
    const judge = await bench(JUDGE);
    const asked = spoken('loft');
    turns.begin(asked);
    const room = turns.conversation('loft');
    room.say(asked.id, 0, 'Do you want the living room lamp or the reading lamp?');
    room.plays(asked.id, 0, 'from');
    now += 3_000;
    room.plays(asked.id, 0, 'to');
    turns.end(asked.id);
    room.await('answer', 8_000);
    now += 2_000;
    const heard = { text: 'the living room lamp', from: now, to: now + 1_200 };
    now += 2_000;
    judge.send({ payload: heard.text, turn: spoken('loft', { heard }) });
    assert.equal((await sent(judge, 0)).payload, 'the living room lamp');
    // The same words, heard while they were spoken, are our own.
    const own = { text: 'the living room lamp', from: now - 6_500, to: now - 5_300 };
    judge.send({ payload: own.text, turn: spoken('loft', { heard: own }) });
    await sent(judge, 1);
    // Long after the question nobody is called.
    now += 60_000;
    judge.send({
      payload: 'the reading lamp',
      turn: spoken('loft', { heard: { text: 'the reading lamp', from: now, to: now } }),
    });
    await sent(judge, 1, 2);
  });

  test('asks the model about a follow-up that is not clear', async () => {
    const answer = {
      directed: true,
      query: 'how warm is the attic?',
      stop: false,
      confidence: 0.9,
      reasoning: 'follow-up',
    };
    const { model, server } = await judging(answer);
    const judge = await bench({ ...JUDGE, model: 'a-model' }, [model]);
    judge.send({ payload: 'and the attic', turn: followUp('den') });
    const query = await sent(judge, 0);
    assert.equal(query.payload, 'how warm is the attic?');
    assert.equal(turnIn(query).judgement?.by, 'model');
    assert.equal(server.requests.filter(({ path }) => path === '/api/chat').length, 1);
  });

  test('understands a model that keeps to no schema', async () => {
    const { model, server } = await judging(
      "<think>They go on.</think>```json\n{'directed': True, 'query': 'hey jarvis how warm is the attic?', 'confidence': 95}\n```",
    );
    const judge = await bench({ ...JUDGE, model: 'a-model' }, [model]);
    judge.send({ payload: 'and the attic', turn: followUp('den') });
    const query = await sent(judge, 0);
    assert.equal(query.payload, 'how warm is the attic?');
    assert.equal(turnIn(query).judgement?.confidence, 0.95);
    assert.equal(server.requests.filter(({ path }) => path === '/api/chat').length, 1);
  });

  test('decides alone when there is no model, or none answers', async () => {
    const ways = [[], [{ ...MODEL, d: true }], [{ ...MODEL, url: await closedPort(), model: 'scripted' }]];
    for (const configs of ways) {
      const judge = await bench({ ...JUDGE, model: 'a-model' }, configs);
      judge.send({ payload: 'and the attic', turn: followUp('porch') });
      await sent(judge, 1);
      await completed(judge);
      assert.deepEqual(counts(judge), { out: [0, 1, 0], caught: 0, completed: 1 });
      assert.deepEqual(judge.log(), []);
      await unload();
    }
  });

  test('cancels its question to the model when the flow is stopped', async () => {
    const { model, server } = await judging('hang');
    const judge = await bench({ ...JUDGE, model: 'a-model' }, [model]);
    judge.send({ payload: 'and the attic', turn: followUp('den') });
    await until(() => server.requests.some(({ path }) => path === '/api/chat'), 'the question');
    await judge.stop();
    await server.untilClosed(1);
    assert.deepEqual(counts(judge).out, [0, 0, 0]);
    assert.deepEqual(judge.log(), []);
    assert.deepEqual(judge.statuses.at(-1), {});
  });

  test('says what it needs instead of something that is no words', async () => {
    const judge = await bench(JUDGE);
    judge.send({ payload: Buffer.alloc(2) });
    const { code, message } = await caught(judge);
    assert.equal(code, 'bad-input');
    assert.match(message, /Wire a listen node/);
    assert.deepEqual(counts(judge), { out: [0, 0, 0], caught: 1, completed: 0 });
  });
});
