import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_HOUSE } from '../home/demo-house.js';
import { utteranceEnd } from './utterance-end.js';

const WHOLE = {
  en: ['Hey Jarvis, turn on the kitchen light.', 'Could you turn off the lights?', 'Is the front door locked?'],
  de: ['Mach das Licht an.', 'Schalte das Licht in der Küche aus.'],
  fr: ['Allume la lumière.'],
  es: ['Enciende la luz.'],
};
const OPEN = {
  en: ['Hey Jarvis, turn on the…', 'Turn on the light in the', 'What is the weather like in', 'Set'],
  de: ['Mach das', 'Schalte das Licht in der', 'Wie wird das Wetter in'],
  fr: ['Allume la', 'Allume la lumière de la'],
  es: ['Enciende la', 'Enciende la luz de la'],
};
const UNSURE = { en: ['Who wrote Hamlet?', 'Hey Jarvis.', ''], de: ['Wer schrieb Faust?'], fr: [], es: [] };

for (const [end, said] of [
  ['whole', WHOLE],
  ['open', OPEN],
  [undefined, UNSURE],
] as const)
  for (const [language, sentences] of Object.entries(said))
    for (const text of sentences)
      test(`${language}: "${text}" is ${end ?? 'neither'}`, () => {
        assert.equal(utteranceEnd({ text }, { name: 'Jarvis', language, area: 'Kitchen', house: DEMO_HOUSE }), end);
      });

test('words that are none are whole where a command sounds nearly the same, unless they plainly go on', () => {
  const said = { name: 'Jarvis', language: 'en', area: 'Kitchen', house: DEMO_HOUSE };
  const alternatives = [{ text: 'turn on the Kitchen Light', behind: 2 }];
  assert.equal(utteranceEnd({ text: 'Hey Jarvis, turn on the chicken lied.', alternatives }, said), 'whole');
  assert.equal(utteranceEnd({ text: 'Hey Jarvis, turn on the', alternatives }, said), 'open');
});
