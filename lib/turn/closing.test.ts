import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeAll } from './closing.js';

test('what fails to close keeps nothing else from closing, and all that failed is told', async () => {
  const closed: string[] = [];
  const closing = closeAll(
    [() => closed.push('first')],
    [
      () => {
        throw new Error('no key');
      },
      async () => void closed.push('beside'),
      () => Promise.reject(new Error('no answer')),
    ],
    [() => closed.push('last')],
  );
  assert.deepEqual(closed, ['first'], 'the first step begins at once');
  await assert.rejects(closing, { message: 'no key; no answer' });
  assert.deepEqual(closed, ['first', 'beside', 'last']);
  await closeAll([], [() => undefined]);
});
