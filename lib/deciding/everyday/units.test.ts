import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitCalled } from './units.js';

test('units are called by the names of a language', () => {
  for (const language of ['de', 'fr']) {
    assert.equal(unitCalled(language === 'de' ? 'Gramm' : 'grammes', language), 'gram');
    assert.equal(unitCalled('km', language), 'kilometer');
    assert.equal(unitCalled('xyz', language), undefined);
  }
});
