import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recalled } from './recalled.js';

test('↑ goes back through what was said, ↓ forward to what was being typed, and neither beyond', () => {
  const inputs = ['lights on', 'what is on?', 'what is on?'];
  const at = (back: number) => recalled(inputs, 'half a', back)?.text;
  assert.deepEqual([-1, 0, 1, 2, 3].map(at), [undefined, 'half a', 'what is on?', 'lights on', undefined]);
  assert.equal(recalled([], 'x', 1), undefined);
});
