import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptFor } from './prompt.js';

const jarvis = { word: 'hey_jarvis', by: 'audio' } as const;

test('the wake phrase is expected where it is known to be said, in the language that is spoken', () => {
  for (const [expected, prompt] of [
    [{ language: 'de', wake: jarvis }, 'Hey Jarvis. Hey Jarvis.'],
    [{ language: 'de', wake: { word: 'alexa_v0.1', by: 'audio' } }, 'Alexa. Alexa.'],
    [{ language: 'de', wake: { word: 'okay_nabu', by: 'satellite' } }, 'Okay Nabu. Okay Nabu.'],
    [{ language: 'de', wake: { word: 'default', by: 'satellite' } }, undefined],
    [{ wake: jarvis }, undefined],
    [{ language: 'de', wake: { word: null, by: 'asked' } }, undefined],
  ] as const)
    assert.equal(promptFor(expected), prompt);
});

test('names stand between the phrases, as many as are short enough', () => {
  const names = Array.from({ length: 100 }, (_, at) => `Lamp ${at}`);
  const prompt = promptFor({ language: 'en', wake: jarvis, names }) ?? '';
  assert.match(prompt, /^Hey Jarvis\. Lamp 0, Lamp 1, .*Lamp \d+\. Hey Jarvis\.$/);
  assert.ok(prompt.length < 230, prompt);
});

test('to a question no answer is expected', () => {
  assert.equal(promptFor({ language: 'en', wake: { word: null, by: 'follow-up' } }), undefined);
});
