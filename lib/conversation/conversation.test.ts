import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { Conversation } from './conversation.js';

const { now } = clock;
afterEach(() => {
  clock.now = now;
});

test('wakes of one millisecond, or of a clock that was set back, are told apart', () => {
  const conversation = new Conversation();
  clock.now = () => 5_000;
  const followUp = conversation.woke({ word: null, by: 'follow-up' });
  assert.equal(conversation.take(followUp), true);
  const word = conversation.woke({ word: 'hey_jarvis', by: 'satellite' });
  assert.equal(conversation.woken, word, 'no turn has taken the wake word yet');
  assert.equal(conversation.take(word), true);
  assert.equal(conversation.take(word), false);
  clock.now = () => 1_000;
  assert.equal(conversation.take(conversation.woke({ word: null, by: 'satellite' })), true);
});
