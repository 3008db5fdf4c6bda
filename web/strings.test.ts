import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, STRINGS, type StringKey, translate } from './strings.js';

const keys = Object.keys(STRINGS) as StringKey[];

test('every string exists in every language, with the same things to fill in', () => {
  for (const key of keys) {
    assert.deepEqual(Object.keys(STRINGS[key]).sort(), [...LANGUAGES].sort(), key);
    for (const language of LANGUAGES) {
      const text: string = STRINGS[key][language];
      assert.equal(text, text.trim(), `${key} ${language}`);
      assert.notEqual(text, '', `${key} ${language}`);
      assert.deepEqual(text.match(/\{\w+\}/g)?.sort(), STRINGS[key].en.match(/\{\w+\}/g)?.sort(), `${key} ${language}`);
    }
  }
});

test('names are filled in as they are, also when they look like a pattern', () => {
  assert.equal(translate('de', 'open', { name: '$& {name}' }), 'Öffnen: $& {name}');
  assert.equal(translate('en', 'countOn', { count: 3 }), '3 on');
  assert.equal(translate('en', 'countOn'), '{count} on');
  assert.equal(translate('fr', 'countOn', { count: 1 }), '1 allumé');
  assert.equal(translate('es', 'countOn', { count: 2 }), '2 encendidos');
});
