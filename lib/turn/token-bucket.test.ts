import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenBucket } from './token-bucket.js';

test('a burst passes, then the rate', () => {
  let now = 0;
  const bucket = tokenBucket(5, 10, () => now);
  const taken = (times: number) => Array.from({ length: times }, () => bucket.take()).filter(Boolean).length;
  assert.equal(bucket.isFull(), true);
  assert.equal(taken(100), 10);
  assert.deepEqual([bucket.take(), bucket.isFull()], [false, false]);
  now += 1000;
  assert.equal(taken(100), 5);
  now += 1_000_000;
  assert.equal(taken(100), 10);
});

test('what is dear is taken once and paid off later', () => {
  let now = 0;
  const bucket = tokenBucket(2, 10, () => now);
  assert.equal(bucket.take(1_000_000), true);
  assert.equal(bucket.take(), false);
  const wait = bucket.wait();
  assert.equal(wait, 5000);
  now += wait + 1;
  assert.deepEqual([bucket.wait(), bucket.take()], [0, true]);
});
