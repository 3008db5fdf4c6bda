import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf, SILENCE_DBFS } from './level.js';

test('level: silence, full scale, and half of it', () => {
  const square = (value: number) => Buffer.from(new Int16Array(100).fill(value).buffer);
  assert.equal(levelOf(Buffer.alloc(0)), SILENCE_DBFS);
  assert.equal(levelOf(square(0)), SILENCE_DBFS);
  assert.equal(levelOf(square(-32_768)), 0);
  assert.ok(Math.abs(levelOf(square(16_384)) + 6.02) < 0.01);
});
