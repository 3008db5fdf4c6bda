import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { distanceToBeginning, editDistance } from './edit-distance.js';

test('letters put in, left out, exchanged and swapped count one each', () => {
  const apart: [one: string, other: string, distance: number][] = [
    ['boiler', 'boiler', 0],
    ['boilr', 'boiler', 1],
    ['boiiler', 'boiler', 1],
    ['bpiler', 'boiler', 1],
    ['obiler', 'boiler', 1],
    ['gebutrstag', 'geburtstag', 1],
    ['restaraunt', 'restaurant', 2],
    ['obilre', 'boiler', 2],
    ['', 'ab', 2],
  ];
  for (const [one, other, distance] of apart) {
    assert.equal(editDistance(one, other, 2), distance, one);
    assert.equal(editDistance(other, one, 2), distance, other);
  }
});

test('beyond the limit it is not told how far', () => {
  assert.equal(editDistance('boiler', 'kettle', 2), 3);
  assert.equal(editDistance('a', 'abcdefgh', 2), 3);
  assert.equal(editDistance('obilre', 'boiler', 1), 2);
});

test('it is the distance of the whole table, and the same both ways', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, limit) => {
      const expected = Math.min(fromTable(one, other), limit + 1);
      assert.equal(editDistance(one, other, limit), expected);
      assert.equal(editDistance(other, one, limit), expected);
    }),
    { numRuns: 2000 },
  );
});

/** As it is written in textbooks. */
function fromTable(one: string, other: string): number {
  const cells = new Map<string, number>();
  const at = (i: number, j: number) => (i < 0 || j < 0 ? Number.POSITIVE_INFINITY : (cells.get(`${i} ${j}`) ?? 0));
  for (let i = 0; i <= one.length; i++) {
    for (let j = 0; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)];
      if (i + j > 0)
        cells.set(`${i} ${j}`, Math.min(...ways, swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY));
    }
  }
  return at(one.length, other.length);
}

test('what follows a word in a text costs nothing', () => {
  const apart: [word: string, text: string, distance: number][] = [
    ['boiler', 'boiler', 0],
    ['boiler', 'boilerroom', 0],
    ['boiler', 'bpilerroom', 1],
    ['boiler', 'obilrroom', 2],
    ['boiler', 'boi', 3],
    ['boiler', 'kettle', 3],
    ['', 'ab', 0],
  ];
  for (const [word, text, distance] of apart) assert.equal(distanceToBeginning(word, text, 2), distance, text);
});

test('to a beginning is the least of the distances to all beginnings', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, text, limit) => {
      const beginnings = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end));
      const expected = Math.min(...beginnings.map((each) => editDistance(one, each, limit)));
      assert.equal(distanceToBeginning(one, text, limit), expected);
    }),
    { numRuns: 2000 },
  );
});
