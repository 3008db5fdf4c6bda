import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { DONE } from '../audio/chimes.js';
import { turns } from '../conversation/turns.js';
import { newTurn } from '../turn/turn.js';
import { judgeSound, testMicrophone } from './microphone-test.js';
import { oneRoom, tone } from './room.test.helper.js';

const signal = new AbortController().signal;

afterEach(() => turns.close('the test is over'));

describe('the test of a microphone', () => {
  test('plays a chime, records three seconds, and plays them back', async () => {
    const voice = tone(0.1, 4);
    const { hub, played, stages } = oneRoom(voice);
    assert.deepEqual(await testMicrophone(hub, 'kitchen', { signal }), { verdict: 'good', level: -23 });
    assert.deepEqual(played, [DONE, { samples: voice.subarray(0, 96_000), rate: 16_000 }]);
    assert.deepEqual(stages, ['listening', 'thinking', 'speaking', 'idle']);
  });

  test('plays nothing back of a microphone that brings nothing, or silence', async () => {
    const none = oneRoom(Buffer.alloc(0));
    assert.equal((await testMicrophone(none.hub, 'kitchen', { signal, patience: 1 })).verdict, 'none');
    const muted = oneRoom(tone(0, 3));
    assert.equal((await testMicrophone(muted.hub, 'kitchen', { signal })).verdict, 'silent');
    assert.deepEqual([none.played.length, muted.played.length], [1, 1]);
  });

  test('is refused while somebody is spoken with there, save the turn that asks for it', async () => {
    const { hub } = oneRoom(tone(0.1, 3));
    const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
    turns.begin(turn);
    await assert.rejects(testMicrophone(hub, 'kitchen', { signal }), { code: 'bad-input', message: /spoken with/ });
    assert.equal((await testMicrophone(hub, 'kitchen', { signal, turn: turn.id })).verdict, 'good');
    turns.end(turn.id);
    turns.begin(newTurn({ site: 'kitchen', source: 'announcement', language: 'en' }));
    await assert.rejects(testMicrophone(hub, 'kitchen', { signal }), { code: 'bad-input' });
  });

  test('is refused twice at once, where there is no microphone, and where it is off', async () => {
    const { hub, hush } = oneRoom(Buffer.alloc(0));
    const first = testMicrophone(hub, 'kitchen', { signal });
    await assert.rejects(testMicrophone(hub, 'kitchen', { signal }), /runs already/);
    // Somebody presses stop there.
    hush();
    await assert.rejects(first, { name: 'AbortError' });
    await assert.rejects(testMicrophone(hub, 'den', { signal }), /no satellite/);
    await assert.rejects(
      testMicrophone(oneRoom(Buffer.alloc(0), { via: 'assist' }).hub, 'kitchen', { signal }),
      /no sat/,
    );
    await assert.rejects(testMicrophone(oneRoom(tone(0.1, 3), { deaf: true }).hub, 'kitchen', { signal }), /off/);
  });

  test('judges by the loudest moment, and by what is cut off', () => {
    const verdict = (sound: Buffer) => judgeSound(sound).verdict;
    assert.deepEqual(judgeSound(Buffer.alloc(0)), { verdict: 'none', level: -100 });
    assert.equal(verdict(tone(0.001, 3)), 'quiet');
    assert.equal(verdict(Buffer.concat([tone(0.001, 2), tone(0.05, 0.5)])), 'good');
    assert.equal(verdict(tone(3, 1)), 'clipping');
    // A click is no clipping.
    assert.equal(verdict(Buffer.concat([tone(0.1, 3), tone(3, 0.001)])), 'good');
  });
});
