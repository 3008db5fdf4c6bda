import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { retryDelay, socketUrl } from './socket.js';

test('the socket lies beside the page, under whatever path that is', () => {
  assert.equal(socketUrl('http://127.0.0.1:1880/jarvis/'), 'ws://127.0.0.1:1880/jarvis/ws');
  assert.equal(socketUrl('https://house.example/red/jarvis/index.html?x=1#y'), 'wss://house.example/red/jarvis/ws');
});

test('waits grow, never past twenty seconds', () => {
  assert.ok(retryDelay(0, 0) < retryDelay(1, 0) && retryDelay(1, 0) < retryDelay(2, 0));
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (n, random) => {
      const wait = retryDelay(n, random);
      assert.ok(wait >= 375 && wait <= 20_000);
    }),
  );
});
