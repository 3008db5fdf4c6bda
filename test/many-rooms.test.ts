import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hearings, type ManyRooms, openManyRooms } from './many-rooms.js';

/** The bench says a hundred. */
const SENTENCES = 9;

describe('three satellites of different kinds hear one sentence', () => {
  let rooms: ManyRooms;

  before(async () => {
    rooms = await openManyRooms();
  });
  after(() => rooms?.close());

  for (const [index, { nearest, how }] of hearings(SENTENCES).entries()) {
    test(`the nearest answers, once, and no other makes a sign: ${nearest} (${index + 1})`, async () => {
      assert.deepEqual(await rooms.says(nearest, how), []);
    });
  }

  test('nothing went wrong', () => {
    assert.doesNotMatch(rooms.runtime.output(), /\[error\]|unhandled/i);
  });
});
