import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../llm/types.js';
import type { OpenExchange } from '../memory/dialogue.js';
import { newTurn } from '../turn/turn.js';
import { LiveTurns } from './turns.js';

const call: Message = { role: 'assistant', content: 'One.', tool_calls: [{ id: '1', name: 'x', arguments: {} }] };
const result: Message = { role: 'tool', content: 'y', tool_call_id: '1', tool_name: 'x' };
const whole: Message[] = [call, result, { role: 'assistant', content: 'Two. Three.' }];

function begin(aloud: boolean, mouth = false) {
  const turns = new LiveTurns();
  if (mouth) turns.addMouth();
  const live = turns.begin(newTurn({ site: 'kitchen', source: aloud ? 'voice' : 'text', language: 'en' }));
  const { exchanges } = turns;
  const saved: Message[][] = [];
  const written: Message[][] = [];
  const kept: OpenExchange = {
    soFar: async (messages) => void written.push([...messages]),
    keep: async (messages) => void saved.push([...messages]),
  };
  const exchange = exchanges.begin(live, 'What?', kept, 'me');
  const say = (...sentences: string[]) =>
    Promise.all(sentences.map((text) => exchange.note({ type: 'sentence', text })));
  const tools = () => void exchange.note({ type: 'kept', messages: [call, result] });
  const finish = () => exchange.note({ type: 'end', messages: whole });
  return { turns, live, exchanges, exchange, saved, written, say, tools, finish };
}
const contents = (saved: Message[][]) => saved.map((messages) => messages.map(({ content }) => content));

test('what is read is kept when the reply is whole', () => {
  const { saved, finish, turns, live } = begin(false);
  finish();
  assert.deepEqual(saved, [[{ role: 'user', content: 'What?' }, ...whole]]);
  turns.end(live.id, 'a newer turn');
  assert.equal(saved.length, 1);
});

test('what is given out is written before it is shown, as far as it has come', async () => {
  const { written, say, tools, finish, live } = begin(true, true);
  await say('One.');
  tools();
  await say('Two.');
  await finish();
  assert.deepEqual(contents(written), [
    ['What?', 'One.'],
    ['What?', '', 'y', 'One. Two.'],
    ['What?', 'One.', 'y', 'Two. Three.'],
  ]);
  live.trace.forgetWords();
  await say('Three.');
  assert.equal(written.length, 3, 'who has something erased has just said it');
});

test('what is erased just before it is written is not written', async () => {
  const { written, say, live } = begin(true);
  const said = say('One.');
  live.trace.forgetWords();
  await said;
  assert.deepEqual(written, []);
});

test('a store that does not answer keeps no words waiting', { timeout: 5_000 }, async () => {
  const turns = new LiveTurns();
  const live = turns.begin(newTurn({ site: 'kitchen', source: 'text', language: 'en' }));
  const never: OpenExchange = { soFar: () => new Promise(() => {}), keep: () => new Promise(() => {}) };
  await turns.exchanges.begin(live, 'What?', never).note({ type: 'sentence', text: 'One.' });
});

test('what is heard is kept when it was heard', () => {
  const { saved, say, tools, finish, turns, live } = begin(true, true);
  say('One.');
  tools();
  say('Two.', 'Three.');
  finish();
  assert.equal(saved.length, 0);
  for (const index of [0, 1, 2]) turns.played(live, index);
  turns.end(live.id);
  assert.deepEqual(saved, [[{ role: 'user', content: 'What?' }, ...whole]]);
});

test('a reply that is cut keeps what was heard of it, and that it was cut', () => {
  const { saved, say, tools, finish, turns, live } = begin(true, true);
  say('One.');
  tools();
  say('Two.', 'Three.');
  finish();
  turns.played(live, 0);
  turns.played(live, 1);
  turns.end(live.id, 'barge-in');
  assert.deepEqual(contents(saved), [['What?', '', 'y', 'One. Two. [interrupted]']]);
});

test('cut before the first sound, while the model still writes', () => {
  const { saved, say, turns, live } = begin(true, true);
  say('One.');
  turns.end(live.id, 'barge-in');
  assert.deepEqual(contents(saved), [['What?', '[interrupted]']]);
});

test('without a node that plays, what was given out counts', () => {
  const { saved, say, turns, live } = begin(true);
  say('One.');
  turns.end(live.id, 'barge-in');
  assert.deepEqual(contents(saved), [['What?', 'One. [interrupted]']]);
});

test('a reply that fails leaves what it has done, and nothing when it has done nothing', () => {
  const nothing = begin(false);
  nothing.exchange.failed();
  assert.deepEqual(nothing.saved, []);
  const something = begin(false);
  something.tools();
  something.exchange.failed();
  assert.deepEqual(contents(something.saved), [['What?', '', 'y', '[interrupted]']]);
  assert.deepEqual(something.exchanges.open('me'), []);
  something.turns.end(something.live.id, 'barge-in');
  assert.equal(something.saved.length, 1);
});
