import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { describe, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { openLogin } from './login.js';

/** Passwords that are worked out while something is done. */
async function worked(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count++;
    },
  }).enable();
  await act();
  hook.disable();
  return count;
}

describe('a login', () => {
  test('works no password out where everything waits', async () => {
    const login = openLogin('anna', 'words');
    const order: string[] = [];
    const tried = login.enter('thief', 'anna', 'wrong').then(() => order.push('tried'));
    await new Promise(setImmediate).then(() => order.push('others'));
    await tried;
    assert.deepEqual(order, ['others', 'tried']);
  });

  test('does as much for a name that there is not as for a wrong password', async () => {
    const login = openLogin('anna', 'words');
    assert.equal(await worked(() => login.enter('a', 'anna', 'wrong')), 1);
    assert.equal(await worked(() => login.enter('b', 'nobody', 'wrong')), 1);
    assert.equal(await worked(() => login.enter('c', 'nobody', 'words')), 1);
    for (const name of ['__proto__', 'constructor', ''])
      assert.deepEqual(await login.enter('d', name, 'words'), { wait: 0 });
  });

  test('listens no more to one that has guessed ten times, and to others as before', async () => {
    const login = openLogin('anna', 'words');
    const guesses = await Promise.all(Array.from({ length: 12 }, () => login.enter('thief', 'anna', 'wrong')));
    assert.deepEqual(guesses.slice(0, 10), Array(10).fill({ wait: 0 }));
    assert.ok(guesses[11] !== 'in' && (guesses[11]?.wait ?? 0) > 0);
    const work = await worked(async () => assert.notEqual(await login.enter('thief', 'anna', 'words'), 'in'));
    assert.equal(work, 0, 'nothing is worked out for it');
    assert.equal(await login.enter('owner', 'anna', 'words'), 'in');
    await clock.jump(11_000);
    assert.equal(await login.enter('thief', 'anna', 'words'), 'in');
  });

  test('lets in at once who knows it, and begins anew to count them', async () => {
    const login = openLogin('anna', 'words');
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 9; at++) assert.deepEqual(await login.enter('owner', 'anna', 'wrng'), { wait: 0 });
      assert.equal(await login.enter('owner', 'anna', 'words'), 'in');
    }
    const work = await worked(async () => {
      for (let at = 0; at < 50; at++) assert.equal(await login.enter('owner', 'anna', 'words'), 'in');
    });
    assert.equal(work, 0);
  });

  test('who knew it once is let in while many others guess', async () => {
    const login = openLogin('anna', 'words');
    assert.equal(await login.enter('owner', 'anna', 'words'), 'in');
    const guesses = Array.from({ length: 100 }, (_, at) => login.enter(`thief ${at}`, 'anna', 'wrong'));
    let areOver = false;
    const all = Promise.all(guesses).then((answers) => {
      areOver = true;
      return answers;
    });
    assert.equal(await login.enter('owner', 'anna', 'words'), 'in');
    assert.equal(areOver, false);
    assert.ok((await all).some((answer) => answer !== 'in' && answer.wait === 1));
  });
});
