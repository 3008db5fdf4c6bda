import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { detectEcho } from './echo.js';
import { soundDistance } from './phonetics.js';
import { isStop } from './stop-words.js';
import { findWakeWord, stripWakeWord } from './wake-words.js';

test('names that are misheard sound near, other names far', () => {
  for (const name of ['Jervis', 'Harvis', 'Jarves', 'Dscharwis', 'Jar vis'])
    assert.ok(soundDistance(name, 'jarvis') <= 0.5, name);
  for (const name of ['Travis', 'Chavez']) assert.ok(soundDistance(name, 'jarvis') <= 1, name);
  for (const name of ['Davis', 'Marvin', 'Charles', 'Harris', 'Paris'])
    assert.ok(soundDistance(name, 'jarvis') > 1, name);
});

test('what the wake word left in a woken utterance is taken off', () => {
  const strip = (text: string) => stripWakeWord(text, { wake: 'hey_jarvis' });
  assert.equal(strip('Hey Jarvis, turn on the kitchen light.'), 'turn on the kitchen light.');
  assert.equal(strip('Hey Jarvis'), '');
  assert.equal(strip('Hey, Jarvis. Turn on the light.'), 'Turn on the light.');
  assert.equal(strip('arvis, turn on the light'), 'turn on the light');
  assert.equal(strip('Hey, turn on the light'), 'turn on the light');
  assert.equal(strip('A Jarvis turn on the light'), 'turn on the light');
  assert.equal(strip('turn on the light'), 'turn on the light');
  assert.equal(strip('service turn on the light'), 'service turn on the light');
});

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
      assert.ok(heard.includes(stripWakeWord(heard, { wake: 'jarvis' }).slice(0, -1)));
      isStop(heard, { speaking: flag, language: 'en' });
      const echo = detectEcho({ heard, spoken, speaking: flag, sinceSpoken: 100 });
      if (echo.verdict === 'echo') assert.equal(echo.text, '');
    }),
    { numRuns: 400 },
  );
});
