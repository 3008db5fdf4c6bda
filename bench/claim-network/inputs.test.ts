import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../lib/replying/facts.js';
import { inputOf, readForNetwork } from './inputs.js';

const search = {
  name: 'web_search',
  description: '',
  parameters: {},
  run: async () => ({ ok: true, text: '' }),
};

/** Marks of the numbers in a sentence beside a result: known (1) and not (2). */
function numbersMarked(found: string, sentence: string, language: string): number[] {
  const call = { id: '1', name: 'web_search', arguments: {} };
  const facts = factsOf([{ call, result: { ok: true, text: found } }], [search]);
  const read = readForNetwork({ language, spoken: language, query: 'x', facts, earlier: [] });
  return inputOf(sentence, read).tokens.flatMap(({ marks }) => marks.filter((mark) => mark === 1 || mark === 2));
}

test('a number of a result is known however it is told', () => {
  const told: [found: string, sentence: string, language: string, marked: number[]][] = [
    ['16:30 dentist', 'At 16:30.', 'en', [1]],
    ['16:30 dentist', 'At half past four.', 'en', [1]],
    ['16:30 dentist', 'At half past five.', 'en', [2]],
    ['16:45 dentist', 'At quarter to five.', 'en', [1]],
    ['21 degrees', 'Twenty-one degrees.', 'en', [1, 1]],
    ['21 degrees', 'Twenty-two degrees.', 'en', [2, 2]],
    ['20.5 degrees', 'About 20 degrees, 20.5 exactly, not 23.', 'en', [1, 1, 2]],
    ['16.30 Uhr Zahnarzt', 'Um halb fünf.', 'de', [1]],
    ['16.30 Uhr Zahnarzt', 'Um halb vier.', 'de', [2]],
    ['20,5 Grad', 'Es sind 20,5 Grad.', 'de', [1]],
    ['15 h 30 réunion', 'À quinze heures trente, ou 15h30, pas 16h30.', 'fr', [1, 1, 1, 2]],
    ['512,40 euros', 'Quedan 512,40 euros.', 'es', [1]],
  ];
  for (const [found, sentence, language, marked] of told)
    assert.deepEqual(numbersMarked(found, sentence, language), marked, `${found} → ${sentence}`);
});

test('a long reply is read in part', () => {
  const sentence = 'and so on '.repeat(200);
  const read = readForNetwork({
    ...{ language: 'en', spoken: 'en', query: sentence, facts: factsOf([], []) },
    earlier: [],
  });
  const { tokens, query } = inputOf(sentence, read, `${sentence}. ${sentence}`);
  assert.ok(tokens.length <= 100 && query.length <= 24, `${tokens.length}, ${query.length}`);
});
