import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entity, Kind } from './messages.js';
import { disconnected, dismissed, EMPTY, notify, type PageState, receive, typed, withoutLine } from './state.js';

const light = (id: string, state: string): Entity => ({
  id,
  domain: 'light',
  name: id,
  aliases: [],
  state,
  attributes: {},
});

function show(state: PageState, kind: Kind, text: string, turn: string, last = false): PageState {
  return receive(state, { type: 'show', kind, text, turn, last });
}

const lines = (state: PageState) => state.lines.map(({ kind, sentences }) => `${kind}: ${sentences.join(' ')}`);

test('a reply comes sentence by sentence into one message', () => {
  let state = show(EMPTY, 'heard', 'What is on?', 't1', true);
  state = show(state, 'reply', 'The lamp is on. ', 't1');
  state = show(state, 'reply', 'So is the radio.', 't1');
  state = show(state, 'reply', '', 't1', true);
  assert.deepEqual(lines(state), ['heard: What is on?', 'reply: The lamp is on. So is the radio.']);
  assert.equal(state.lines[1]?.last, true);
});

test('replies of two turns stay apart, and an empty one is no message', () => {
  let state = show(EMPTY, 'reply', 'One.', 't1');
  state = show(state, 'reply', 'Two.', 't2');
  state = show(state, 'reply', 'Still one.', 't1', true);
  state = show(state, 'reply', '', 't3', true);
  assert.deepEqual(lines(state), ['reply: One. Still one.', 'reply: Two.']);
});

test('typed text is shown at once, and only once when the server has heard it', () => {
  const state = typed(EMPTY, 'my password is hunter2');
  assert.equal(state.lines[0]?.delivery, 'sent');
  const heard = show(state, 'heard', 'my password is [redacted]', 't1', true);
  assert.deepEqual(lines(heard), ['heard: my password is [redacted]']);
  assert.equal(heard.lines[0]?.delivery, undefined);
  assert.equal(heard.lines[0]?.turn, 't1');
});

test('words that are spoken while text is on its way are another message', () => {
  const listening = receive(typed(EMPTY, 'good night'), { type: 'stage', stage: 'listening' });
  const state = show(listening, 'heard', 'what is on', 't1', true);
  assert.deepEqual(lines(state), ['heard: good night', 'heard: what is on']);
  assert.deepEqual(lines(show(state, 'heard', 'good night', 't2', true)), ['heard: good night', 'heard: what is on']);
});

test('text without an answer is marked when the connection breaks, and can be sent again', () => {
  const lost = disconnected(typed(EMPTY, 'lock the door'));
  assert.equal(lost.lines[0]?.delivery, 'unsure');
  assert.deepEqual(withoutLine(lost, lost.lines[0]?.key ?? 0).lines, []);
  const answered = disconnected(show(typed(EMPTY, 'lock the door'), 'reply', 'Done.', 't1'));
  assert.equal(answered.lines[0]?.delivery, undefined);
  assert.equal(answered.lines[1]?.last, true);
});

test('only what changed in the house is new', () => {
  const [a, b] = [light('light.a', 'off'), light('light.b', 'off')];
  const status = { state: 'connected' as const, detail: '' };
  const state = receive(EMPTY, {
    type: 'house',
    kind: 'demo',
    status,
    areas: [{ id: 'k', name: 'K' }],
    entities: [a, b],
  });
  const next = receive(state, { type: 'entities', entities: [light('light.b', 'on'), light('light.c', 'on')] });
  assert.equal(next.entities[0], a);
  assert.deepEqual(
    next.entities.map(({ id, state }) => `${id} ${state}`),
    ['light.a off', 'light.b on', 'light.c on'],
  );
  assert.deepEqual(next.rooms, [{ id: 'k', name: 'K' }]);
});

test('the conversation and the notices do not grow for ever', () => {
  let state = EMPTY;
  for (let n = 0; n < 300; n += 1) state = notify(show(state, 'reply', `${n}`, `t${n}`, true), 'info', `${n}`);
  assert.equal(state.lines.length, 200);
  assert.equal(state.notices.length, 4);
  assert.equal(notify(state, 'error', '299').notices.length, 4);
  const first = state.notices[0]?.key ?? 0;
  assert.ok(!dismissed(state, first).notices.some(({ key }) => key === first));
});

test('timers are those told last, by the clock of the server, and none once another connection begins', ({ mock }) => {
  const now = Date.now();
  mock.method(Date, 'now', () => now);
  const timers = [{ id: 'a', called: 'Pizza timer', due: 5 }];
  const state = receive(EMPTY, { type: 'timers', now: now + 60_000, timers });
  assert.deepEqual(state.timers, timers);
  assert.equal(state.ahead, 60_000);
  assert.deepEqual(disconnected(state).timers, timers);
  assert.deepEqual(receive(state, { type: 'welcome', areas: [] }).timers, []);
});
