import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../strings.js';
import { ApiError } from './api.js';
import { PROBLEMS, problemOf } from './problems.js';

test('every problem has a sentence of its own in every language, without what the server says', () => {
  for (const language of LANGUAGES) {
    const words = Object.keys(PROBLEMS).map((code) => problemOf(language, new ApiError(code, 'In English.'), '/red/'));
    assert.equal(new Set(words.map((one) => one.words)).size, words.length);
    for (const { words: sentence } of words) assert.doesNotMatch(sentence, /In English|[{}]/);
  }
});

test('the server’s own words stand behind only where they say more', () => {
  const detail = (code: string) => problemOf('de', new ApiError(code, 'The store /a/b.db is damaged.')).detail;
  assert.equal(detail('store-failed'), 'The store /a/b.db is damaged.');
  assert.equal(detail('changed'), '');
  assert.equal(detail('short-phrase'), '');
});

test('what nobody foresaw is told all the same', () => {
  for (const thrown of [new ApiError('home-refused', 'odd'), new ApiError('toString', 'odd'), 'odd']) {
    const { words, detail } = problemOf('fr', thrown);
    assert.deepEqual([words, detail], [problemOf('fr', new ApiError('failed')).words, 'odd']);
  }
});
