import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMouth, markHeard } from '../conversation/heard.js';
import { LiveTurns } from '../conversation/turns.js';
import type { Message } from '../llm/types.js';
import type { OpenExchange } from '../memory/dialogue.js';
import { newTurn } from '../turn/turn.js';
import { openExchanges } from './exchanges.js';

const call: Message = { role: 'assistant', content: 'One.', tool_calls: [{ id: '1', name: 'x', arguments: {} }] };
const result: Message = { role: 'tool', content: 'y', tool_call_id: '1', tool_name: 'x' };
const whole: Message[] = [call, result, { role: 'assistant', content: 'Two. Three.' }];

function begin(aloud: boolean) {
  const turns = new LiveTurns();
  const live = turns.begin(newTurn({ site: 'kitchen', source: aloud ? 'voice' : 'text', language: 'en' }));
  const exchanges = openExchanges();
  const saved: Message[][] = [];
  turns.on('end', (ended) => exchanges.end(ended));
  const written: Message[][] = [];
  const kept: OpenExchange = {
    soFar: async (messages) => void written.push([...messages]),
    keep: async (messages) => void saved.push([...messages]),
  };
  const exchange = exchanges.begin(live, 'What?', aloud, kept);
  const say = (...sentences: string[]) =>
    Promise.all(sentences.map((text) => exchange.note({ type: 'sentence', text })));
  const tools = () => void exchange.note({ type: 'kept', messages: [call, result] });
  const finish = () => exchange.note({ type: 'end', text: '', calls: [], question: false, messages: whole });
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

test('what is given out is written before it is shown, as far as it has come', async (t) => {
  t.after(addMouth());
  const { written, say, tools, finish, live } = begin(true);
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
  await openExchanges().begin(live, 'What?', false, never).note({ type: 'sentence', text: 'One.' });
});

test('what is heard is kept when it was heard', () => {
  const gone = addMouth();
  const { saved, say, tools, finish, turns, live } = begin(true);
  say('One.');
  tools();
  say('Two.', 'Three.');
  finish();
  assert.equal(saved.length, 0);
  for (const index of [0, 1, 2]) markHeard(live, index);
  turns.end(live.id);
  assert.deepEqual(saved, [[{ role: 'user', content: 'What?' }, ...whole]]);
  gone();
});

test('a reply that is cut keeps what was heard of it, and that it was cut', () => {
  const gone = addMouth();
  const { saved, say, tools, finish, turns, live } = begin(true);
  say('One.');
  tools();
  say('Two.', 'Three.');
  finish();
  markHeard(live, 0);
  markHeard(live, 1);
  turns.end(live.id, 'barge-in');
  assert.deepEqual(contents(saved), [['What?', '', 'y', 'One. Two. [interrupted]']]);
  gone();
});

test('cut before the first sound, while the model still writes', () => {
  const gone = addMouth();
  const { saved, say, turns, live } = begin(true);
  say('One.');
  turns.end(live.id, 'barge-in');
  assert.deepEqual(contents(saved), [['What?', '[interrupted]']]);
  gone();
  gone();
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
  assert.deepEqual(something.exchanges.open(), []);
  something.turns.end(something.live.id, 'barge-in');
  assert.equal(something.saved.length, 1);
});
