import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyOf } from './families.js';
import { pastOf, spellings, umlauts } from './spellings.js';
import { stem } from './stem.js';

test('words formed another way', () => {
  const cases: [word: string, language: string, term: string][] = [
    ['gegrillt', 'de', 'gril'],
    ['grillen', 'de', 'gegrillt'],
    ['eingekauft', 'de', stem('einkaufen')],
    ['aufraumen', 'de', stem('aufgeraumt')],
    ['luz', 'es', 'luc'],
    ['peces', 'es', 'pez'],
    ['knife', 'en', 'kniv'],
    ['shelves', 'en', 'shelf'],
    ['colour', 'en', 'color'],
    ['neighbor', 'en', 'neighbour'],
  ];
  for (const [word, language, term] of cases) assert.ok(spellings(word, language).includes(term), word);
  assert.ok(!spellings('grill', 'en').includes('gegrillt'));
  assert.deepEqual(spellings('лампа', 'ru'), []);
});

test('umlauts typed out, or not; not where two letters are no umlaut', () => {
  assert.ok(umlauts('kaese', 'de').includes('kas'));
  assert.ok(umlauts('schroder', 'de').includes('schro'));
  assert.deepEqual(umlauts('coeur', 'fr'), []);
  assert.ok(!umlauts('neue', 'de').includes('nu'));
  assert.ok(!umlauts('quer', 'de').includes('qur'));
});

test('what a German past is made of', () => {
  assert.equal(pastOf('gegrillt', 'de'), 'grill');
  assert.equal(pastOf('grillen', 'de'), undefined);
  assert.equal(pastOf('gentle', 'en'), undefined);
});

test('irregular forms belong together, in their language', () => {
  assert.ok(familyOf('buy', 'en').includes('bought'));
  assert.ok(familyOf('bought', 'en').includes('buy'));
  assert.ok(familyOf('fuhr', 'de').includes('fahr'));
  assert.ok(familyOf('hizo', 'es').includes(stem('hecho')));
  assert.deepEqual(familyOf('buy', 'de'), []);
  assert.ok(familyOf('buy').includes('bought'));
});
