import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oddsOfSentence } from '../lib/replying/claim-classifier.js';
import { factsOf } from '../lib/replying/facts.js';
import { readSituation, readTold } from '../lib/replying/situation.js';
import { type Claimed, callOf, houseOf, NAMES, outcomesOf, readClaimed, toolsOf } from './claimed.js';

const TUNING = Object.keys(NAMES).flatMap((language) => readClaimed(`tuning.${language}`));
/** Sentences of which one is tried. */
const EACH = 25;

function isTold({ language, query, calls, told, sentence }: Claimed): boolean {
  const names = NAMES[language];
  assert.ok(names);
  const made = calls.map((call) => callOf(call, names));
  const facts = factsOf(outcomesOf(made), toolsOf(made));
  const read = readSituation({
    language,
    spoken: language,
    query,
    facts,
    earlier: { words: [], hasCalled: false },
    told: readTold(told),
    house: houseOf(names),
  });
  return (oddsOfSentence(sentence, read, '') ?? 0) > 0;
}

test('what was learned is of the features that are read', () => {
  const tried = TUNING.filter(({ earlier }, index) => index % EACH === 0 && earlier.length === 0);
  const right = tried.filter((one) => isTold(one) === one.isSo);
  assert.ok(tried.length > 1_000);
  // After a change of the features: npm run claims.
  assert.ok(right.length / tried.length > 0.93, `${right.length} of ${tried.length}`);
});

test('a language for which nothing was learned tells nothing', () => {
  const read = readSituation({
    language: 'fi',
    spoken: 'fi',
    query: 'soita',
    facts: factsOf([], []),
    earlier: { words: [], hasCalled: false },
    told: readTold([]),
  });
  assert.equal(oddsOfSentence('Soitin.', read, ''), undefined);
});
