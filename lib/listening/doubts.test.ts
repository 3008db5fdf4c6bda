import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { openDoubts } from './doubts.js';

const { now } = clock;
afterEach(() => {
  clock.now = now;
});

const WORD = ['kitchen', 'hey_jarvis', Buffer.alloc(2), false] as const;

test('one doubt is asked about at a time; the next one when that is answered', async () => {
  const answers: ((isSaid: boolean) => void)[] = [];
  const isSaid = openDoubts(() => new Promise((resolve) => answers.push(resolve)));
  const first = isSaid(...WORD);
  assert.equal(await isSaid(...WORD), false);
  assert.equal(answers.length, 1);
  answers[0]?.(true);
  assert.equal(await first, true);
  const next = isSaid(...WORD);
  answers[1]?.(false);
  assert.equal(await next, false);
});

test('what is known too late, or not at all, is not said; the next doubt is asked about', async () => {
  let ms = 0;
  clock.now = () => ms;
  let takes = 2_001;
  const isSaid = openDoubts(async () => {
    ms += takes;
    if (takes < 0) throw new Error('no model');
    return true;
  });
  assert.equal(await isSaid(...WORD), false);
  takes = -1;
  assert.equal(await isSaid(...WORD), false);
  takes = 1_900;
  assert.equal(await isSaid(...WORD), true);
});
