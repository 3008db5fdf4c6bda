import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { hurried, until } from '../../test/until.js';
import { turns } from '../conversation/turns.js';
import { forgetEverywhere } from '../turn/erasing.js';
import { JarvisError } from '../turn/errors.js';
import { newTurn } from '../turn/turn.js';
import { type HeldWrites, openHeldWrites } from './held-writes.js';
import { type Memory, openMemory } from './memory.js';

const AT = Date.UTC(2026, 10, 21, 12);

/** A memory whose disk is full until it is well. */
function opened(t: TestContext): { memory: Memory; held: HeldWrites; disk: { isFull: boolean }; problems: string[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-held-'));
  const real = openMemory({ file: path.join(folder, 'jarvis.db') });
  const disk = { isFull: true };
  const failing =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (disk.isFull) throw new JarvisError('store-failed', 'The disk is full.');
      return await write(...args);
    };
  const memory = {
    ...real,
    diary: { ...real.diary, keep: failing(real.diary.keep) },
    entries: { ...real.entries, put: failing(real.entries.put) },
  };
  const problems: string[] = [];
  const held = openHeldWrites({ memory, onProblem: ({ message }) => problems.push(message) });
  t.after(async () => {
    disk.isFull = false;
    await held.close();
    await real.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { memory, held, disk, problems };
}

const said = (number: number, more = '') => ({
  site: 'den',
  turn: `t${number}`,
  exchange: {
    turn: `t${number}`,
    site: 'den',
    source: 'den',
    at: AT + number,
    messages: [{ role: 'user', content: `Number ${number}.${more}` }],
  },
});
const note = (number: number) => ({
  site: 'den',
  turn: `n${number}`,
  note: { kind: 'note' as const, at: AT + number, source: 'den', site: 'den', text: `Note ${number}.` },
});
const diaryOf = async (memory: Memory) => (await memory.diary.pending({ limit: 1_000 })).map(({ content }) => content);

test('what is said while the disk is full is written in order once it is well, by itself', async (t) => {
  const { memory, held, disk, problems } = opened(t);
  for (let number = 0; number < 5; number++) assert.equal(await held.put(said(number)), 'held');
  assert.equal(await held.put(note(1)), 'held');
  assert.equal(held.waiting(), 6);
  disk.isFull = false;
  await hurried(until(() => held.waiting() === 0, 'the writing by itself'));
  assert.equal(await held.put(said(5)), 'written');
  assert.deepEqual(
    await diaryOf(memory),
    [0, 1, 2, 3, 4, 5].map((number) => `Number ${number}.`),
  );
  assert.equal(await memory.entries.count(), 1);
  assert.deepEqual(problems, []);
});

test('the next thing that is said does not pass what waits; closing writes it too', async (t) => {
  const { memory, held, disk } = opened(t);
  await held.put(said(1));
  disk.isFull = false;
  assert.equal(await held.put(said(2)), 'written');
  disk.isFull = true;
  await held.put(said(3));
  disk.isFull = false;
  await held.close();
  assert.deepEqual(await diaryOf(memory), ['Number 1.', 'Number 2.', 'Number 3.']);
});

test('what is erased is erased of what waits, too', async (t) => {
  const { memory, held, disk } = opened(t);
  await held.put(said(1));
  await held.put(said(2, ' The safe is behind the mirror.'));
  await forgetEverywhere({ sites: [], turns: [], tells: (text) => text.includes('the mirror') });
  disk.isFull = false;
  await held.close();
  assert.deepEqual(await diaryOf(memory), ['Number 1.']);
});

test('what is erased while the store is still asked for the room is not written after it', async (t) => {
  const { memory, held, disk } = opened(t);
  disk.isFull = false;
  const putting = held.put(said(1, ' The safe is behind the mirror.'));
  await forgetEverywhere({ sites: [], turns: [], tells: (text) => text.includes('the mirror') });
  await putting;
  assert.deepEqual(await diaryOf(memory), []);
});

test('nothing of a turn that runs while something is erased stays, also where it is cut before its end', async (t) => {
  const { memory, held, disk } = opened(t);
  const live = turns.begin(newTurn({ site: 'den', source: 'voice', language: 'en' }));
  t.after(() => turns.end(live.id));
  const other = turns.begin(newTurn({ site: 'hall', source: 'voice', language: 'en' }));
  t.after(() => turns.end(other.id));
  await memory.diary.soFar({ ...said(1).exchange, turn: other.id });
  const { exchange } = said(2);
  await held.put({ site: 'den', turn: live.id, exchange: { ...exchange, turn: live.id } });
  await memory.diary.soFar(said(3).exchange);
  await forgetEverywhere({ sites: [], turns: [], tells: () => false });
  turns.end(live.id, 'barge-in');
  disk.isFull = false;
  await held.close();
  assert.deepEqual(await diaryOf(memory), ['Number 3.']);
});

test('what waits outlives a redeploy, without what is erased in between; what is put late, too', async (t) => {
  const { memory, held, disk, problems } = opened(t);
  await held.put(said(1));
  await held.put(said(2, ' The safe is behind the mirror.'));
  await held.close();
  assert.match(problems.join(), /2 things .*wait/);
  await forgetEverywhere({ sites: [], turns: [], tells: (text) => text.includes('the mirror') });
  assert.equal(await held.put(said(3)), 'held');
  const next = openHeldWrites({ memory });
  disk.isFull = false;
  await hurried(until(() => next.waiting() === 0, 'the writing by itself'));
  assert.equal(await next.put(said(4)), 'written');
  await next.close();
  assert.deepEqual(await diaryOf(memory), ['Number 1.', 'Number 3.', 'Number 4.']);
});

test('it is bounded, by count and by size: the oldest goes, told once', async (t) => {
  const { held, problems } = opened(t);
  for (let number = 0; number < 2_010; number++) void held.put(said(number));
  await until(() => held.waiting() === 2_000, 'the bound');
  assert.equal(problems.length, 1);
  for (let number = 0; number < 50; number++) void held.put(said(number, 'x'.repeat(100_000)));
  assert.ok(held.waiting() <= 40, `${held.waiting()}`);
  assert.equal(problems.length, 1);
});

test('nothing of a room that is not remembered', async (t) => {
  const { memory, held, disk } = opened(t);
  disk.isFull = false;
  await memory.privacy.setRemembers('den', false);
  assert.equal(await held.put(said(1)), 'room');
});
