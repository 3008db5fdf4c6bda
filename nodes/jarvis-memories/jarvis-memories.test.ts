import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { ROOTS } from '../../lib/memory/tables/graph-rows.js';
import { newTurn } from '../../lib/turn/turn.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { recentTurns } from '../admin.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import {
  bench,
  caught,
  closeLater,
  completed,
  counts,
  sent,
  USER_DIR,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const MEMORIES = { type: 'jarvis-memories', outputs: 2, memory: 'a-memory', model: '', action: 'message' };
const DAY_MS = 86_400_000;
let files = 0;
const memoryNode = () => ({
  id: 'a-memory',
  type: 'jarvis-memory',
  file: path.join(USER_DIR, `memories-${files++}.db`),
});

async function started(more: object = {}) {
  const subject = await bench({ ...MEMORIES, ...more }, [memoryNode()]);
  const { memory, dialogue } = subject.node<MemoryNode>('a-memory');
  return { subject, memory, dialogue };
}

describe('the memory node', () => {
  afterEach(unload);

  test('searches in words, or in a span of time', async () => {
    const { subject, memory } = await started({ action: 'query' });
    const at = new Date(2026, 10, 10, 12).getTime();
    await memory.entries.putMany([
      { kind: 'note', at, source: 'test', text: 'The boat is blue.' },
      { kind: 'note', at: at + 5 * DAY_MS, source: 'test', text: 'The boat is red.' },
    ]);
    subject.send({ payload: 'boat', action: 'forget', mine: 7 });
    const all = await sent(subject, 0);
    const texts = (payload: unknown) => (payload as { text: string }[]).map(({ text }) => text).sort();
    assert.deepEqual([texts(all.payload), all['mine']], [['The boat is blue.', 'The boat is red.'], 7]);
    subject.send({ payload: { text: 'boat', from: '2026-11-10', to: '2026-11-11', limit: 5 } });
    assert.deepEqual(texts((await sent(subject, 0, 2)).payload), ['The boat is blue.']);
    subject.send({ payload: { from: at + DAY_MS } });
    assert.deepEqual(texts((await sent(subject, 0, 3)).payload), ['The boat is red.']);
  });

  test('adds words and facts', async () => {
    const { subject, memory } = await started();
    subject.send({ action: 'add', payload: 'remember that I am allergic to nuts' });
    assert.equal(((await sent(subject, 0)).payload as { outcome: string }).outcome, 'added');
    subject.send({ action: 'add', payload: { category: 'food', key: 'favourite dish', value: 'lasagne' } });
    assert.deepEqual((await sent(subject, 0, 2)).payload, { outcome: 'added' });
    const texts = (await memory.entries.list()).map(({ text }) => text).sort();
    assert.deepEqual(texts, ['I am allergic to nuts', 'food, favourite dish: lasagne']);
  });

  test('erases by id, by words, and since a moment', async () => {
    const { subject, memory, dialogue } = await started();
    const now = Date.now();
    const ids = await memory.entries.putMany([
      { kind: 'note', at: now - 3 * DAY_MS, source: 'test', text: 'The boat is blue.' },
      { kind: 'note', at: now - 3 * DAY_MS, source: 'test', text: 'The dentist is in Bonn.' },
      { kind: 'note', at: now, source: 'test', text: 'The cat is ill.' },
      { kind: 'note', at: now - 9 * DAY_MS, source: 'test', text: 'The roof leaks.' },
    ]);
    await dialogue.add('den', [{ role: 'user', content: 'the cat is ill' }]);
    const erased = async (payload: unknown, count: number) => {
      subject.send({ action: 'forget', payload });
      return ((await sent(subject, 0, count)).payload as { entries: number }).entries;
    };
    assert.equal(await erased({ ids: [ids[0]] }, 1), 1);
    assert.equal(await erased({ matching: 'DENTIST' }, 2), 1);
    assert.equal(await erased('everything since yesterday', 3), 1);
    assert.deepEqual(await dialogue.messages('den'), []);
    assert.equal(await erased('the roof', 4), 1);
    assert.equal(await memory.entries.count(), 0);
  });

  test('maintains, tells how far it is, and can be cancelled', async () => {
    const { subject, memory } = await started({ action: 'maintain' });
    const old = Array.from({ length: 100 }, (_, index) => ({
      kind: 'note' as const,
      at: Date.now() - 30 * DAY_MS + index,
      source: 'test',
      text: `note ${index}`,
    }));
    await memory.entries.putMany(old);
    await memory.privacy.setRetention({ note: 10 });
    subject.send({ payload: 'retention' });
    assert.equal(((await sent(subject, 0)).payload as { note: number }).note, 100);
    const progress = (subject.out[1] ?? []).map(({ payload }) => payload as { task: string; done: number });
    assert.ok(progress.length >= 5 && progress.every(({ task }) => task === 'retention'));
    await memory.entries.putMany(old);
    const before = subject.out[1]?.length ?? 0;
    subject.send({ payload: 'retention' });
    await until(() => (subject.out[1]?.length ?? 0) > before, 'some progress');
    subject.send({ cancel: true });
    await completed(subject, 3);
    assert.equal(subject.caught.length, 0);
    subject.send({ payload: 'retention' });
    await completed(subject, 4);
    assert.equal(await memory.entries.count(), 0);
  });

  test('tidies by rules where no model is chosen, else with that of the store', async () => {
    const { subject } = await started({ action: 'maintain' });
    for (const [index, payload] of ['topics', 'deflections'].entries()) {
      subject.send({ payload });
      assert.ok((await sent(subject, 0, index + 1)).payload);
    }
    await unload();
    const server = await startScriptedModelServer({
      speed: 'instant',
      answers: [{ answer: '{"facts": ["Ada likes tea a lot"]}' }],
    });
    closeLater(server.close);
    const model = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url };
    const other = await bench({ ...MEMORIES, action: 'maintain' }, [model, { ...memoryNode(), model: 'a-model' }]);
    const { memory } = other.node<MemoryNode>('a-memory');
    const lines = ['Ada likes tea', 'Ada likes tea a lot'].map((text) => ({ text, at: Date.now() }));
    await memory.graph.addLines({ node: ROOTS.USER, lines, why: 'learned' });
    other.send({ payload: 'consolidate' });
    await sent(other, 0);
    assert.equal(server.requests.filter(({ path: at }) => at === '/api/chat').length > 0, true);
  });

  test('embeds with the embedding model of the store', async () => {
    const server = await startScriptedModelServer({ speed: 'instant' });
    closeLater(server.close);
    const model = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url };
    const store = { ...memoryNode(), model: 'a-model', embedding: 'scripted' };
    const subject = await bench({ ...MEMORIES, action: 'maintain' }, [model, store]);
    const { memory } = subject.node<MemoryNode>('a-memory');
    await memory.entries.put({ kind: 'note', at: Date.now(), source: 'test', text: 'The boat is blue.' });
    subject.send({ payload: 'embed' });
    await sent(subject, 0);
    assert.equal((await memory.entries.unembedded('scripted', 10)).length, 0);
  });

  test('leaves no words of what it erased in the traces of turns', async () => {
    const { subject } = await started({ action: 'forget' });
    const live = turns.begin(newTurn({ site: 'den', source: 'text', language: 'en' }));
    turns.show(live, 'heard', 'the walrus is in the bath');
    turns.end(live.id);
    assert.match(JSON.stringify(await recentTurns()), /walrus/);
    subject.send({ payload: { matching: 'walrus' } });
    await sent(subject, 0);
    assert.doesNotMatch(JSON.stringify(await recentTurns()), /walrus/);
  });

  test('says what it needs', async () => {
    const { subject } = await started();
    const wrong = [
      { payload: 'x' },
      { action: 'sing', payload: 'x' },
      { action: 'query', payload: { from: 'soon' } },
      { action: 'query' },
      { action: 'add', payload: { category: 'food' } },
      { action: 'forget', payload: { ids: [] } },
      { action: 'forget', payload: { since: 'yesterday' } },
      { action: 'forget', payload: 'a' },
      { action: 'maintain', payload: 'everything' },
    ];
    for (const [index, msg] of wrong.entries()) {
      subject.send(msg);
      const { code, message } = await caught(subject, index + 1);
      assert.equal(code, 'bad-input', `${JSON.stringify(msg)}: ${message}`);
    }
    for (const [index, payload] of ['consolidate', 'embed'].entries()) {
      subject.send({ action: 'maintain', payload });
      assert.equal((await caught(subject, wrong.length + 1 + index)).code, 'not-configured');
    }
    assert.deepEqual(counts(subject).out, [0, 0]);
  });

  test('needs a memory', () =>
    withoutConfig({ ...MEMORIES, action: 'query' }, 'memory', memoryNode(), () => ({ payload: 'boat' })));
});
