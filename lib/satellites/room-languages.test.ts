import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesAt, spokenAt } from './room-languages.js';

test('what was chosen at a place is the first of its languages, or its only one', () => {
  const languages = ['en', 'de', 'fr'];
  assert.deepEqual(spokenAt({ language: 'en', languages }), ['en', 'de', 'fr']);
  assert.deepEqual(spokenAt({ language: 'de', languages }), ['de', 'en', 'fr']);
  assert.equal(spokenAt({ language: 'es', languages }), undefined);
  assert.equal(spokenAt({ language: 'en' }), undefined);
  assert.equal(spokenAt({}), undefined);
});

test('a turn begins in the language of the place, or of the house', () => {
  assert.deepEqual(languagesAt({}, 'fr'), { language: 'fr' });
  assert.deepEqual(languagesAt({ language: 'de' }, 'fr'), { language: 'de' });
  assert.deepEqual(languagesAt({ language: 'de', languages: ['de', 'en'] }, 'fr'), {
    language: 'de',
    languages: ['de', 'en'],
  });
});
