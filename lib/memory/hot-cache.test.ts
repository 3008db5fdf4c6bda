import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { dropProfiles, hotCache } from './hot-cache.js';

const MINUTE = 60_000;

test('a conversation keeps what was worked out, each room its own', async () => {
  hotCache('kitchen', 0).put('router', 'rain?', ['get_weather']);
  let asked = 0;
  const route = async () => {
    asked++;
    return ['webSearch'];
  };
  assert.deepEqual(await hotCache('kitchen', MINUTE).through('router', 'rain?', route), ['get_weather']);
  assert.deepEqual(await hotCache('hall', MINUTE).through('router', 'rain?', route), ['webSearch']);
  assert.deepEqual(await hotCache('hall', 2 * MINUTE).through('router', 'rain?', route), ['webSearch']);
  assert.equal(asked, 1);
  assert.equal(hotCache('hall', 2 * MINUTE).get('enrichment', 'rain?'), undefined);
});

test('a result that fell open is handed on and never kept', async () => {
  const cache = hotCache('study');
  assert.equal(await cache.through('router', 'q', async () => undefined), undefined);
  assert.deepEqual(await cache.through('router', 'q', async () => ['a']), ['a']);
  await assert.rejects(cache.through('router', 'r', () => Promise.reject(new Error('no server'))));
  assert.equal(cache.get('router', 'r'), undefined);
});

test('stop, a new conversation and silence each end it; an active one stays warm', () => {
  const keep = (now: number) => hotCache('bath', now).put('router', 'q', ['a']);
  const kept = (now: number) => hotCache('bath', now).get('router', 'q');
  keep(0);
  for (let minute = 4; minute < 60; minute += 4) assert.ok(kept(minute * MINUTE));
  assert.equal(kept(90 * MINUTE), undefined);
  keep(90 * MINUTE);
  turns.stop('bath');
  assert.equal(kept(90 * MINUTE), undefined);
  keep(90 * MINUTE);
  turns.stop('bath');
  assert.equal(kept(90 * MINUTE), undefined);
});

test('what comes back after a stop is not taken into the next conversation', async () => {
  let finish = (_: readonly string[]) => {};
  const late = hotCache('attic').through('router', 'q', () => new Promise((resolve) => (finish = resolve)));
  turns.stop('attic');
  finish(['a']);
  assert.deepEqual(await late, ['a']);
  assert.equal(hotCache('attic').get('router', 'q'), undefined);
});

test('a changed graph drops the profiles and nothing else', () => {
  hotCache('porch').put('profile', '', 'Likes tea.');
  hotCache('porch').put('router', 'q', ['a']);
  dropProfiles();
  assert.equal(hotCache('porch').get('profile', ''), undefined);
  assert.ok(hotCache('porch').get('router', 'q'));
});

test('it stays bounded', () => {
  for (let count = 0; count < 1000; count++) {
    hotCache('bounded').put('router', `q${count}`, ['a']);
    hotCache(`room ${count}`).put('router', 'q', ['a']);
  }
  assert.equal(hotCache('bounded').get('router', 'q0'), undefined);
  assert.ok(hotCache('bounded').get('router', 'q999'));
  assert.equal(hotCache('room 0').get('router', 'q'), undefined);
  hotCache('bounded').put('router', 'x'.repeat(5000), ['a']);
  assert.equal(hotCache('bounded').get('router', 'x'.repeat(5000)), undefined);
});

test('a profile that was read before it changed is not kept', async () => {
  let finish = (_: string) => {};
  const read = hotCache('loft').through('profile', 'f', () => new Promise((resolve) => (finish = resolve)));
  dropProfiles();
  finish('as it was');
  assert.equal(await read, 'as it was');
  assert.equal(await hotCache('loft').through('profile', 'f', async () => 'as it is'), 'as it is');
});
