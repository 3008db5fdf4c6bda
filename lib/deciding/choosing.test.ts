import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosen, whichQuestion } from './choosing.js';

const ROOMS = ['office', 'bedroom', 'hall'];
const isCalled = (one: string, words: string) => words.split(' ').every((word) => one === word);

test('one of several is chosen by its name, its place, or all of them', () => {
  const said: [language: string, words: string, expected: readonly string[] | undefined][] = [
    ['en', 'the bedroom', ['bedroom']],
    ['en', 'the one in the hall, please', ['hall']],
    ['en', 'the second', ['bedroom']],
    ['en', 'the second one', ['bedroom']],
    ['en', 'the last one', ['hall']],
    ['en', 'all of them', ROOMS],
    ['de', 'das zweite', ['bedroom']],
    ['de', 'die letzte bitte', ['hall']],
    ['de', 'alle', ROOMS],
    ['fr', 'le premier', ['office']],
    ['fr', 'celui de hall', ['hall']],
    ['fr', 'tous', ROOMS],
    ['es', 'la tercera', ['hall']],
    ['es', 'el último', ['hall']],
    ['es', 'todas', ROOMS],
    ['en', 'the kitchen', undefined],
    ['en', 'the fourth', undefined],
    ['en', '', undefined],
    ['en', 'what time is it', undefined],
  ];
  for (const [language, words, expected] of said)
    assert.deepEqual(chosen(words, ROOMS, language, isCalled), expected, `${language}: ${words}`);
});

test('what more than one is called chooses none', () => {
  assert.equal(chosen('the lamp', ['lamp', 'lamp'], 'en', isCalled), undefined);
});

test('the question names what can be chosen', () => {
  assert.equal(whichQuestion(ROOMS, 'en'), 'Which one: office, bedroom, or hall?');
  assert.equal(whichQuestion(['Büro', 'Flur'], 'de'), 'Welches davon: Büro oder Flur?');
});
