import assert from 'node:assert/strict';
import test from 'node:test';
import { wakePhrase } from './wake-phrase.js';

test('a wake word is written as people write it', () => {
  for (const [wake, phrase] of [
    ['hey_jarvis', 'Hey Jarvis'],
    ['hey_jarvis_v0.1', 'Hey Jarvis'],
    ['okay nabu', 'Okay Nabu'],
    ['hey-mycroft', 'Hey Mycroft'],
    ['Ça va', 'Ça Va'],
    ['', ''],
  ] as const) {
    assert.equal(wakePhrase(wake), phrase);
  }
});
