import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { clausesOf, MIN_CLAUSE_CHARACTERS, splitCompound } from './compound.js';
import { languagesWith } from './folders.js';

const LANGUAGES = languagesWith('clauses.json');
const CONJUNCTION = /^[\s,;]+(?:and|und|et|y|e|ed|en|ve)\s+$/i;

/** Texts that look like requests: words of the tables, names, quotes, other scripts. */
const text = (language: string) => {
  const { conjunctions = [], starters = new Set<string>() } = clausesOf(language) ?? {};
  const word = fc.oneof(
    fc.constantFrom(...conjunctions),
    fc.constantFrom(
      ...[...starters].slice(0, 60),
      'Paris',
      'Tom',
      'Jerry',
      'the',
      '"',
      ',',
      '天気',
      'ışık',
      '👩‍🍳',
      'x'.repeat(12),
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  return fc.array(word, { maxLength: 24 }).map((words) => words.join(' '));
};

for (const language of LANGUAGES) {
  test(`the parts cover the text (${language})`, () => {
    fc.assert(
      fc.property(text(language), (query) => {
        const parts = splitCompound(query, language);
        assert.ok(parts.length === 0 || parts.length === 2);
        const [left, right] = parts;
        if (left === undefined || right === undefined) return;
        assert.ok(left.length >= MIN_CLAUSE_CHARACTERS && right.length >= MIN_CLAUSE_CHARACTERS);
        const whole = query.trim();
        assert.ok(whole.startsWith(left) && whole.endsWith(right), query);
        assert.match(whole.slice(left.length, whole.length - right.length), CONJUNCTION, query);
      }),
      { numRuns: 300 },
    );
  });
}

test('two requests are found in every language of the table', () => {
  const found: Record<string, [string, string]> = {
    en: ['turn on the light', 'tell me the time'],
    es: ['enciende la luz', 'dime la hora'],
    fr: ['allume la lumière', 'dis-moi quelle heure il est'],
    de: ['mach das Licht an', 'sag mir die Uhrzeit'],
    pt: ['acende a luz da sala', 'diga as horas'],
    it: ['accendi la luce', 'dimmi che ore sono'],
    nl: ['doe het licht aan', 'vertel me hoe laat het is'],
    tr: ['salonun ışığını aç', 'saatin kaç olduğunu söyle'],
  };
  assert.deepEqual(Object.keys(found).sort(), [...LANGUAGES].sort());
  for (const [language, [left, right]] of Object.entries(found)) {
    const [conjunction = ''] = clausesOf(language)?.conjunctions ?? [];
    assert.deepEqual(splitCompound(`${left} ${conjunction} ${right}`, language), [left, right], language);
  }
});

test('a language without a table, and any made-up tag, stays whole', () => {
  fc.assert(
    fc.property(fc.string(), (tag) => {
      fc.pre(!LANGUAGES.some((language) => tag.toLowerCase().startsWith(language)));
      assert.deepEqual(splitCompound('what time is it and who are you', tag), []);
    }),
  );
  for (const tag of ['ja', 'ru', 'constructor', '__proto__', 'enx']) {
    assert.deepEqual(splitCompound('what time is it and who are you', tag), [], tag);
  }
});

test('hostile texts take no time', () => {
  for (const part of ['and ', ' ', '"', 'a and ', ', and', '\u{1F600}', 'is it and '])
    growsLinearly((letters) => splitCompound(repeated(part, letters), 'en'), 900, part);
});
