import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { objectsIn, readKeywords, readValue, readWhole } from './lenient.js';

describe('JSON as small models write it', () => {
  const forgiven: [string, string, unknown][] = [
    ['single quotes, with apostrophes inside', "{'said': 'what's on', 'by': 'Ann'}", { said: "what's on", by: 'Ann' }],
    ['curly quotes', '{“city”: „Köln“, “unit”: “°C”}', { city: 'Köln', unit: '°C' }],
    ['bare keys', '{city: "Köln", unit-name: "°C"}', { city: 'Köln', 'unit-name': '°C' }],
    ['trailing commas', '{"list": [1, 2,],}', { list: [1, 2] }],
    ['commas left out between fields', '{"on": true "by": "Ann"\n"at": 3}', { on: true, by: 'Ann', at: 3 }],
    ["Python's words", '[True, False, None]', [true, false, null]],
    ['comments', '{ // the "first"\n"a": 1, /* two\nlines */ "b": "//" // last\n}', { a: 1, b: '//' }],
    ['numbers without a zero, and with a sign', '[.5, -.25, +1]', [0.5, -0.25, 1]],
    ['decimal commas', '{"a": 0,875, "b": -1,5}', { a: 0.875, b: -1.5 }],
    ['lines broken inside a string', '{"a": "one\ntwo"}', { a: 'one\ntwo' }],
  ];
  for (const [what, text, value] of forgiven) {
    test(what, () => assert.deepEqual(readWhole(text), value));
  }

  test('is not guessed at', () => {
    // a thousand, or one and a half; two numbers, or one
    assert.equal(readWhole('{"watts": 1,500}'), undefined);
    assert.equal(readWhole('{"at": 10,20}'), undefined);
    assert.deepEqual(readWhole('[1,5]'), [1, 5]);
    assert.equal(readKeywords('level=1,5)', 0), undefined);
    for (const open of [
      '{"a": "b',
      '{"a": 1',
      '[1, 2',
      '{"a" "b"}',
      '{"a": b}',
      '["a" "b"]',
      '{“a": 1}',
      "{'a: 1, 'b': 2}",
      '{"a": 1"b": 2}',
    ])
      assert.equal(readWhole(open), undefined, open);
  });

  test('is whole only when nothing follows', () => {
    assert.deepEqual(readWhole(' {"a": 1}\n'), { a: 1 });
    assert.equal(readWhole('{"a": 1} and more'), undefined);
    assert.deepEqual(readValue('{"a": 1} and more', 0), { value: { a: 1 }, end: 8 });
  });

  test('is found among words, one object after the other', () => {
    const text = 'First {nothing}, then {"a": {"b": 1}} or {c: 2}.';
    assert.deepEqual([...objectsIn(text)], [{ a: { b: 1 } }, { c: 2 }]);
  });
});

describe('any text', () => {
  test('that is JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(4), (compact, indent) => {
        // a key that would change the prototype is left out
        fc.pre(!compact.includes('__proto__'));
        const value: unknown = JSON.parse(compact);
        assert.deepStrictEqual(readWhole(compact), value);
        assert.deepStrictEqual(readWhole(JSON.stringify(value, null, indent)), value);
      }),
    );
  });

  test('is read without an error, and no further than it goes', () => {
    const piece = fc.constantFrom(...'{}[]()"\'“”„:=,.-\\/*# \n019aeu', 'true', 'None', '"a":', "'a': 'b'", '//', '/*');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          readWhole(text);
          readKeywords(text, 0);
          assert.ok([...objectsIn(text)].every((one) => typeof one === 'object' && one !== null));
          const read = readValue(text, 0);
          assert.ok(!read || (read.end > 0 && read.end <= text.length));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is read in a moment', () => {
    const hostile = [
      '{',
      '[',
      '"',
      "'",
      '“',
      '\\',
      '/*',
      '//',
      ' ',
      '\n',
      ',',
      '1',
      '-',
      "'a",
      '{"',
      '{"a":',
      '{a:[',
      '{"a":"',
    ];
    for (const start of ['', '{', '[', '"', "'", '{"a": ', '{"a": "b" '])
      for (const piece of hostile) {
        const read = (letters: number) => {
          const text = start + repeated(piece, letters);
          readWhole(text);
          readKeywords(text, 0);
          Array.from(objectsIn(text));
        };
        growsLinearly(read, 1_000, `${start}${piece}…`);
      }
  });
});
