import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveTurns } from '../conversation/turns.js';
import { contained } from './contained.js';

test('what a listener throws, or its promise is rejected with, is told and goes no further', async () => {
  const told: unknown[] = [];
  const tell = (thrown: unknown) => told.push(thrown);
  contained((n: number) => {
    throw n;
  }, tell)(1);
  contained(async (n: number) => {
    throw n;
  }, tell)(2);
  await new Promise(setImmediate);
  assert.deepEqual(told, [1, 2]);
});

test('a listener of the turns that throws harms neither the turn nor the other listeners', async () => {
  const turns = new LiveTurns();
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  const heard: string[] = [];
  turns.once('end', () => {
    throw new Error('a fault of a node');
  });
  turns.on('end', ({ id }) => heard.push(id));
  for (const id of ['one', 'two']) {
    turns.begin({ id, site: 'kitchen', source: 'text' });
    turns.end(id);
  }
  assert.deepEqual(heard, ['one', 'two']);
  assert.match((await warned).message, /listener of the turns .*a fault of a node/);
});
