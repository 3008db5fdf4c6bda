import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitCalled, warmUp } from './units.js';

test('the names of units are read one by one, and are the same as when they are asked for at once', () => {
  const steps = [...warmUp('de')].length;
  assert.ok(steps > 50, `${steps}`);
  for (const language of ['de', 'fr']) {
    assert.equal(unitCalled(language === 'de' ? 'Gramm' : 'grammes', language), 'gram');
    assert.equal(unitCalled('km', language), 'kilometer');
    assert.equal(unitCalled('xyz', language), undefined);
  }
});
