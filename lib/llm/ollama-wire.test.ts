import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments, parseChunk } from './ollama-wire.js';

test('arguments are an object, JSON in a string, or the sloppy JSON of small models', () => {
  const city = { arguments: { city: 'Paris' } };
  for (const given of [
    { city: 'Paris' },
    '{"city": "Paris"}',
    " {'city': 'Paris',} ",
    '{city: "Paris"}',
    '{"city": "Paris"}\n',
  ]) {
    assert.deepEqual(parseArguments(given), city, JSON.stringify(given));
  }
});

test('nothing at all are no arguments', () => {
  for (const given of [undefined, null, '', ' ', '{}', 'null', {}]) {
    assert.deepEqual(parseArguments(given), { arguments: {} }, JSON.stringify(given));
  }
});

test('what is no object is said to be unreadable, never run as no arguments', () => {
  for (const given of [
    '{"city": "Par',
    'Paris',
    '["Paris"]',
    ['Paris'],
    7,
    '{"city": "Paris"} or so',
    '[1,'.repeat(50_000),
  ]) {
    assert.deepEqual(parseArguments(given), { arguments: {}, unreadable: true }, JSON.stringify(given).slice(0, 40));
  }
});

test('a chunk whose arguments are of a wrong kind is still a chunk', () => {
  const chunk = parseChunk({ message: { tool_calls: [{ function: { name: 'a', arguments: ['x'] } }] } });
  assert.equal(chunk?.message?.tool_calls?.length, 1);
});
