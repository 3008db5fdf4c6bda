import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { dropProfiles, hotCache } from './hot-cache.js';

const MINUTE = 60_000;
const ROUTED = async () => ['a'];
/** Asks for what is kept. */
const NOTHING = async () => undefined;

test('a conversation keeps what was worked out, each room its own', async () => {
  await hotCache('kitchen', 0).through('router', 'rain?', async () => ['get_weather']);
  let asked = 0;
  const route = async () => {
    asked++;
    return ['webSearch'];
  };
  assert.deepEqual(await hotCache('kitchen', MINUTE).through('router', 'rain?', route), ['get_weather']);
  assert.deepEqual(await hotCache('hall', MINUTE).through('router', 'rain?', route), ['webSearch']);
  assert.deepEqual(await hotCache('hall', 2 * MINUTE).through('router', 'rain?', route), ['webSearch']);
  assert.equal(asked, 1);
  assert.equal(await hotCache('hall', 2 * MINUTE).through('enrichment', 'rain?', NOTHING), undefined);
});

test('a result that fell open is handed on and never kept', async () => {
  const cache = hotCache('study');
  assert.equal(await cache.through('router', 'q', async () => undefined), undefined);
  assert.deepEqual(await cache.through('router', 'q', async () => ['a']), ['a']);
  await assert.rejects(cache.through('router', 'r', () => Promise.reject(new Error('no server'))));
  assert.equal(await cache.through('router', 'r', NOTHING), undefined);
});

test('stop, a new conversation and silence each end it; an active one stays warm', async () => {
  const keep = (now: number) => hotCache('bath', now).through('router', 'q', ROUTED);
  const kept = (now: number) => hotCache('bath', now).through('router', 'q', NOTHING);
  await keep(0);
  for (let minute = 4; minute < 60; minute += 4) assert.ok(await kept(minute * MINUTE));
  assert.equal(await kept(90 * MINUTE), undefined);
  await keep(90 * MINUTE);
  turns.stop('bath');
  assert.equal(await kept(90 * MINUTE), undefined);
  await keep(90 * MINUTE);
  turns.stop('bath');
  assert.equal(await kept(90 * MINUTE), undefined);
});

test('what comes back after a stop is not taken into the next conversation', async () => {
  let finish = (_: readonly string[]) => {};
  const late = hotCache('attic').through('router', 'q', () => new Promise((resolve) => (finish = resolve)));
  turns.stop('attic');
  finish(['a']);
  assert.deepEqual(await late, ['a']);
  assert.equal(await hotCache('attic').through('router', 'q', NOTHING), undefined);
});

test('a changed graph drops the profiles and nothing else', async () => {
  await hotCache('porch').through('profile', '', async () => 'Likes tea.');
  await hotCache('porch').through('router', 'q', ROUTED);
  dropProfiles();
  assert.equal(await hotCache('porch').through('profile', '', NOTHING), undefined);
  assert.ok(await hotCache('porch').through('router', 'q', NOTHING));
});

test('it stays bounded', async () => {
  for (let count = 0; count < 1000; count++) {
    await hotCache('bounded').through('router', `q${count}`, ROUTED);
    await hotCache(`room ${count}`).through('router', 'q', ROUTED);
  }
  assert.equal(await hotCache('bounded').through('router', 'q0', NOTHING), undefined);
  assert.ok(await hotCache('bounded').through('router', 'q999', NOTHING));
  assert.equal(await hotCache('room 0').through('router', 'q', NOTHING), undefined);
  await hotCache('bounded').through('router', 'x'.repeat(5000), ROUTED);
  assert.equal(await hotCache('bounded').through('router', 'x'.repeat(5000), NOTHING), undefined);
});

test('a profile that was read before it changed is not kept', async () => {
  let finish = (_: string) => {};
  const read = hotCache('loft').through('profile', 'f', () => new Promise((resolve) => (finish = resolve)));
  dropProfiles();
  finish('as it was');
  assert.equal(await read, 'as it was');
  assert.equal(await hotCache('loft').through('profile', 'f', async () => 'as it is'), 'as it is');
});
