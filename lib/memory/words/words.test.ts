import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { mayHave, runsOf, termsOf, wordsOfRun } from './words.js';

test('a run is never passed over that has a word of the terms', () => {
  const words = fc.constantFrom(
    'chevaux',
    'Lampen',
    'keys',
    'flies',
    'Anna’s',
    'Straße',
    'Ćevapčići',
    'лампами',
    'Οδός',
    'القطة',
    'كتاب',
    'שלום',
    'キッチン',
    '厨房的灯',
    '주방',
    'ห้องครัว',
    'x',
    '42er',
  );
  const text = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 6 });
  fc.assert(
    fc.property(text, (parts) => {
      for (const run of runsOf(parts.join(' '))) {
        for (const { term } of wordsOfRun(run)) assert.ok(mayHave([term])(run), `${run}: ${term}`);
        for (const term of termsOf(run)) assert.ok(mayHave([term])(run), `${run}: ${term}`);
      }
    }),
    { numRuns: 2000 },
  );
  const may = mayHave(['lamp', 'kitch']);
  assert.deepEqual(['lampe', 'garden', 'kitchen', 'music'].map(may), [true, false, true, false]);
});
