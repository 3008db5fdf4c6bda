import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSituation, wordsOdds } from '../lib/replying/claim-classifier.js';
import { factsOf } from '../lib/replying/facts.js';
import { type Claimed, callOf, houseOf, NAMES, readClaimed, toolsOf } from './claimed.js';

/** Of so many sentences one is tried. */
const EACH = 25;

function isTold({ language, query, calls, sentence }: Claimed): boolean {
  const names = NAMES[language];
  assert.ok(names);
  const made = calls.map((call) => callOf(call, names));
  const outcomes = made.map(({ call, result }, index) => ({ call: { id: String(index), ...call }, result }));
  const facts = factsOf(outcomes, toolsOf(made));
  const read = readSituation({ language, spoken: language, query, facts, earlier: [], house: houseOf(names) });
  return (wordsOdds(sentence, read, '') ?? 0) > 0;
}

test('what was learned is of the features that are read', () => {
  const tried = readClaimed('tuning').filter(({ earlier }, index) => index % EACH === 0 && earlier.length === 0);
  const right = tried.filter((one) => isTold(one) === one.isSo);
  assert.ok(tried.length > 1_000);
  // After a change of the features: npm run claims.
  assert.ok(right.length / tried.length > 0.93, `${right.length} of ${tried.length}`);
});

test('a language for which nothing was learned tells nothing', () => {
  const read = readSituation({ language: 'fi', spoken: 'fi', query: 'soita', facts: factsOf([], []), earlier: [] });
  assert.equal(wordsOdds('Soitin.', read, ''), undefined);
});
