import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomTranscripts } from './room-transcript.js';

test('a room remembers two minutes, and which sentences were one reply', () => {
  let now = 1_000_000;
  const rooms = roomTranscripts(() => now);
  rooms.heard('kitchen', 'turn on the light');
  rooms.spoken('kitchen', 'The light is on.');
  now += 2_000;
  rooms.spoken('kitchen', 'Anything else?');
  assert.equal(rooms.of('kitchen').spoken?.text, 'The light is on. Anything else?');
  assert.equal(rooms.of('hall').segments.length, 0);
  now += 119_000;
  assert.equal(rooms.of('kitchen').segments.length, 0);
  assert.ok(rooms.of('kitchen').spoken);
  now += 1_500;
  rooms.spoken('kitchen', '');
  assert.equal(rooms.of('kitchen').spoken, undefined);
});

test('is bounded in sites, segments and letters', () => {
  const rooms = roomTranscripts();
  for (let i = 0; i < 100; i++) rooms.heard('kitchen', 'x'.repeat(5000));
  assert.ok(rooms.of('kitchen').segments.length <= 50);
  assert.equal(rooms.of('kitchen').segments[0]?.text.length, 1000);
  for (let i = 0; i < 300; i++) rooms.heard(`site-${i}`, 'hello');
  assert.equal(rooms.of('kitchen').segments.length, 0);
});
