import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countdown } from './countdown.js';

test('what is left is told in minutes and seconds, and in hours where there are any', () => {
  const told: [number, string][] = [
    [-5_000, '00:00'],
    [0, '00:00'],
    [1, '00:01'],
    [59_999, '01:00'],
    [61_000, '01:01'],
    [3_599_000, '59:59'],
    [3_600_000, '1:00:00'],
    [90_061_000, '25:01:01'],
  ];
  for (const [ms, text] of told) assert.equal(countdown(ms), text);
});
