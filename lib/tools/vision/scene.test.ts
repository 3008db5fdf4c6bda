import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { languageTable } from '../../language/folders.js';
import { type Detection, detectionsIn, MAX_DETECTIONS } from './detections.js';
import { KINDS, type Kind, kindsIn } from './kinds.js';
import { countsOf, relationsIn } from './scene.js';

const thing = (kind: Kind, left: number, top: number, right: number, bottom: number): Detection => ({
  kind,
  box: { left, top, right, bottom },
});
const told = (...seen: Detection[]) => relationsIn(seen).map(({ text }) => text);

describe('what lies where', () => {
  test('on what bears', () => {
    const table = thing('dining table', 0.1, 0.5, 0.9, 1);
    assert.deepEqual(told(table, thing('cup', 0.4, 0.4, 0.5, 0.6)), ['cup is on dining table']);
    assert.deepEqual(told(table, thing('cup', 0.4, 0.1, 0.5, 0.2)), [], 'it hangs in the air');
    assert.deepEqual(told(thing('bed', 0, 0.5, 1, 1), thing('cat', 0.2, 0.5, 0.4, 0.7)), ['cat is on bed']);
  });

  test('inside of what holds', () => {
    const car = thing('car', 0.2, 0.3, 0.8, 0.9);
    assert.deepEqual(told(car, thing('person', 0.4, 0.35, 0.5, 0.6)), ['person is inside car']);
    assert.deepEqual(told(car, thing('person', 0.75, 0.35, 0.95, 0.9)), ['car is beside person']);
  });

  test('beside and left of, of neighbours on one level', () => {
    const people = [thing('person', 0.7, 0.2, 0.8, 0.8), thing('person', 0.1, 0.2, 0.2, 0.8)];
    assert.deepEqual(told(...people, thing('dog', 0.22, 0.6, 0.3, 0.8)), [
      'person is beside dog',
      'dog is left of person',
    ]);
    assert.deepEqual(told(thing('bird', 0.1, 0, 0.2, 0.1), thing('car', 0.3, 0.6, 0.6, 0.9)), []);
  });

  test('of a crowd, ten relations', () => {
    const crowd = Array.from({ length: 40 }, (_, at) => thing('person', at / 40, 0.2, at / 40 + 0.02, 0.8));
    assert.equal(told(...crowd).length, 10);
    assert.equal(countsOf([...crowd, thing('car', 0, 0, 1, 1)]), '40 × person, 1 × car');
  });
});

describe('guesses of a network', () => {
  const row = (kind: Kind, logit: number) => KINDS.map((one) => (one === kind ? logit : -9));

  test('count from even odds on, the surest first', () => {
    const logits = Float32Array.from([...row('cat', 0.1), ...row('dog', -0.1), ...row('car', 4)]);
    const boxes = Float32Array.from([0.5, 0.5, 0.2, 0.2, 0.5, 0.5, 1, 1, 0.9, 0.5, 0.4, 0.2]);
    const seen = detectionsIn(logits, boxes);
    assert.deepEqual(
      seen.map(({ kind }) => kind),
      ['car', 'cat'],
    );
    assert.equal(seen[0]?.box.right, 1, 'what reaches over the edge is cut');
  });

  test('nonsense is nothing, and a flood is cut', () => {
    assert.deepEqual(detectionsIn(new Float32Array(80).fill(Number.NaN), new Float32Array(4).fill(Number.NaN)), []);
    assert.deepEqual(detectionsIn(new Float32Array(0), new Float32Array(8)), []);
    const logits = Float32Array.from(Array.from({ length: 300 }, () => row('person', 5)).flat());
    assert.equal(detectionsIn(logits, new Float32Array(1_200).fill(0.5)).length, MAX_DETECTIONS);
  });
});

describe('words for things', () => {
  const CASES: [text: string, language: string, kinds: Kind[]][] = [
    ['Is anybody there?', 'en', ['person']],
    ['two hot dogs', 'en', ['hot dog']],
    ['the coffee mug', 'en', ['cup']],
    ['cats, dogs or a bus', 'en', ['cat', 'dog', 'bus']],
    ['any animal but no plane', 'de', KINDS.slice(14, 24).concat('airplane') as Kind[]],
    ['sind da Leute?', 'de', ['person']],
    ['die Äpfel', 'de-AT', ['apple']],
    ["y a-t-il quelqu'un", 'fr', ['person']],
    ['deux vélos et un sac à dos', 'fr', ['bicycle', 'backpack']],
    ['¿hay alguien con un perro?', 'es', ['person', 'dog']],
    ['el mando a distancia', 'es', ['remote']],
    ['a parcel', 'en', []],
    ['', 'en', []],
  ];
  for (const [text, language, kinds] of CASES) {
    test(`"${text}" (${language})`, () => assert.deepEqual(kindsIn(text, language).kinds.sort(), [...kinds].sort()));
  }

  test('every kind is called by its name, and has words in four languages', () => {
    for (const kind of KINDS) assert.ok(kindsIn(kind, 'en').kinds.includes(kind), kind);
    for (const language of ['en', 'de', 'fr', 'es']) {
      const table = languageTable(language, 'vision', z.record(z.string(), z.string()));
      assert.deepEqual(Object.keys(table ?? {}), [...KINDS], language);
    }
  });
});
