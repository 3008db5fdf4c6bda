import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../strings.js';
import { MEMORY_STRINGS, type MemoryKey, memoryText } from './strings.js';

test('every string of the memory page exists in every language, with the same things to fill in', () => {
  for (const key of Object.keys(MEMORY_STRINGS) as MemoryKey[]) {
    assert.deepEqual(Object.keys(MEMORY_STRINGS[key]).sort(), [...LANGUAGES].sort(), key);
    for (const language of LANGUAGES) {
      const text: string = MEMORY_STRINGS[key][language];
      assert.equal(text, text.trim(), `${key} ${language}`);
      assert.notEqual(text, '', `${key} ${language}`);
      const gaps = (of: string) => of.match(/\{\w+\}/g)?.sort();
      assert.doesNotMatch(text.replace(/\{\w+(:[^{|}]+\|[^{|}]+)?\}/g, ''), /[{|}]/, `${key} ${language}`);
      assert.deepEqual(gaps(text), gaps(MEMORY_STRINGS[key].en), `${key} ${language}`);
    }
  }
});

test('names are filled in as they are', () => {
  assert.equal(memoryText('de', 'removeOf', { name: '$& {name}' }), 'Entfernen: $& {name}');
  assert.equal(memoryText('en', 'recalledCount'), '{count} recalled');
});

test('one of them is not many', () => {
  const erase = (language: 'en' | 'de' | 'fr' | 'es', count: number | string) =>
    memoryText(language, 'askErase', { count });
  assert.equal(erase('en', 1), 'Erase 1 entry for good?');
  assert.equal(erase('en', 0), 'Erase 0 entries for good?');
  assert.equal(erase('de', '1'), '1 Eintrag endgültig löschen?');
  assert.equal(erase('de', 1000), '1.000 Einträge endgültig löschen?');
  assert.equal(erase('fr', 0), 'Effacer 0 entrée pour de bon ?');
  assert.equal(erase('es', '1.000+'), '¿Borrar 1.000+ entradas para siempre?');
  assert.equal(
    memoryText('en', 'nodeLabel', { name: 'Garden', lines: 1, children: 2 }),
    'Garden: 1 line, 2 subjects below',
  );
});
