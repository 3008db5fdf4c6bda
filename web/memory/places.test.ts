import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knowRooms, placeName } from './places.js';

test('a browser is called by its room, where it was then or is now', () => {
  knowRooms([{ site: 'browser-0000000a', area: 'Kitchen', remembered: true }]);
  assert.equal(placeName('en', 'browser-0000000a'), 'Kitchen (browser)');
  assert.equal(placeName('fr', 'browser-0000000a', 'Salon'), 'Salon (navigateur)');
  assert.equal(placeName('de', 'browser-0000000b'), 'Browser 000b');
  assert.equal(placeName('en', 'shelf'), 'shelf');
});
