import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { POLITE_REQUESTS, REAL_QUESTIONS } from '../../test/attacks/polite.js';
import { asOrder } from './polite.js';
import { isQuestion, onlyAsks } from './question.js';

describe('requests as questions in the present tense', () => {
  for (const [language, requests] of Object.entries(POLITE_REQUESTS))
    test(`are the orders that they are in ${language}`, () => {
      for (const [said, order] of requests) {
        assert.equal(asOrder(said, language), order);
        assert.equal(onlyAsks(said, language), false, said);
      }
    });

  for (const [language, questions] of Object.entries(REAL_QUESTIONS))
    test(`are real questions in ${language} where they say always, if or why`, () => {
      for (const said of questions) {
        assert.equal(asOrder(said, language), said);
        assert.equal(onlyAsks(said, language), true, said);
      }
    });

  test('are told from real questions without a mark, too', () => {
    assert.equal(isQuestion('Machst du bitte das Licht an?', 'de'), false);
    assert.equal(isQuestion('machst du immer das Licht an', 'de'), true);
  });

  test('an order is no question, with "please" not even with a question mark', () => {
    assert.equal(onlyAsks('turn on the light, please?', 'en'), false);
    assert.equal(onlyAsks('Schalte bitte das Licht ein?', 'de'), false);
    assert.equal(onlyAsks('enciende la luz por favor', 'es'), false);
  });
});
