import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { hurried, until } from '../../test/until.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { type Memory, openMemory } from './memory.js';
import { openStore } from './store.js';

const NOON = Date.UTC(2026, 10, 21, 12);

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-fault-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the helper with a small disk of its own: in a mount namespace, as root or in a user namespace. */
async function onSmallDisk(t: TestContext, fault: string): Promise<void> {
  const disk = await folderOf(t);
  const root = process.getuid?.() === 0;
  const mounted = 'mount -t tmpfs -o size=3m tmpfs "$2" && exec "$0" "$3" "$1" "$2"';
  const helper = path.join(__dirname, 'faults.test.helper.js');
  const args = ['--mount', ...(root ? [] : ['--map-root-user']), 'sh', '-c', mounted];
  await promisify(execFile)('unshare', [...args, process.execPath, fault, disk, helper], { timeout: 60_000 });
}

for (const fault of ['a full disk', 'a disk that is full from the start', 'a read-only file', 'a read-only disk']) {
  test(`${fault}: told in words, what is there is read, and it is written again without a restart`, (t) =>
    onSmallDisk(t, fault));
}

const note = (number: number) => ({
  kind: 'note' as const,
  key: `${number}`,
  at: NOON + number,
  source: 'test',
  text: `Number ${number}. ${'words '.repeat(100)}`,
});

async function filled(file: string): Promise<void> {
  const memory = openMemory({ file });
  await memory.entries.putMany(Array.from({ length: 200 }, (_, number) => note(number)));
  await memory.diary.note({
    turn: 'a',
    site: 'k',
    source: 'k',
    at: NOON,
    messages: [{ role: 'user', content: 'Hi.' }],
  });
  await memory.close();
}

async function rejects(asked: Promise<unknown>, words: RegExp): Promise<void> {
  await assert.rejects(asked, (thrown) => thrown instanceof JarvisError && words.test(thrown.message));
}

async function works(memory: Memory, count: number): Promise<void> {
  await hurried(until(async () => await memory.entries.put(note(count)).catch(() => 0), 'writing again', 20));
  assert.equal(await memory.entries.count(), count + 1);
  assert.equal((await memory.entries.search({ text: 'number 3', limit: 3 }))[0]?.key, '3');
}

/** Another process that holds the file until it is killed. */
async function holder(t: TestContext, file: string, how: string): Promise<ChildProcess> {
  const code = `const store = new (require('./sqlite.js').loadSqlite())(process.argv[1]); ${how} console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', code, file], { cwd: __dirname });
  t.after(() => child.kill('SIGKILL'));
  child.stderr.pipe(process.stderr);
  await once(child.stdout, 'data');
  return child;
}

test('a file that another program writes to for long: reading goes on', async (t) => {
  const file = path.join(await folderOf(t), 'jarvis.db');
  await filled(file);
  const problems: string[] = [];
  const memory = openMemory({ file, onProblem: (error) => problems.push(reasonOf(error)) });
  const other = await holder(t, file, "store.exec('BEGIN EXCLUSIVE');");
  await rejects(memory.entries.put(note(200)), /in use by another program/);
  await rejects(memory.entries.put(note(200)), /in use by another program/);
  assert.equal(problems.length, 1);
  assert.equal(await memory.entries.count(), 200);
  other.kill('SIGKILL');
  await works(memory, 200);
  await memory.close();
});

test('a file that another program holds for itself: told, and opened once it is free', async (t) => {
  const file = path.join(await folderOf(t), 'jarvis.db');
  await filled(file);
  const other = await holder(t, file, "store.pragma('locking_mode = EXCLUSIVE'); store.exec('BEGIN EXCLUSIVE');");
  const memory = openMemory({ file });
  await rejects(memory.entries.count(), /in use by another program/);
  other.kill('SIGKILL');
  await works(memory, 200);
  await memory.close();
});

/** Overwrites bytes; gives what stood there. */
async function damage(file: string, at: number, bytes: Buffer): Promise<Buffer> {
  const handle = await open(file, 'r+');
  const before = Buffer.alloc(bytes.length);
  await handle.read(before, 0, bytes.length, at);
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
  return before;
}

test('a file whose head is damaged: told, left as it is, and opened once it is mended', async (t) => {
  const file = path.join(await folderOf(t), 'jarvis.db');
  await filled(file);
  const before = await damage(file, 0, Buffer.alloc(4096, 0x5a));
  const bytes = await readFile(file);
  const memory = openMemory({ file });
  await rejects(memory.entries.count(), /is damaged/);
  await rejects(memory.entries.put(note(200)), /is damaged/);
  assert.deepEqual(await readFile(file), bytes, 'nobody wrote into it');
  await damage(file, 0, before);
  await works(memory, 200);
  await memory.close();
});

test('a file that is damaged in its middle: what is whole is read and written, the rest is told, and comes back', async (t) => {
  const file = path.join(await folderOf(t), 'jarvis.db');
  await filled(file);
  const backup = `${file}.backup`;
  await copyFile(file, backup);
  const store = openStore(file);
  // The pages of the entries themselves, without the first: it says where the others are.
  const pages = store.prepare("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'").pluck().all();
  store.close();
  for (const page of pages.map(Number)) await damage(file, (page - 1) * 4096, Buffer.alloc(4096, 0x5a));
  const memory = openMemory({ file });
  await rejects(memory.entries.list({ limit: 200 }), /is damaged/);
  assert.equal((await memory.diary.pending()).length, 1);
  await memory.diary.note({
    turn: 'b',
    site: 'k',
    source: 'k',
    at: NOON,
    messages: [{ role: 'user', content: 'Yes.' }],
  });
  await rejects(memory.entries.list({ limit: 200 }), /is damaged/);
  assert.equal((await memory.diary.pending()).length, 2);
  const whole = await readFile(backup);
  for (const page of pages.map(Number)) {
    await damage(file, (page - 1) * 4096, whole.subarray((page - 1) * 4096, page * 4096));
  }
  await works(memory, 200);
  assert.equal((await memory.diary.pending()).length, 2, 'what was written meanwhile is there');
  await memory.close();
});

test('a damaged file that is moved away and replaced by a backup: no restart', async (t) => {
  const file = path.join(await folderOf(t), 'jarvis.db');
  await filled(file);
  const backup = await readFile(file);
  await writeFile(file, Buffer.alloc(backup.length, 0x5a));
  const memory = openMemory({ file });
  await rejects(memory.entries.count(), /is damaged/);
  await rm(file);
  await writeFile(file, backup);
  await works(memory, 200);
  await memory.close();
});
