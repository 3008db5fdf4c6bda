import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseSchema } from '../home/types.js';
import { inputOf } from './claim-classifier.js';
import { factsOf } from './facts.js';
import { readSituation, readTold } from './situation.js';

const search = {
  name: 'web_search',
  description: '',
  parameters: {},
  run: async () => ({ ok: true, text: '' }),
};

/** Marks of numbers: in a result, in what was told, in a state of the house, and in none of them. */
const [KNOWN, TOLD, HOUSE, UNKNOWN] = [1, 2, 3, 4] as const;
const DEVICES = houseSchema.parse({
  areas: [],
  entities: [
    { id: 'sensor.t', domain: 'sensor', name: 'Hall', state: '17.5', attributes: { unit_of_measurement: '°C' } },
  ],
});

/** How the numbers of a sentence are marked beside a result. */
function numbersMarked(found: string, sentence: string, language: string): number[] {
  const call = { id: '1', name: 'web_search', arguments: {} };
  const facts = factsOf([{ call, result: { ok: true, text: found } }], [search]);
  const earlier = { words: [], hasCalled: false };
  const read = readSituation({
    language,
    spoken: language,
    query: 'x',
    facts,
    earlier,
    told: readTold(['Ida is 34.']),
    house: DEVICES,
  });
  const { tokens } = inputOf(sentence, read);
  return tokens.flatMap(({ marks }) => marks.filter((mark) => mark >= KNOWN && mark <= UNKNOWN));
}

test('a number of a result is known however it is told', () => {
  const told: [found: string, sentence: string, language: string, marked: number[]][] = [
    ['16:30 dentist', 'At 16:30.', 'en', [KNOWN]],
    ['16:30 dentist', 'At half past four.', 'en', [KNOWN]],
    ['16:30 dentist', 'At half past five.', 'en', [UNKNOWN]],
    ['16:45 dentist', 'At quarter to five.', 'en', [KNOWN]],
    ['21 degrees', 'Twenty-one degrees.', 'en', [KNOWN, KNOWN]],
    ['21 degrees', 'Twenty-two degrees.', 'en', [UNKNOWN, UNKNOWN]],
    ['20.5 degrees', 'About 20 degrees, 20.5 exactly, not 23.', 'en', [KNOWN, KNOWN, UNKNOWN]],
    ['16.30 Uhr Zahnarzt', 'Um halb fünf.', 'de', [KNOWN]],
    ['16.30 Uhr Zahnarzt', 'Um halb vier.', 'de', [UNKNOWN]],
    ['12 minutes', 'Twelve minutes, the hall has 17, and Ida is 34.', 'en', [KNOWN, HOUSE, TOLD]],
    ['20,5 Grad', 'Es sind 20,5 Grad.', 'de', [KNOWN]],
    ['15 h 30 réunion', 'À quinze heures trente, ou 15h30, pas 16h30.', 'fr', [KNOWN, KNOWN, KNOWN, UNKNOWN]],
    ['512,40 euros', 'Quedan 512,40 euros.', 'es', [KNOWN]],
  ];
  for (const [found, sentence, language, marked] of told)
    assert.deepEqual(numbersMarked(found, sentence, language), marked, `${found} → ${sentence}`);
});

test('a long reply is read in part', () => {
  const sentence = 'and so on '.repeat(200);
  const read = readSituation({
    ...{ language: 'en', spoken: 'en', query: sentence, facts: factsOf([], []) },
    earlier: { words: [], hasCalled: false },
    told: readTold([]),
  });
  const { tokens, query } = inputOf(sentence, read, `${sentence}. ${sentence}`);
  assert.ok(tokens.length <= 100 && query.length <= 24, `${tokens.length}, ${query.length}`);
});
