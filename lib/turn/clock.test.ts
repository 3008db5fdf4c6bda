import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { clock } from './clock.js';
import { sleep, within } from './wait.js';

const MINUTE = 60_000;

describe('a clock that jumps', () => {
  test('calls what waits in its order, each at its own time', async () => {
    const began = clock.steady();
    const called: [string, number][] = [];
    const call = (name: string) => () => void called.push([name, Math.round((clock.steady() - began) / MINUTE)]);
    clock.after(3 * MINUTE, call('three'));
    clock.after(MINUTE, call('one'));
    const taken = clock.after(2 * MINUTE, call('taken back'));
    const later = clock.after(30 * MINUTE, call('later'));
    taken.cancel();
    await clock.jump(10 * MINUTE);
    assert.deepEqual(called, [
      ['one', 1],
      ['three', 3],
    ]);
    await clock.jump(20 * MINUTE);
    assert.deepEqual(called.at(-1), ['later', 30]);
    later.cancel();
  });

  test('what is set meanwhile is called within the same jump, an interval once a jump', async () => {
    let steps = 0;
    const next = () => void (++steps < 3 && clock.after(MINUTE, next));
    clock.after(MINUTE, next);
    let beats = 0;
    const beat = clock.every(1000, () => beats++);
    await clock.jump(5 * MINUTE);
    assert.deepEqual([steps, beats], [3, 1]);
    await clock.jump(5 * MINUTE);
    assert.equal(beats, 2);
    beat.cancel();
  });

  test('a limit of somebody else passes only where that is asked for', async () => {
    const answer = within({ ms: MINUTE, what: 'The server' }, () => new Promise<string>(() => {}));
    const failed = assert.rejects(answer, /did not answer within 60 s/);
    let isOver = false;
    void failed.then(() => {
      isOver = true;
    });
    await clock.jump(10 * MINUTE);
    assert.equal(isOver, false);
    await clock.jump(10 * MINUTE, true);
    await failed;
  });

  test('a wait begun anew lasts as long as at first', async () => {
    let called = 0;
    const timer = clock.after(MINUTE, () => called++);
    await clock.jump(MINUTE / 2);
    timer.refresh();
    await clock.jump(MINUTE * 0.75);
    assert.equal(called, 0);
    await clock.jump(MINUTE / 2);
    assert.equal(called, 1);
  });

  test('both clocks go on by it, in workers too', async () => {
    const [now, steady] = [clock.now(), clock.steady()];
    const waited = sleep(MINUTE);
    await clock.jump(MINUTE);
    await waited;
    assert.ok(clock.now() - now >= MINUTE);
    assert.ok(Number.isInteger(clock.now()), 'it is kept in columns of integers');
    assert.ok(clock.steady() - steady >= MINUTE);
    const file = JSON.stringify(require.resolve('./clock.js'));
    const code = `require('node:worker_threads').parentPort.postMessage(require(${file}).clock.now())`;
    const told = await new Promise<number>((resolve, reject) => {
      new Worker(code, { eval: true }).once('message', resolve).once('error', reject);
    });
    assert.ok(told - now >= MINUTE);
  });
});

test('a sleep ends with an AbortError at its signal', async () => {
  const abort = new AbortController();
  const slept = sleep(MINUTE, abort.signal);
  abort.abort(new Error('why'));
  await assert.rejects(slept, { name: 'AbortError' });
  await assert.rejects(sleep(1, abort.signal), { name: 'AbortError' });
});
