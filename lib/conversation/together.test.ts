import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTogether } from './together.js';

/** Notes the order in which members begin. */
function begun(together: ReturnType<typeof openTogether>) {
  const order: string[] = [];
  const begin = (member: string) => together.begin(member).then(() => void order.push(member));
  return { order, begin };
}
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

describe('the same words in several rooms', () => {
  test('begin when the last room could', async () => {
    const together = openTogether(['a', 'b', 'c']);
    const { order, begin } = begun(together);
    const all = [begin('a'), begin('b')];
    await turnOfLoop();
    assert.deepEqual(order, []);
    all.push(begin('c'));
    await Promise.all(all);
    assert.deepEqual(order, ['a', 'b', 'c']);
  });

  test('wait for no room that has gone', async () => {
    const together = openTogether(['a', 'b', 'c']);
    const { order, begin } = begun(together);
    const first = begin('a');
    together.leave('b');
    await turnOfLoop();
    assert.deepEqual(order, []);
    together.leave('c');
    await first;
    assert.deepEqual(order, ['a']);
  });

  test('wait for a slow room for a limited time, and it begins when it can', { timeout: 30_000 }, async () => {
    const together = openTogether(['a', 'slow', 'dead']);
    const { order, begin } = begun(together);
    await begin('a');
    await begin('slow');
    assert.deepEqual(order, ['a', 'slow']);
  });

  test('are made once, and the making ends with the last room', async () => {
    const together = openTogether(['a', 'b']);
    const signals: AbortSignal[] = [];
    const make = async (signal: AbortSignal) => signals.push(signal);
    assert.deepEqual(await Promise.all([together.once('x', make), together.once('x', make)]), [1, 1]);
    assert.equal(await together.once('y', make), 2);
    together.leave('a');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false, false],
    );
    together.leave('b');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
  });

  test('fail everywhere when they can not be made', async () => {
    const together = openTogether(['a', 'b']);
    const fail = async () => Promise.reject(new Error('no voice'));
    const all = await Promise.allSettled([together.once('x', fail), together.once('x', fail)]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });
});
