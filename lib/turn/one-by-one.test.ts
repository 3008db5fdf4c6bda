import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneByOne } from './one-by-one.js';

const live = () => new AbortController().signal;
const what = 'The server';

test('one after another, in order, whatever becomes of each', async () => {
  const queue = oneByOne({ most: 5, what, code: 'failed' });
  const steps: string[] = [];
  const work = (name: string, fails = false) =>
    queue.add(live(), async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('more than may wait is refused, and room is made by what ends', async () => {
  const queue = oneByOne({ most: 1, what, code: 'stt-failed' });
  let end = () => {};
  const first = queue.add(live(), () => new Promise<void>((resolve) => (end = resolve)));
  const second = queue.add(live(), async () => 'second');
  await assert.rejects(
    queue.add(live(), async () => {}),
    { code: 'stt-failed', message: /The server is too slow: 1 messages wait/ },
  );
  end();
  await first;
  assert.equal(await second, 'second');
  assert.equal(await queue.add(live(), async () => 'fourth'), 'fourth');
});

test('what was cancelled while it waited is not begun', async () => {
  const queue = oneByOne({ most: 5, what, code: 'failed' });
  const cancel = new AbortController();
  let begun = false;
  const first = queue.add(live(), async () => cancel.abort());
  const second = queue.add(cancel.signal, async () => {
    begun = true;
  });
  await first;
  await assert.rejects(second, { name: 'AbortError' });
  assert.equal(begun, false);
});
