import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import distances = require('../language/edit-distance.js');
import folding = require('../language/fold.js');

import { growsLinearly } from '../../test/growth.js';
import { soundDistance } from '../language/phonetics.js';
import { detectEcho } from './echo.js';
import { judgeByRules } from './judge-rules.js';
import { isStop } from './stop-command.js';
import { STOP_LANGUAGES, stopPhrases } from './stop-phrases.js';
import { findWakeWord, stripWakeWord } from './wake-words.js';

test('names that are misheard sound near, other names far', () => {
  for (const name of ['Jervis', 'Harvis', 'Jarves', 'Dscharwis', 'Jar vis'])
    assert.ok(soundDistance(name, 'jarvis') <= 0.5, name);
  for (const name of ['Travis', 'Chavez']) assert.ok(soundDistance(name, 'jarvis') <= 1, name);
  for (const name of ['Davis', 'Marvin', 'Charles', 'Harris', 'Paris'])
    assert.ok(soundDistance(name, 'jarvis') > 1, name);
});

test('umlauts may be spelled out; a name with another vowel is another name', () => {
  assert.equal(soundDistance('Juergen', 'Jürgen'), 0);
  assert.equal(soundDistance('Goetz', 'Götz'), 0);
  assert.ok(soundDistance('Gervais', 'jarvis') > 1);
});

test('what is asked is kept whole, however long it is', () => {
  const note = 'a long note '.repeat(1000).trim();
  assert.deepEqual(findWakeWord(`Jarvis, ${note}`, { wake: 'jarvis' }), { woken: true, query: note });
  assert.equal(stripWakeWord(`Jarvis, ${note}`, { wake: 'jarvis' }), note);
  assert.equal(stripWakeWord(note, { wake: 'jarvis' }), note);
});

// First of those that stop, as nothing may be known of a language yet.
test('the first stop in a language folds the phrases of that language once', ({ mock }) => {
  const folds = mock.method(folding, 'fold').mock;
  const foldsFor = (language: string) => {
    folds.resetCalls();
    isStop('hold on', { speaking: true, language });
    return folds.callCount();
  };
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'ru', 'ko']) {
    const { stop = [], speaking = [], beside = [] } = stopPhrases(language) ?? {};
    const [first, second] = [foldsFor(language), foldsFor(language)];
    assert.equal(first - second, stop.length + speaking.length + beside.length, language);
    assert.ok(second < 10, `${second}`);
  }
});

test('every stop phrase stops, whether its language is known or not; what may stand beside one does not', () => {
  for (const language of STOP_LANGUAGES) {
    const { stop = [], speaking = [], beside = [] } = stopPhrases(language) ?? {};
    for (const phrase of stop) {
      assert.ok(isStop(phrase, { speaking: false, language }), phrase);
      assert.ok(isStop(phrase, { speaking: false }), phrase);
    }
    for (const phrase of speaking) assert.ok(isStop(phrase, { speaking: true, language }), phrase);
    for (const word of beside.filter((one) => !stop.includes(one)))
      assert.ok(!isStop(word, { speaking: false, language }), word);
  }
});

test('a stop is heard after our own words; our own first word is none', () => {
  const spoken = 'Okay, I have locked the front door.';
  const rules = (text: string) =>
    judgeByRules({
      segments: [{ text, from: 200 }],
      mode: 'speaking',
      spoken: { text: spoken, from: 0 },
      name: 'jarvis',
    });
  assert.equal(rules('okay')?.directed, false);
  assert.equal(rules('okay I have locked stop')?.stop, true);
  assert.equal(rules('okay I have locked the front')?.directed, false);
});

test('an echo of any length is judged in time that grows with it alone', () => {
  const long = (letter: string, words: number) => `${'a'.repeat(2000)}${letter} `.repeat(words);
  const judge = (words: number) => detectEcho({ heard: long('b', words), spoken: long('c', words), speaking: true });
  growsLinearly(judge, 5, 'words of 2,000 letters');
});

test('what is asked before the name stays a part of it, in the sentence that calls', () => {
  const query = (text: string) => findWakeWord(text, { wake: 'jarvis' }).query;
  assert.equal(query('Tomorrow, Jarvis, wake me at six'), 'Tomorrow wake me at six');
  assert.equal(query('It is late. Could you, Jarvis, dim the lamp?'), 'Could you dim the lamp?');
  assert.equal(query('we were talking, hey Jarvis, dim the lamp'), 'dim the lamp');
  assert.equal(query('Close the door, Jarvis. And dim the lamp.'), 'Close the door. And dim the lamp.');
  assert.equal(query('So, Jarvis, dim the lamp'), 'dim the lamp');
});

test('a name is found in Cyrillic letters, too, whichever way it is configured or misheard', () => {
  for (const name of ['Джарвис', 'Жарвис', 'Джервис'])
    for (const wake of ['jarvis', 'джарвис'])
      assert.equal(findWakeWord(`${name}, включи свет`, { wake }).query, 'включи свет', `${name} for ${wake}`);
  assert.equal(findWakeWord('Вчера Джарвис меня разбудил', { wake: 'jarvis' }).woken, false);
});

test('of many words that are nearly alike, letters are compared for a moment only', ({ mock }) => {
  const word = (i: number, of: number) => `abcdefg${'abcdefghij'[i % of]}${'klmnopqr'[(i * 7) % 8]}uvwxyz`;
  const text = (length: number, of: number) => Array.from({ length }, (_, i) => word(i, of)).join(' ');
  const compares = mock.method(distances, 'editDistance').mock;
  for (const of of [3, 6, 10]) {
    compares.resetCalls();
    detectEcho({ heard: text(400, of), spoken: text(400, 10), speaking: true });
    const letters = compares.calls.reduce((all, call) => all + call.arguments[0].length * call.arguments[1].length, 0);
    assert.ok(letters > 10_000 && letters < 30_000, `${letters} pairs of letters`);
  }
});

test('what the wake word left in a woken utterance is taken off', () => {
  const strip = (text: string) => stripWakeWord(text, { wake: 'hey_jarvis' });
  assert.equal(strip('Hey Jarvis, turn on the kitchen light.'), 'turn on the kitchen light.');
  assert.equal(strip('Hey Jarvis'), '');
  assert.equal(strip('Hey, Jarvis. Turn on the light.'), 'Turn on the light.');
  assert.equal(strip('arvis, turn on the light'), 'turn on the light');
  assert.equal(strip('Bejarvis, turn on the light'), 'turn on the light');
  assert.equal(strip('Hey, turn on the light'), 'turn on the light');
  assert.equal(strip('A Jarvis turn on the light'), 'turn on the light');
  assert.equal(strip('turn on the light'), 'turn on the light');
  assert.equal(strip('No, the other light'), 'No, the other light');
  assert.equal(strip('Good night, turn off the light'), 'Good night, turn off the light');
  assert.equal(strip('service turn on the light'), 'service turn on the light');
});

test('a name and a greeting that Whisper misheard are taken off a woken utterance', () => {
  const heard: [string, string][] = [
    ['Page Arvis, turn on the kitchen light.', 'turn on the kitchen light.'],
    ['A jar of this open the blinds.', 'open the blinds.'],
    ['H. Arvis, is the window open?', 'is the window open?'],
    ['and hate jarvis, what time is it?', 'what time is it?'],
    ['The main Jarvis is the window open.', 'is the window open.'],
    ['The H-arvis turn off the kitchen light.', 'turn off the kitchen light.'],
    ['May Jarvis lights out.', 'lights out.'],
    ['A. Jardis, turn on the kitchen light.', 'turn on the kitchen light.'],
    // without a name in them they stay
    ['The garage light on, please', 'The garage light on, please'],
    ['A timer for five minutes', 'A timer for five minutes'],
    ['And the heating off', 'And the heating off'],
    ['El jueves a las ocho', 'El jueves a las ocho'],
    ['They are too bright', 'They are too bright'],
  ];
  for (const [said, query] of heard) assert.equal(stripWakeWord(said, { wake: 'hey_jarvis' }), query, said);
});

/** Whether all letters of a text stand in another one, in their order. */
function isInOrder(text: string, whole: string): boolean {
  let at = 0;
  for (const letter of text.replaceAll(' ', '')) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test('any text is taken: nothing throws, and nothing is said that was not heard', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 120, unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('hey', 'jarvis', 'Jarvis,', 'stop', 'the', 'light.', 'Travis', 'is', 'ok'), {
        maxLength: 12,
      })
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, text, fc.boolean(), (heard, spoken, flag) => {
      const { woken, query } = findWakeWord(heard, { wake: 'hey jarvis', aliases: [spoken] });
      if (woken) assert.ok(query.length <= heard.length + 1);
      // the name may be taken out of the middle, so that the query is two pieces of what was heard
      const stripped = stripWakeWord(heard, { wake: 'jarvis' }).slice(0, -1);
      assert.ok(isInOrder(stripped, heard), `${stripped} of ${heard}`);
      isStop(heard, { speaking: flag, language: 'en' });
      const echo = detectEcho({ heard, spoken, speaking: flag, sinceSpoken: 100 });
      if (echo.verdict === 'echo') assert.equal(echo.text, '');
    }),
    { numRuns: 400 },
  );
});
