import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { hurried } from '../../test/until.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { openJobWorker } from './job-worker.js';

const file = path.join(__dirname, 'jobs.test.worker.js');
const open = (limitMs = 30_000) =>
  openJobWorker<string, string>({ file, what: 'The test', code: 'tts-failed', limitMs });
const fails = (code: string, pattern: RegExp) => (error: unknown) =>
  error instanceof JarvisError && error.code === code && pattern.test(error.message);

test('a worker that refuses, throws or dies: the job fails, the next one is done', async (t) => {
  const worker = open();
  t.after(() => worker.close());
  assert.equal(await worker.run('a'), 'A');
  await assert.rejects(worker.run('refuse'), fails('library-missing', /no library/));
  await assert.rejects(worker.run('throw'), fails('tts-failed', /thrown/));
  for (const end of ['die', 'crash']) {
    const lost = worker.run(end);
    const next = worker.run('b');
    await assert.rejects(lost, fails('tts-failed', /The test failed/));
    assert.equal(await next, 'B');
  }
});

test('a worker that hangs is ended and started again', async (t) => {
  const worker = open(3000);
  t.after(() => worker.close());
  const hanging = worker.run('hang');
  const next = worker.run('b');
  await assert.rejects(hurried(hanging, 3_000, true), fails('tts-failed', /longer than 3 s/));
  assert.equal(await next, 'B');
});

test('closing cancels what runs and waits', async () => {
  const worker = open();
  const running = worker.run('hang');
  const waiting = worker.run('b');
  const both = Promise.allSettled([running, waiting]);
  await worker.close();
  for (const ended of await both) assert.ok(ended.status === 'rejected' && isAbort(ended.reason));
});

test('too many jobs are refused', async () => {
  const worker = open();
  const jobs = Array.from({ length: 201 }, () => worker.run('hang'));
  const settled = Promise.allSettled(jobs);
  await assert.rejects(worker.run('late'), fails('tts-failed', /too much/));
  await worker.close();
  await settled;
});
