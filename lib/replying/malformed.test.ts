import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { checkReply } from './malformed.js';

for (const data of [
  '{"temperature": 12.3, "wind": 4',
  '{"temperature_2m": 12.3, "wind": {"speed": 4}}',
  '[1, 2, 3',
  '[{"id": 1}, {"id": 2}]',
  'tool_calls: []',
  'TOOL_CALLS: [{"name": "x"}]',
  '"tool_calls": []',
  '<?xml version="1.0"?><weather/>',
  '<!DOCTYPE html><html></html>',
  'openapi: 3.0.0\ninfo:\n  title: Weather',
  'temperature_2m: 12.3\nwind_speed: 4\n',
  '"temperature": 12,\n"wind": 4,',
  'Result: {"a": 1, "b": [1, 2]}',
  'null',
  'None',
  '<tool_call>',
  '```tool_call\n```',
  '<|im_end|>',
  '[TOOL_CALLS]',
  '[Tool result: get_weather]\n18 degrees',
  '[Result of get_weather]\n{"temperature": 18}',
]) {
  test(`${JSON.stringify(data)} is never spoken`, () => {
    const { malformed, spoken } = checkReply(data);
    assert.deepEqual([malformed, spoken], [true, undefined]);
  });
}

const SPOKEN: [content: string, spoken: string][] = [
  ['It is sunny.', 'It is sunny.'],
  ['Yes.\n\nOk.', 'Yes.\n\nOk.'],
  ['You need three things: milk, eggs and tea.', 'You need three things: milk, eggs and tea.'],
  ['Tea: at four.\nDinner: at eight.', 'Tea: at four.\nDinner: at eight.'],
  ['{"answer": "It is sunny."}', 'It is sunny.'],
  ['{"response": "Good day.", "confidence": 0.9}', 'Good day.'],
  ['It is sunny in Paris today. {"temperature": 12}', 'It is sunny in Paris today.'],
  ['It is sunny in Paris today.\ntemperature_2m: 12.3', 'It is sunny in Paris today.'],
  ['42', '42'],
  ['[sighs] Very good, sir.', '[sighs] Very good, sir.'],
  ['None of the lights is on.', 'None of the lights is on.'],
];
for (const [content, spoken] of SPOKEN) {
  test(`${JSON.stringify(content)} may be spoken`, () => {
    const verdict = checkReply(content);
    assert.deepEqual([verdict.malformed, verdict.spoken], [false, spoken]);
  });
}

test('nothing is nothing', () => assert.deepEqual(checkReply(' \n'), { malformed: false }));

test('long hostile answers are read in a moment', () => {
  for (const scrap of ['_a', ' x', 'a.', '{"a":', '{"', '[', "'a", '<tool', '```']) {
    growsLinearly((letters) => checkReply(repeated(scrap, letters)), 800, scrap);
    growsLinearly((letters) => checkReply(' '.repeat(letters) + repeated(scrap, letters)), 400, ` ${scrap}`);
  }
});

test('never throws, and what may be spoken may still be spoken', () => {
  const scrap = fc.constantFrom('{', '}', '[', ']', '"a"', ':', ',', ' ', '\n', 'word ', '12', 'a_b: 3', '"answer"');
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), (parts) => {
      const { spoken } = checkReply(parts.join(''));
      if (spoken !== undefined) assert.notEqual(spoken.trim(), '');
    }),
    { numRuns: 1000 },
  );
});
