import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnused, siteName } from './site-names.js';

test('a browser is called by its room, a satellite by its own name', () => {
  assert.equal(siteName('browser-0000000a', 'Kitchen'), 'Kitchen (browser)');
  assert.equal(siteName('browser-0000000a', 'Cuisine', 'navigateur'), 'Cuisine (navigateur)');
  assert.equal(siteName('browser-0000000a', undefined), 'browser 000a');
  assert.equal(siteName('shelf', 'Kitchen'), 'Kitchen (shelf)');
  assert.equal(siteName('Kitchen', 'Kitchen'), 'Kitchen');
  assert.equal(siteName('shelf', undefined), 'shelf');
  assert.equal(siteName('assist-0123456789abcdef', 'Kitchen'), 'Kitchen (Home Assistant)');
  assert.equal(siteName('assist-0123456789abcdef', undefined), 'Home Assistant cdef');
});

test('a browser that nobody has used for a week goes from lists, a satellite never', () => {
  const day = 86_400_000;
  assert.equal(isUnused('browser-0000000a', 0, 8 * day), true);
  assert.equal(isUnused('browser-0000000a', 2 * day, 8 * day), false);
  assert.equal(isUnused('shelf', 0, 800 * day), false);
  assert.equal(isUnused('assist-0123456789abcdef', 0, 2 * day), true);
});
