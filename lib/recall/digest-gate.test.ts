import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digestBatches, digestText, MAX_BATCHES } from './digest-gate.js';

const paragraph = (letter: string, length: number) => letter.repeat(length);

test('short texts pass', () => {
  for (const kind of ['memory', 'tool'] as const) {
    assert.deepEqual(digestBatches(kind, [paragraph('a', 399)]), []);
    assert.equal(digestText(kind, [paragraph('a', 399)], []), paragraph('a', 399));
    assert.equal(digestBatches(kind, [paragraph('a', 400)]).length, 1);
  }
});

test('one call reads up to 2,500 characters of a result and 2,000 of the memory', () => {
  assert.equal(digestBatches('tool', [paragraph('a', 2500)]).length, 1);
  assert.equal(digestBatches('tool', [`${paragraph('a', 1500)}\n\n${paragraph('b', 1500)}`]).length, 2);
  assert.equal(digestBatches('memory', [paragraph('a', 1500), paragraph('b', 1500)]).length, 2);
  assert.equal(digestBatches('memory', [paragraph('a', 900), paragraph('b', 900), paragraph('c', 900)]).length, 2);
});

test('a memory that is too long is read whole, a page is split between its paragraphs', () => {
  assert.deepEqual(digestBatches('memory', ['short one', paragraph('a', 3000)]), ['short one', paragraph('a', 3000)]);
  const page = ['a', 'b', 'c'].map((letter) => paragraph(letter, 2000)).join('\n\n');
  assert.deepEqual(
    digestBatches('tool', [page]).map((batch) => new Set(batch).size),
    [1, 1, 1],
  );
});

test('fifty thousand characters are so many calls and no more', () => {
  assert.equal(digestBatches('tool', [paragraph('a', 50_000)]).length, MAX_BATCHES);
});

test('NONE drops memories and keeps results', () => {
  const long = paragraph('a', 500);
  for (const none of ['NONE', '(NONE)', '[none]', 'None.', 'N/A', '**NONE**', '"NONE"', '<think>hm</think>NONE']) {
    assert.equal(digestText('memory', [long], [none]), '', none);
    assert.equal(digestText('tool', [long], [none]), long, none);
  }
  assert.equal(digestText('tool', [long], ['None of the trains run today.']), 'None of the trains run today.');
});

test('what the model did not answer leaves the raw text', () => {
  const long = paragraph('a', 500);
  assert.equal(digestText('tool', [long], [undefined]), long);
  assert.equal(digestText('memory', [long], [undefined]), long);
  assert.equal(digestText('tool', [long], [undefined, 'According to it, yes.']), 'According to it, yes.');
});

test('each answer is cut to its most', () => {
  const words = 'word '.repeat(400);
  const cut = digestText('tool', [words], [words]);
  assert.ok(cut.length <= 600 && cut.endsWith('word…'), cut.slice(-10));
  assert.ok(digestText('memory', [words], [words]).length <= 500);
});

test('nothing of a text is lost between batches, and none is longer than a call reads', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 900 }), { maxLength: 12 }), (parts) => {
      const text = parts.join('\n\n');
      const batches = digestBatches('tool', [text]);
      assert.ok(batches.every((batch) => batch.length <= 2500 && batch !== ''));
      const letters = (of: string) => of.replace(/\s+/g, '');
      if (batches.length > 0 && batches.length < MAX_BATCHES) assert.equal(letters(batches.join('')), letters(text));
    }),
  );
});
