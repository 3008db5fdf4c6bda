import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { newTurn, type Turn } from '../../lib/turn/turn.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import { bench, caught, completed, counts, must, sent, turnIn, USER_DIR, unload, until } from '../node.test.helper.js';

const REMEMBER = { type: 'jarvis-remember', outputs: 1, memory: 'a-memory', except: '' };
let files = 0;
const memoryNode = () => ({
  id: 'a-memory',
  type: 'jarvis-memory',
  file: path.join(USER_DIR, `remember-${files++}.db`),
});

async function started(more: object = {}) {
  const subject = await bench({ ...REMEMBER, ...more }, [memoryNode()]);
  return { subject, memory: subject.node<MemoryNode>('a-memory').memory };
}

/** A turn that was answered. */
function answered(more: Partial<Turn> = {}): Turn {
  return newTurn({
    site: 'den',
    source: 'voice',
    language: 'en',
    heard: { text: 'Jarvis, how tall is the tower?' },
    judgement: {
      directed: true,
      query: 'how tall is the tower?',
      stop: false,
      confidence: 1,
      reasoning: '',
      by: 'rule',
    },
    reply: { text: 'It is 96 metres tall.' },
    ...more,
  });
}

describe('the remember node', () => {
  afterEach(unload);

  test('keeps nothing that guests say, and what people say whose voices are known', async () => {
    const { subject, memory } = await started();
    const says = (name: string | null) =>
      subject.send({ payload: '', topic: 'den', turn: answered({ speaker: { name, score: 0.5 } }) });
    says(null);
    await completed(subject, 1);
    assert.deepEqual(await memory.diary.pending(), []);
    says('Anna');
    await completed(subject, 2);
    assert.notEqual((await memory.diary.pending()).length, 0);
  });

  test('keeps a finished exchange for the diary, once, and passes every message on', async () => {
    const { subject, memory } = await started();
    const turn = answered();
    const { reply: _, ...unfinished } = turn;
    subject.send({
      payload: 'It is 96 metres tall.',
      topic: 'den',
      turn: unfinished,
      parts: { id: turn.id, index: 0 },
    });
    subject.send({ payload: '', topic: 'den', turn, parts: { id: turn.id, index: 1, count: 2 }, mine: 7 });
    const last = await sent(subject, 0, 2);
    assert.deepEqual([last.payload, last['mine'], turnIn(last).id], ['', 7, turn.id]);
    await completed(subject, 2);
    const kept = await memory.diary.pending();
    assert.deepEqual(
      kept.map(({ role, content, site, source, turn: id }) => [role, content, site, source, id]),
      [
        ['user', 'how tall is the tower?', 'den', 'den', turn.id],
        ['assistant', 'It is 96 metres tall.', 'den', 'den', turn.id],
      ],
    );
    assert.equal(await memory.entries.count(), 0);
    await until(() => subject.statuses.some(({ text }) => text === 'status.done'), 'the status');
  });

  test('keeps of a spoken reply what was heard of it, once that is certain', async (t) => {
    t.after(turns.addMouth());
    const { subject, memory } = await started();
    const said = async () => (await memory.diary.pending()).map(({ content }) => content);
    for (const [heard, kept] of [
      [1, 'It is 96 metres tall.'],
      [2, 'It is 96 metres tall. And old.'],
    ] as const) {
      const turn = answered({ reply: { text: 'It is 96 metres tall. And old.' } });
      const { reply: _, ...unfinished } = turn;
      const live = turns.begin(turn);
      const exchange = turns.exchanges.begin(live, 'how tall is the tower?');
      for (const [index, payload] of ['It is 96 metres tall.', 'And old.'].entries()) {
        void exchange.note({ type: 'sentence', text: payload });
        subject.send({ payload, turn: unfinished, parts: { id: turn.id, index } });
      }
      void exchange.note({ type: 'end', messages: [{ role: 'assistant', content: 'It is 96 metres tall. And old.' }] });
      subject.send({ payload: '', turn, parts: { id: turn.id, index: 2, count: 3 } });
      await completed(subject, 3 * heard);
      turns.played(live, heard - 1);
      turns.end(turn.id, heard === 1 ? 'barge-in' : undefined);
      await until(async () => (await said()).length === 2 * heard && (await said()).at(-1) === kept, 'the diary');
    }
  });

  test('keeps nothing of a reply that was cut off before anybody could hear it, whenever it comes', async (t) => {
    t.after(turns.addMouth());
    const { subject, memory } = await started();
    const before = answered();
    turns.begin(before);
    subject.send({ payload: '', turn: before });
    await completed(subject, 1);
    turns.end(before.id, 'stop');
    const behind = answered();
    turns.begin(behind);
    turns.end(behind.id, 'stop');
    const { reply: _, ...unfinished } = behind;
    subject.send({ payload: 'It is 96', turn: unfinished, parts: { id: behind.id, index: 0 } });
    subject.send({ payload: '', turn: behind });
    await completed(subject, 3);
    await until(async () => (await memory.diary.pending()).length >= 2, 'the diary');
    const kept = (await memory.diary.pending()).map(({ content }) => content);
    assert.deepEqual(kept, ['how tall is the tower?', 'how tall is the tower?']);
  });

  test('knows what was asked also where nobody judged it', async () => {
    const { subject, memory } = await started();
    const { heard: _, judgement: __, ...turn } = answered();
    turns.begin(turn);
    turns.show(turn, 'heard', 'write to anna@example.com');
    subject.send({ payload: '', turn });
    await completed(subject);
    const kept = (await memory.diary.pending()).map(({ content }) => content);
    assert.deepEqual(kept, ['write to [mail]', 'It is 96 metres tall.']);
  });

  test('makes a note of other words', async () => {
    const { subject, memory } = await started();
    const before = Date.now();
    subject.send({ payload: ' The washing machine is done. ', topic: 'cellar' });
    await completed(subject);
    const [note] = await memory.entries.list();
    assert.deepEqual([note?.kind, note?.text, note?.site], ['note', 'The washing machine is done.', 'cellar']);
    assert.ok(must(note).at >= before && must(note).at <= Date.now());
  });

  test('keeps no commands, no erasing, and nothing of rooms that are not remembered', async () => {
    const { subject, memory } = await started({ except: 'Bath, guest room' });
    const command = { action: 'turn_on', targets: ['light.x'], ok: true, by: 'local' as const };
    const call = { name: 'memory_forget', arguments: { what: 'the tower' }, ok: true };
    await memory.privacy.setRemembers('attic', false);
    const left = [
      answered({ command }),
      answered({ reply: { text: 'Forgotten.', calls: [call] } }),
      answered({ site: 'bath' }),
      answered({ site: 'x', area: 'Guest Room' }),
      answered({ site: 'attic' }),
      answered({ reply: { text: '' }, judgement: undefined, heard: undefined }),
    ];
    for (const [index, turn] of left.entries()) {
      subject.send({ payload: '', turn });
      await completed(subject, index + 1);
    }
    subject.send({ payload: '  ' });
    await completed(subject, left.length + 1);
    assert.equal(subject.out[0]?.length, left.length + 1);
    assert.deepEqual([await memory.diary.waiting(), await memory.entries.count()], [0, 0]);
    await until(() => subject.statuses.some(({ text }) => text === 'status.notKept'), 'the status');
  });

  test('passes the message on when the store fails, and its status says so: the store has told why', async () => {
    const config = memoryNode();
    writeFileSync(config.file, 'no database, however long it looks at a glance'.repeat(50));
    const subject = await bench(REMEMBER, [config]);
    // It says so before anybody asks for anything.
    await until(() => subject.statuses.some(({ text }) => text === 'status.store-failed'), 'the state of the store');
    subject.send({ payload: 'the washing machine is done' });
    await completed(subject);
    assert.deepEqual(counts(subject), { out: [1], caught: 0, completed: 1 });
    await until(() => subject.statuses.at(-1)?.text === 'status.held', 'the status');
    assert.equal(subject.statuses.at(-1)?.fill, 'red');
  });

  test('says what it needs instead of sound', async () => {
    const { subject } = await started();
    subject.send({ payload: Buffer.from('x') });
    assert.equal((await caught(subject)).code, 'bad-input');
  });

  test('passes the message on without a memory, too, and its status says so', async () => {
    for (const memory of ['', 'a-memory']) {
      const subject = await bench({ ...REMEMBER, memory });
      subject.send({ payload: 'the washing machine is done' });
      await completed(subject);
      assert.deepEqual(counts(subject), { out: [1], caught: 0, completed: 1 });
      assert.equal(subject.statuses.at(-1)?.fill, 'red');
      await unload();
    }
  });
});
