import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { headOf, shorten } from './shorten.js';

test('a shortened text is no longer than it may be, begins as it did, and halves no character', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (whole, most) => {
      const short = shorten(whole, most);
      assert.ok(short.length <= most);
      assert.ok(whole.length <= most ? short === whole : short.endsWith('…') && whole.startsWith(short.slice(0, -1)));
      assert.doesNotMatch(short, /\p{Surrogate}/u);
    }),
  );
  assert.equal(shorten('garden', 6), 'garden');
  assert.equal(shorten('gardens', 6), 'garde…');
  assert.equal(headOf('a😀', 2), 'a');
  assert.equal(headOf('abc', -1), '');
});
