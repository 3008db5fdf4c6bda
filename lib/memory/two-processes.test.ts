import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { clock } from '../turn/clock.js';
import { sleep } from '../turn/wait.js';
import { type Memory, openMemory } from './memory.js';

const WRITES = 100;
const NOW = clock.now();

/** Writes of every kind, one after the other. @returns what failed */
async function write(memory: Memory, name: string): Promise<string[]> {
  const failed: string[] = [];
  const done = async (what: Promise<unknown>) => {
    await what.catch((thrown) => failed.push(String(thrown)));
    // A household, not a race for the lock.
    await sleep(Math.random() * 5);
  };
  for (let count = 0; count < WRITES; count++) {
    const at = NOW + count;
    const text = `${name} ${count}`;
    await done(memory.entries.put({ kind: 'note', at, source: name, text }));
    await done(
      memory.diary.note({ turn: text, site: 'den', source: name, at, messages: [{ role: 'user', content: text }] }),
    );
    await done(memory.facts.put({ category: name, key: `k${count}`, value: text, at, source: name }, 'asked'));
    const waiting = await memory.entries.unembedded('m', 4).catch(() => []);
    const vectors = waiting.map(({ id, revision }) => ({ id, revision, vector: [1, count, id % 7] }));
    await done(memory.entries.setVectors('m', vectors));
  }
  return failed;
}

test('two programs on one file: both write, nothing is lost, no write fails for the other one', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-two-'));
  const file = path.join(folder, 'jarvis.db');
  const one = openMemory({ file });
  const other = openMemory({ file });
  t.after(async () => {
    await one.close();
    await other.close();
    await rm(folder, { recursive: true, force: true });
  });
  await one.entries.count();
  assert.deepEqual((await Promise.all([write(one, 'one'), write(other, 'other')])).flat(), []);
  assert.equal(await one.entries.count(), 4 * WRITES);
  assert.equal(await other.diary.waiting(), 2 * WRITES);
});
