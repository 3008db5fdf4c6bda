import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { until } from '../../test/until.js';
import { clock } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';
import { runMaintenance } from './maintenance/run.js';
import { type Memory, openMemory } from './memory.js';
import { forgetMatching } from './privacy.js';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function opened(t: TestContext, file: string): Memory {
  const memory = openMemory({ file });
  t.after(() => memory.close());
  return memory;
}

const note = (number: number, text = 'words '.repeat(50)) => ({
  kind: 'note' as const,
  key: `${number}`,
  at: NOON + number,
  source: 'test',
  text: `Number ${number}. ${text}`,
});
const fill = (memory: Memory) => memory.entries.putMany(Array.from({ length: 200 }, (_, number) => note(number)));
const tidied = (memory: Memory, now: number) =>
  runMaintenance({ memory, models: () => assert.fail('no model'), now, signal: new AbortController().signal });

test('a backup is whole, private, made while it is searched; three are kept', async (t) => {
  const folder = folderOf(t);
  const memory = opened(t, path.join(folder, 'jarvis.db'));
  await fill(memory);
  for (let count = 0; count < 5; count++) {
    const made = memory.backups.make();
    assert.ok((await memory.entries.search({ text: 'number 3' })).length > 0);
    await made;
  }
  const backups = await memory.backups.list();
  assert.deepEqual(
    backups.map(({ name }) => name),
    ['jarvis.db-000005', 'jarvis.db-000004', 'jarvis.db-000003'],
  );
  assert.deepEqual(readdirSync(path.join(folder, 'backups')).length, 3, 'nothing else is left there');
  assert.equal(statSync(path.join(folder, 'backups')).mode & 0o777, 0o700);
  for (const { name } of backups) {
    const file = path.join(folder, 'backups', name);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const copy = opened(t, file);
    assert.equal(await copy.entries.count(), 200);
    await copy.close();
  }
});

const DAMAGES: Record<string, (file: string) => void> = {
  'its head is garbage': (file) => {
    writeFileSync(file, Buffer.concat([Buffer.alloc(4096, 0x5a), readFileSync(file).subarray(4096)]));
  },
  'all of it is garbage': (file) => writeFileSync(file, Buffer.alloc(100_000, 0x5a)),
  'it is cut in the middle': (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
  'it is empty': (file) => truncateSync(file, 0),
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a damaged store whose ${what}: the backup takes its place, the damaged file stays aside`, async (t) => {
    const folder = folderOf(t);
    const file = path.join(folder, 'jarvis.db');
    const before = openMemory({ file });
    await fill(before);
    await before.backups.make();
    const [backup] = await before.backups.list();
    await before.close();
    damage(file);
    const memory = opened(t, file);
    await assert.rejects(memory.entries.list({ limit: 200 }), /is damaged.*restore the memory/);
    assert.equal(await memory.backups.isDamaged(), true);
    await assert.rejects(memory.backups.make(), /is damaged/);
    const restored = await memory.backups.restore();
    assert.equal(restored, backup?.at);
    assert.equal(await memory.entries.count(), 200);
    assert.equal(await memory.backups.isDamaged(), false);
    await memory.entries.put(note(200));
    assert.equal(readdirSync(folder).filter((name) => name.includes('.damaged-')).length, 1);
    await assert.rejects(memory.backups.restore(), /not damaged/);
  });
}

test('a damaged backup is passed over, and without one a new store begins', async (t) => {
  const folder = folderOf(t);
  const file = path.join(folder, 'jarvis.db');
  const memory = opened(t, file);
  await fill(memory);
  await memory.backups.make();
  await memory.entries.put(note(200));
  const second = await memory.backups.make();
  await memory.close();
  writeFileSync(path.join(folder, 'backups', second.name), Buffer.alloc(50_000, 0x5a));
  writeFileSync(file, Buffer.alloc(50_000, 0x5a));
  const again = openMemory({ file });
  await assert.rejects(again.entries.count(), /is damaged/);
  await again.backups.restore();
  assert.equal(await again.entries.count(), 200);
  await again.close();
  rmSync(path.join(folder, 'backups'), { recursive: true });
  writeFileSync(file, Buffer.alloc(50_000, 0x5a));
  const third = opened(t, file);
  await assert.rejects(third.entries.count(), /is damaged/);
  assert.equal(await third.backups.restore(), null);
  assert.equal(await third.entries.count(), 0);
});

test('what is erased is in no backup and no damaged file; a new backup is made at once', async (t) => {
  const folder = folderOf(t);
  const file = path.join(folder, 'jarvis.db');
  const memory = opened(t, file);
  await memory.entries.put(note(1, 'The safe is behind the mirror.'));
  await memory.entries.put(note(2));
  await memory.backups.make();
  writeFileSync(`${file}.damaged-2026-11-20`, 'behind the mirror');
  await forgetMatching('behind the mirror', { memory });
  await until(async () => (await memory.backups.list()).length === 1, 'the new backup');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const one = path.join(folder, name);
    if (statSync(one).isFile()) assert.ok(!readFileSync(one).includes('mirror'), name);
  }
});

test('what is still said, and backed up, while it is erased is neither in the store nor in a backup', async (t) => {
  const folder = folderOf(t);
  const memory = opened(t, path.join(folder, 'jarvis.db'));
  await memory.entries.put(note(1, 'The safe is behind the mirror.'));
  const letGo = holdsWords({
    async forget() {
      const messages = [{ role: 'user', content: 'What is behind the mirror?' }];
      await memory.diary.note({ turn: 'late', site: 'den', source: 'den', at: NOON, messages });
      await memory.backups.make();
    },
  });
  t.after(letGo);
  // What processes that were killed have left.
  writeFileSync(path.join(folder, 'jarvis.db.making'), 'behind the mirror');
  await forgetMatching('behind the mirror', { memory });
  assert.equal(await memory.diary.waiting(), 0);
  await until(async () => (await memory.backups.list()).length === 1, 'the new backup');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const one = path.join(folder, name);
    if (statSync(one).isFile()) assert.ok(!readFileSync(one).includes('mirror'), name);
  }
});

test('a backup that can not be put in its place is no end: the damaged store stays, and is restored later', async (t) => {
  const folder = folderOf(t);
  const file = path.join(folder, 'jarvis.db');
  const before = openMemory({ file });
  await fill(before);
  await before.backups.make();
  await before.close();
  writeFileSync(file, Buffer.alloc(50_000, 0x5a));
  const memory = opened(t, file);
  await assert.rejects(memory.entries.count(), /is damaged/);
  // As where the disk is full.
  mkdirSync(path.join(folder, 'jarvis.db.making', 'something'), { recursive: true });
  await assert.rejects(memory.backups.restore(), { code: 'store-failed' });
  assert.equal(await memory.backups.isDamaged(), true);
  await assert.rejects(memory.entries.count(), /is damaged/);
  rmSync(path.join(folder, 'jarvis.db.making'), { recursive: true });
  await memory.backups.restore();
  assert.equal(await memory.entries.count(), 200);
});

test('one a day, by a clock that has run evenly; the first at once', async (t) => {
  const folder = folderOf(t);
  const memory = opened(t, path.join(folder, 'jarvis.db'));
  const now = clock.now();
  const count = async () => Number((await memory.backups.list())[0]?.name.slice(-6) ?? 0);
  await tidied(memory, now);
  assert.equal(await count(), 1);
  await tidied(memory, now + 3_600_000);
  assert.equal(await count(), 1);
  for (let hour = 2; hour <= 30; hour++) await tidied(memory, now + hour * 3_600_000);
  assert.equal((await count()) > 1, true, 'the next day');
  const before = await count();
  await tidied(memory, now + 5_000 * DAY_MS);
  await tidied(memory, now - 5_000 * DAY_MS);
  assert.equal(await count(), before, 'a clock that leaps');
  const newest = path.join(folder, 'backups', (await memory.backups.list())[0]?.name ?? '');
  utimesSync(newest, new Date(now + 900 * DAY_MS), new Date(now + 900 * DAY_MS));
  await memory.backups.make();
  assert.equal(await count(), before + 1, 'newest by order, not by date');
});
