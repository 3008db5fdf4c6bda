import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { ROOTS } from '../../lib/memory/tables/graph-rows.js';
import { newTurn } from '../../lib/turn/turn.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import {
  bench,
  caught,
  closedPort,
  closeLater,
  counts,
  sent,
  silentServer,
  turnIn,
  USER_DIR,
  unload,
  until,
} from '../node.test.helper.js';

const RECALL = { type: 'jarvis-recall', outputs: 1, memory: 'a-memory', model: '' };
const MODEL = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted' };
const DAY_MS = 86_400_000;

let files = 0;
const memoryNode = () => ({ id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, `recall-${files++}.db`) });

async function remembering() {
  const subject = await bench(RECALL, [memoryNode()]);
  const { memory, dialogue } = subject.node<MemoryNode>('a-memory');
  const at = Date.now() - DAY_MS;
  const ids = await memory.entries.putMany([
    { kind: 'diary', at, source: 'test', text: 'For dinner they had lasagne.' },
    { kind: 'diary', at: at - 200 * DAY_MS, source: 'test', text: 'For dinner they had trout.' },
  ]);
  return { subject, dialogue, ids };
}

describe('the recall node', () => {
  afterEach(unload);

  test('tells guests nothing', async () => {
    const { subject } = await remembering();
    const speaker = { name: null, score: 0.5 };
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en', speaker });
    subject.send({ payload: 'what was for dinner yesterday?', topic: 'den', turn });
    const { recall, about } = turnIn(await sent(subject, 0));
    assert.deepEqual([recall, about], [{ lines: [], entries: [], why: 'guest' }, undefined]);
  });

  test('gives a request what belongs to it, and its trace says why', async () => {
    const { subject, ids } = await remembering();
    subject.send({ payload: 'what was for dinner yesterday?', topic: 'den', mine: 7 });
    const first = await sent(subject, 0);
    assert.deepEqual([first.payload, first.topic, first['mine']], ['what was for dinner yesterday?', 'den', 7]);
    const { recall, id } = turnIn(first);
    assert.equal(recall?.why, 'found');
    assert.match(recall?.lines.join() ?? '', /^\[\d{4}-\d\d-\d\d\] For dinner they had lasagne\.$/);
    assert.deepEqual(
      recall?.entries.map((entry) => [entry.id, entry.words]),
      [[ids[0], ['dinner']]],
    );
    const spans = turns.traces().find((trace) => trace.id === id)?.spans ?? [];
    assert.deepEqual(
      spans.map(({ stage }) => stage).filter((stage) => stage.startsWith('recall')),
      ['recall', 'recall-profile', 'recall-terms', 'recall-search'],
    );
    await until(() => subject.statuses.some(({ text }) => text === 'status.done'), 'the status');
  });

  test('tells of the people whatever the request, and anew when that changes', async () => {
    const { subject } = await remembering();
    const { graph } = subject.node<MemoryNode>('a-memory').memory;
    for (const [index, line] of ['Is called Ada.', 'Likes to be brief.'].entries()) {
      await graph.addLines({ node: ROOTS.USER, lines: [{ text: line, at: Date.now() }], why: 'test' });
      subject.send({ payload: 'is it raining?', topic: 'profile' });
      const about = turnIn(await sent(subject, 0, index + 1)).about?.join('\n') ?? '';
      assert.ok(about.includes(line) && about.includes('Ada'), about);
    }
  });

  test('recalls nothing of the people that the prompt says anyway', async () => {
    const { subject } = await remembering();
    const { graph } = subject.node<MemoryNode>('a-memory').memory;
    const at = Date.now() - DAY_MS;
    await graph.addLines({ node: ROOTS.USER, lines: [{ text: 'Ada likes trout.', at }], why: 'test' });
    await graph.addLines({ node: ROOTS.WORLD, lines: [{ text: 'The lake has trout.', at }], why: 'test' });
    subject.send({ payload: 'who likes trout?', topic: 'den' });
    const { about, recall } = turnIn(await sent(subject, 0));
    assert.ok(about?.includes('- Ada likes trout.'));
    assert.deepEqual(recall?.lines.map((line) => line.replace(/^\[.*\] /, '')).sort(), [
      'For dinner they had trout.',
      'The lake has trout.',
    ]);
  });

  test('looks nothing up for a plan without memory, and what the planner wants to know', async () => {
    const { subject } = await remembering();
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    subject.send({ payload: 'what was for dinner?', turn: { ...turn, plan: ['Reply to the user.'] } });
    assert.deepEqual(turnIn(await sent(subject, 0)).recall, { lines: [], why: 'not-planned', entries: [] });
    const lookup = { topic: 'the trout', keywords: ['trout'] };
    subject.send({ payload: 'how was it?', turn: { ...turn, id: 'another', plan: ['Reply to the user.'], lookup } });
    assert.match(turnIn(await sent(subject, 0, 2)).recall?.lines.join() ?? '', /trout/);
  });

  test('asks a model what a request refers to, and goes on without one that fails', async () => {
    const server = await startScriptedModelServer({
      speed: 'instant',
      answers: [{ answer: '{"keywords": ["trout"]}', times: 1 }, { answer: { fault: 'crashed' } }],
    });
    closeLater(server.close);
    const store = memoryNode();
    for (const [index, url] of [server.url, server.url, await closedPort()].entries()) {
      const subject = await bench({ ...RECALL, model: 'a-model' }, [store, { ...MODEL, url }]);
      const { memory, dialogue } = subject.node<MemoryNode>('a-memory');
      await memory.entries.put({ kind: 'note', key: 'x', at: Date.now(), source: 'test', text: 'Ada likes trout.' });
      await dialogue.add(`den-${index}`, [
        { role: 'user', content: 'what fish does Ada like?' },
        { role: 'assistant', content: 'Trout.' },
      ]);
      subject.send({ payload: 'who said that?', topic: `den-${index}` });
      const { recall } = turnIn(await sent(subject, 0));
      assert.equal(recall?.lines.length, index === 0 ? 1 : 0, JSON.stringify(recall));
      assert.equal(counts(subject).caught, 0);
      await unload();
    }
  });

  test('passes a request on when the store is damaged', async () => {
    const store = memoryNode();
    writeFileSync(store.file, 'this is no database, and long enough to look like one at a glance'.repeat(20));
    const subject = await bench(RECALL, [store]);
    subject.send({ payload: 'what was for dinner?' });
    assert.equal(turnIn(await sent(subject, 0)).recall?.why, 'store-failed');
    await until(() => subject.statuses.some(({ text }) => text === 'status.failed'), 'the status');
    assert.equal(counts(subject).caught, 0);
  });

  test('says what it needs instead of something that is no words', async () => {
    const subject = await bench(RECALL, [memoryNode()]);
    for (const [index, payload] of [undefined, 7, Buffer.from('x')].entries()) {
      subject.send({ payload });
      assert.equal((await caught(subject, index + 1)).code, 'bad-input');
    }
  });

  test('gives up a model that does not answer when the flow is stopped', async () => {
    const silent = await silentServer();
    const subject = await bench({ ...RECALL, model: 'a-model' }, [memoryNode(), { ...MODEL, url: silent.url }]);
    const { dialogue } = subject.node<MemoryNode>('a-memory');
    await dialogue.add('den', [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello.' },
    ]);
    subject.send({ payload: 'what was that?', topic: 'den' });
    await until(() => silent.connections() > 0, 'the question to the model');
    await subject.stop();
    await until(() => silent.connections() === 0, 'the connection to be closed');
    assert.deepEqual(counts(subject).out, [0]);
  });

  test('without a memory the request goes on as it is, and the status says so', async () => {
    for (const memory of ['', 'a-memory']) {
      const subject = await bench({ ...RECALL, memory });
      subject.send({ payload: 'what was for dinner?' });
      const msg = await sent(subject, 0);
      assert.equal(msg.payload, 'what was for dinner?');
      assert.equal(turnIn(msg).recall, undefined);
      assert.deepEqual(subject.statuses.at(-1), { fill: 'red', shape: 'ring', text: 'status.not-configured' });
      await unload();
    }
  });
});
