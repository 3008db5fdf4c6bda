import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { must } from '../../test/until.js';
import type { JarvisError } from '../turn/errors.js';
import { Trace } from '../turn/trace.js';
import { openMemory } from './memory.js';

const note = (text: string) => ({ kind: 'note' as const, at: Date.UTC(2026, 10, 21), source: 'test', text });

/** A memory and the threads that it starts, as the process sees them. */
function opened(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-memory-'));
  const threads: Worker[] = [];
  const seen = (worker: Worker) => threads.push(worker);
  process.on('worker', seen);
  const problems: JarvisError[] = [];
  const memory = openMemory({
    file: path.join(folder, 'jarvis.db'),
    onProblem: (problem) => problems.push(problem),
  });
  t.after(async () => {
    process.off('worker', seen);
    await memory.close();
    rmSync(folder, { recursive: true });
  });
  return { memory, threads, problems };
}

test('a thread that dies fails what was asked of it, and the next question starts another that knows what was kept', async (t) => {
  const { memory, threads, problems } = opened(t);
  const id = await memory.entries.put(note('kept'));
  const asked = Array.from({ length: 50 }, () => memory.entries.count());
  const dying = must(threads[0]).terminate();
  const whileDying = memory.entries.count();
  const outcomes = await Promise.allSettled([...asked, whileDying]);
  await dying;
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.ok(failed.length > 0, 'the last one was asked of a thread that was ending');
  for (const error of failed) {
    assert.equal(error.code, 'store-failed');
    assert.match(error.message, /ended unexpectedly/);
  }
  assert.equal(problems.length, 1, 'told once');
  assert.deepEqual(
    (await memory.entries.get([id])).map(({ text }) => text),
    ['kept'],
  );
  assert.equal(threads.length, 2);
  const again = must(threads[1]).terminate();
  await assert.rejects(memory.entries.count(), { code: 'store-failed' });
  await again;
  assert.equal(problems.length, 2, 'told again after it had worked');
});

test('a thread that dies while nothing is asked of it is not missed', async (t) => {
  const { memory, threads, problems } = opened(t);
  await memory.entries.put(note('kept'));
  await must(threads[0]).terminate();
  assert.equal(await memory.entries.count(), 1);
  assert.deepEqual(problems, []);
});

test('what can’t be sent to the thread is refused at once, and nothing waits for it', async (t) => {
  const { memory, threads } = opened(t);
  const topics = Object.assign(['a topic'], { toJSON: () => 'no plain data' });
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  await assert.rejects(memory.entries.put({ ...note('odd'), topics }), { code: 'store-failed' });
  assert.equal(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length, before);
  assert.equal(await memory.entries.count(), 0);
  assert.equal(threads.length, 1);
});

test('a disk that does not keep up: told once, bounded, and over when it does again', async (t) => {
  const { memory, problems } = opened(t);
  await memory.traces.put(
    Array.from({ length: 200 }, (_, index) => ({ ...new Trace(`${index}`, 'den', 'text').record(), at: index })),
  );
  // Something that takes long: phrases that are looked for everywhere.
  const phrases = Array.from({ length: 20_000 }, (_, index) => `phrase ${index}`);
  const long = memory.privacy.scrub(phrases, { place: 1, after: -1 }, 2_000);
  const asked = Array.from({ length: 2_100 }, () => memory.entries.count());
  const outcomes = await Promise.allSettled(asked);
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 101);
  await long;
  assert.deepEqual(
    problems.map(({ message }) => /does not keep up/.test(message)),
    [true],
  );
  assert.equal(await memory.entries.count(), 0);
});

test('after it is closed it answers nothing, also when its thread was never started', async (t) => {
  const { memory, threads } = opened(t);
  const last = memory.entries.put(note('asked before'));
  await memory.close();
  assert.ok((await last) > 0);
  await assert.rejects(memory.entries.count(), { code: 'store-failed' });
  assert.equal(threads.length, 1);
  const other = opened(t);
  await other.memory.close();
  assert.equal(other.threads.length, 0);
});
