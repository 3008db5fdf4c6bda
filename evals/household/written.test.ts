import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedOfWritten, TO_REACH } from './found.test.helper.js';

test('questions as people ask them find the right entry among the first three, by words and time alone', async (t) => {
  const [all, wrong] = await missedOfWritten(t);
  t.diagnostic(`missed ${wrong.length} of ${all}`);
  assert.ok(wrong.length <= (1 - TO_REACH) * all, wrong.join('\n'));
});
