import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hurried, until } from '../../test/until.js';
import { type JarvisError, reasonOf } from '../turn/errors.js';
import { type Memory, openMemory } from './memory.js';

/*
 * Runs with a disk of its own, a tmpfs of three megabytes that only this process sees. Arguments: what to do, the disk.
 */

const [, , fault = '', disk = ''] = process.argv;
const file = path.join(disk, 'jarvis.db');
const NOON = Date.UTC(2026, 10, 21, 12);

const note = (number: number, text = 'words '.repeat(500)) => ({
  kind: 'note' as const,
  key: `${number}`,
  at: NOON + number,
  source: 'test',
  text: `Number ${number}. ${text}`,
});

/** What a write fails with; undefined when it doesn't. */
async function failureOf(write: Promise<unknown>): Promise<string | undefined> {
  return await write.then(
    () => undefined,
    (thrown: unknown) => reasonOf(thrown),
  );
}

async function answers(memory: Memory, count: number): Promise<void> {
  assert.equal(await memory.entries.count(), count);
  const found = await memory.entries.search({ text: 'number 3', limit: 5 });
  assert.ok(found.some(({ key }) => key === '3'));
}

async function fullDisk(): Promise<void> {
  const problems: JarvisError[] = [];
  const memory = openMemory({ file, onProblem: (error) => problems.push(error) });
  const ballast = path.join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1_000_000));
  let written = 0;
  let failure: string | undefined;
  while (failure === undefined) {
    failure = await failureOf(memory.entries.put(note(written)));
    if (failure === undefined) written++;
    assert.ok(written < 5_000);
  }
  assert.match(failure, /disk is full/);
  assert.ok(written > 20, `${written} written`);
  assert.match((await failureOf(memory.entries.put(note(written)))) ?? '', /disk is full/);
  await answers(memory, written);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['store-failed'],
    'told once',
  );
  rmSync(ballast);
  await hurried(
    until(async () => (await failureOf(memory.entries.put(note(written)))) === undefined, 'room again', 20),
  );
  await answers(memory, written + 1);
  await memory.close();
  const after = openMemory({ file });
  await answers(after, written + 1);
  await after.close();
}

async function fullFromTheStart(): Promise<void> {
  const ballast = path.join(disk, 'ballast');
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(5_000_000)), /ENOSPC/);
  const memory = openMemory({ file });
  assert.match((await failureOf(memory.entries.put(note(3)))) ?? '', /disk is full/);
  rmSync(ballast);
  await hurried(until(async () => (await failureOf(memory.entries.put(note(3)))) === undefined, 'room again', 20));
  await answers(memory, 1);
  await memory.close();
}

/** @param change What makes the file read-only, and what takes it back: arguments of mount. */
async function readOnly(change: string[][], back: string[]): Promise<void> {
  const before = openMemory({ file });
  for (let count = 0; count < 10; count++) await before.entries.put(note(count, ''));
  await before.close();
  for (const args of change) execFileSync('mount', args);
  const memory = openMemory({ file });
  await answers(memory, 10);
  assert.match((await failureOf(memory.entries.put(note(10, '')))) ?? '', /can't be written/);
  await answers(memory, 10);
  execFileSync(back[0] ?? '', back.slice(1));
  await hurried(
    until(async () => (await failureOf(memory.entries.put(note(10, '')))) === undefined, 'writing again', 20),
  );
  await answers(memory, 11);
  await memory.close();
}

const FAULTS: Record<string, () => Promise<void>> = {
  'a full disk': fullDisk,
  'a disk that is full from the start': fullFromTheStart,
  'a read-only file': () =>
    readOnly(
      [
        ['--bind', file, file],
        ['-o', 'remount,bind,ro', file],
      ],
      ['umount', '-l', file],
    ),
  'a read-only disk': () => readOnly([['-o', 'remount,ro', disk]], ['mount', '-o', 'remount,rw', disk]),
};

const run = FAULTS[fault];
if (run) {
  run().catch((thrown: unknown) => {
    console.error(thrown);
    process.exit(1);
  });
} else console.error(`No such fault: ${fault}`);
