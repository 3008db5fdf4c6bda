import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly } from '../../../test/growth.js';
import { withoutDuplicates } from './dedupe.js';
import { foldLine, meaningKey } from './line-words.js';
import { guardMerge, MAX_EXTRA_LINES } from './merge-guard.js';

const word = fc.constantFrom(
  'tea',
  'coffee',
  'Luna',
  'Köln',
  'violin',
  'not',
  'lives',
  'Mittwoch',
  '12',
  '猫が好き',
  'the',
);
const line = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const lines = fc.array(line, { maxLength: 8 });

test('whatever a model answers, the guard keeps the count in bounds and every old fact accounted for', () => {
  fc.assert(
    fc.property(lines, lines, fc.option(lines, { nil: undefined }), (existing, added, response) => {
      const merged = guardMerge(existing, added, response);
      const there = new Set(merged.lines.map(foldLine));
      assert.ok(merged.incorporated.every((index) => there.has(foldLine(added[index] ?? ''))));
      if (merged.accepted) {
        assert.equal(merged.reason, undefined);
        assert.ok(merged.lines.length <= existing.length + 2 * added.length + MAX_EXTRA_LINES);
      } else {
        assert.ok(merged.reason);
        assert.deepEqual(merged.lines.slice(0, existing.length), existing);
        for (const one of added) assert.ok(foldLine(one) === '' || there.has(foldLine(one)));
      }
    }),
    { numRuns: 500 },
  );
});

test('without new facts, a line whose words are nowhere else can not vanish', () => {
  const names = ['zebra', 'violin', 'harbour', 'lantern', 'compass', 'orchid', 'walrus', 'granite'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...names), { minLength: 2 }), fc.nat(), (subjects, pick) => {
      const existing = subjects.map((subject) => `Owns a ${subject}`);
      const dropped = pick % existing.length;
      const rest = existing.filter((_, index) => index !== dropped);
      assert.equal(guardMerge(existing, [], rest).accepted, false);
      assert.equal(guardMerge(existing, [], existing).accepted, true);
      assert.equal(guardMerge(existing, ['Owns a submarine'], [...rest, 'Owns a submarine']).reason, 'lost');
      assert.equal(guardMerge(existing, [], [...rest, `Keeps the ${subjects[dropped]}`]).accepted, true);
    }),
  );
});

test('whose fact it is stays with it', () => {
  const cases = [
    ['Anna is allergic to nuts', 'Ben is allergic to nuts', 'Ben likes tea'],
    ['Anna is allergic to nuts', 'Is allergic to nuts', 'Ben likes tea'],
    ['Lena mag Pferde und Hunde', 'Tom mag Pferde und Hunde', 'Tom spielt Klavier'],
    ['Zoé a une allergie aux noix', 'Léo a une allergie aux noix', 'Léo aime le thé'],
  ] as const;
  for (const [old, rewritten, added] of cases) {
    assert.equal(guardMerge([old], [added], [rewritten, added]).reason, 'lost', rewritten);
  }
  assert.equal(
    guardMerge(['Anna is allergic to nuts', 'Anna plays chess'], [], ['Anna plays chess and is allergic to nuts'])
      .accepted,
    true,
  );
});

test('the order of the answer does not matter, and giving everything back is always right', () => {
  fc.assert(
    fc.property(lines, lines, (existing, added) => {
      const all = withoutDuplicates([], [...existing, ...added]).map((text) => text.replace(/\s+/g, ' ').trim());
      // A bullet of the model isn't part of a line.
      fc.pre(all.every((text) => !/^(?:[-*•·]|\d{1,2}[.)])\s/.test(text)));
      const merged = guardMerge(existing, added, all.toReversed());
      assert.deepEqual([merged.accepted, merged.reason], [true, undefined]);
    }),
    { numRuns: 300 },
  );
});

test('folding is stable and cheap; a double stays one however it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.equal(foldLine(foldLine(text)), foldLine(text));
      assert.deepEqual(withoutDuplicates([text], [` ${text}\n`]), []);
    }),
  );
  for (const sign of ['.', ' ']) growsLinearly((letters) => foldLine(`${sign.repeat(letters)}x`), 400, sign);
  const guarded = (words: number) =>
    guardMerge(['word '.repeat(words)], ['n'.repeat(2 * words)], ['word '.repeat(words)]);
  growsLinearly(guarded, 1_000, 'word');
});

test('two wordings have the same meaning where only function words differ, never where one denies it', () => {
  const same = [
    ['The user lives in Berlin', 'User is living in Berlin.'],
    ['Der Nutzer wohnt in Köln', 'Sie wohnt in Köln'],
    ["L'utilisateur habite à Lyon", 'Il habite à Lyon'],
  ];
  for (const [a = '', b = ''] of same) assert.equal(meaningKey(a), meaningKey(b), a);
  const other = [
    ['Is allergic to nuts', 'Is not allergic to nuts'],
    ['Mag Fisch', 'Mag keinen Fisch'],
    ['Lives in Berlin', 'Works in Berlin'],
    ['Lives in Berlin', 'Lives in Bern'],
    ['Likes dogs', 'Has dogs'],
    ['Mag Hunde', 'Hat Hunde'],
  ];
  for (const [a = '', b = ''] of other) assert.notEqual(meaningKey(a), meaningKey(b), a);
});
