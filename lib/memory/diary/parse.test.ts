import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../../test/growth.js';
import { parseDiary } from './parse.js';

test('a summary and its topics are read however their object is written', () => {
  const diary = { summary: 'Ann said "no".', topics: ['tea', "Ben's car"] };
  for (const text of [
    JSON.stringify(diary),
    `{'summary': 'Ann said "no".', 'topics': ['tea', 'Ben's car',], 'mood': None}`,
    `Here: {summary: "Ann said \\"no\\".", // short\n topics: ["tea", "Ben's car"]} Done.`,
    `{"summary": "Ann said "no".", "topics": ["tea", "Ben's car"]}`,
    `{"summary": "Ann\nsaid \\"no\\"."}, {"topics": ["tea", "Ben's car"]}`,
  ])
    assert.deepEqual(parseDiary(text), diary, text);
  assert.deepEqual(parseDiary('{"summary": "Ann s\\u00'), { summary: 'Ann s', topics: [], cut: true });
});

test('any answer is a diary entry, in a moment', () => {
  const piece = fc.constantFrom(...'{}[]"\'“,:\\ \n', '"summary":', '"topics":', 'a', 'Topics:');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        assert.ok(parseDiary(text).topics.every((topic) => topic !== ''));
      },
    ),
  );
  for (const part of ['{', '[', '"', "'", '“', '\\', '{"a":'])
    for (const start of ['', '{"summary": "', '{"summary": "a", "topics": ['])
      growsLinearly((letters) => parseDiary(start + repeated(part, letters)), 2_000, start + part);
});
