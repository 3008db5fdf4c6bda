import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { must } from '../../test/until.js';
import { LANGUAGES, languageTable } from './folders.js';
import { pluralForm } from './plural.js';
import { filled } from './spoken.js';

describe('the form of a word that goes with a number', () => {
  const said: [language: string, forms: string, ...of: [count: number, form: string][]][] = [
    ['en', 'light|lights', [1, 'light'], [2, 'lights'], [0, 'lights'], [1.5, 'lights'], [-1, 'light'], [21, 'lights']],
    ['de', 'Einheit|Einheiten', [1, 'Einheit'], [2, 'Einheiten'], [0, 'Einheiten'], [1.5, 'Einheiten']],
    ['fr', 'degré|degrés', [1, 'degré'], [2, 'degrés'], [0, 'degré'], [1.5, 'degré'], [1_000_000, 'degrés']],
    ['es', 'grado|grados', [1, 'grado'], [2, 'grados'], [0, 'grados'], [1.5, 'grados']],
    ['nl', 'lamp|lampen', [1, 'lamp'], [2, 'lampen'], [0, 'lampen']],
    ['pt', 'luz|luzes', [1, 'luz'], [2, 'luzes'], [0, 'luz']],
    ['it', 'luce|luci', [1, 'luce'], [2, 'luci'], [0, 'luci']],
    ['pl', 'plik|pliki|plików', [1, 'plik'], [2, 'pliki'], [5, 'plików'], [12, 'plików'], [22, 'pliki'], [0, 'plików']],
    // English words said to somebody who speaks Polish
    ['pl', 'file|files', [1, 'file'], [2, 'files'], [5, 'files']],
    ['de', 'Timer', [1, 'Timer'], [2, 'Timer']],
  ];
  for (const [language, forms, ...of] of said)
    test(`${language}: ${forms}`, () => {
      for (const [count, form] of of) assert.equal(pluralForm(count, forms.split('|'), language), form, `${count}`);
    });

  test('a sentence has it beside its number, which is written as the language does', () => {
    const degrees = { en: '{n} {n:degree|degrees}', fr: '{n} {n:degré|degrés}', pl: '{n} {n:stopień|stopnie|stopni}' };
    assert.equal(filled(degrees.en, { n: 1 }, 'en'), '1 degree');
    assert.equal(filled(degrees.en, { n: 1.04 }, 'en'), '1 degree');
    assert.equal(filled(degrees.fr, { n: 1.5 }, 'fr'), '1,5 degré');
    assert.equal(filled(degrees.pl, { n: 3 }, 'pl'), '3 stopnie');
    assert.equal(filled('{n:is|are} {what}', { n: 2, what: '{n:a|b} $&' }, 'en'), 'are {n:a|b} $&');
  });
});

/** A number that stands in a sentence before a word which only many have. */
const COUNTED = /\{(?:n|count|value|degrees|level|kcal|protein)\} (?!\{)(?<word>\p{L}+)/gu;
/** Words that are the same with any number. */
const SAME = new Set(
  'percent more done on Prozent Grad Dezibel Gramm Mal Timer Wecker gestellt pour fois por más g kcal'.split(' '),
);
/** What of a language's folder is said to people. */
const TABLES = ['answers', 'spoken', 'timers', 'waits', 'intercom'];

test('no sentence has a number before a word in a form that is fixed', () => {
  const sentences = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(sentences)
        : [];
  for (const language of LANGUAGES)
    for (const table of TABLES) {
      const read = languageTable(language, table, z.record(z.string(), z.unknown()));
      const { says: _, ...answers } = read ?? {};
      for (const sentence of sentences(answers))
        for (const { groups } of sentence.matchAll(COUNTED)) {
          const word = must(groups?.['word']);
          assert.ok(SAME.has(word), `${language}/${table}: ${sentence}`);
        }
    }
});
