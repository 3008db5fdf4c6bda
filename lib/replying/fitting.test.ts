import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Message } from '../llm/types.js';
import { fitting, tokensOf } from './fitting.js';
import { withNotes } from './prompt.js';
import { chats, collect, start } from './scripted.test.helper.js';

const system: Message = { role: 'system', content: 'You are Jarvis.' };
const notes: Message = { role: 'user', content: 'Notes: tea at five.', is_summary: true };
const turn = (name: string, length = 0): Message[] => [
  { role: 'user', content: `${name}?`, context: '[It is noon.]' },
  { role: 'assistant', content: '', tool_calls: [{ id: name, name: 'get_state', arguments: {} }] },
  { role: 'tool', content: 'x'.repeat(length), tool_call_id: name, tool_name: 'get_state' },
  { role: 'assistant', content: 'On.' },
];
const named = (messages: readonly Message[]) => messages.flatMap(({ tool_call_id: id }) => id ?? []);

test('where everything fits, nothing goes; else the oldest turns, never the notes or the turn itself', () => {
  const messages = [notes, ...turn('a', 2_000), ...turn('b', 2_000), ...turn('c', 2_000)];
  const room = { system, tools: [], numCtx: 4_096 };
  assert.deepEqual(fitting(messages, room), messages);
  assert.deepEqual(fitting(messages, { ...room, numCtx: 2_048 }), [notes, ...messages.slice(5)]);
  assert.deepEqual(fitting(messages, { ...room, numCtx: 512 }), [notes, ...messages.slice(9)]);
  const tool = { name: 'get_state', description: 'x'.repeat(3_000), parameters: {} };
  assert.deepEqual(named(fitting(messages, { ...room, numCtx: 2_048, tools: [tool] })), ['c']);
  assert.deepEqual(fitting([], room), []);
});

test('whatever was said: the end of it in order, calls with their results, within the window where that can be', () => {
  const lengths = fc.array(fc.nat(4_000), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 256, max: 16_384 }), fc.boolean(), (given, numCtx, isLong) => {
      const all = given.flatMap((length, index) => turn(`${index}`, length));
      const fit = fitting([...(isLong ? [notes] : []), ...all], { system, tools: [], numCtx });
      assert.equal(fit[0] === notes, isLong);
      const rest = fit.slice(isLong ? 1 : 0);
      assert.deepEqual(rest, all.slice(all.length - rest.length));
      assert.equal(rest.length % 4, 0);
      assert.ok(rest.length === 4 || tokensOf([system, ...fit]) <= numCtx * 0.8);
      const next = all.slice(all.length - rest.length - 4);
      assert.ok(rest.length === all.length || tokensOf([system, ...next, notes]) > numCtx * 0.8 - 40);
    }),
  );
});

test('notes stand in the question behind them', () => {
  const question: Message = { role: 'user', content: 'And now?' };
  const expected = [{ role: 'user', content: 'Notes: tea at five.\n\nAnd now?' }];
  assert.deepEqual(withNotes([notes, question]), expected);
  assert.deepEqual(withNotes([question, ...turn('a')]), [question, ...turn('a')]);
  assert.deepEqual(withNotes([]), []);
});

test('a reply asks with what fits, whichever way tools are called', async () => {
  for (const protocol of ['auto', 'fenced', 'action'] as const) {
    const { server, request } = await start([{ answer: 'It is sunny.' }]);
    const messages = [notes, ...turn('oven', 4_000), ...turn('lamp', 500)];
    const models = { ...request.models, numCtx: 2_048 };
    await collect({ ...request, models, messages, protocol });
    const [, first, ...others] = chats(server).at(-1)?.body.messages ?? [];
    assert.equal(first?.content, 'Notes: tea at five.\n\n[It is noon.]\n\nlamp?', protocol);
    assert.ok(others.at(-1)?.content.endsWith('Tell me a story.'));
    assert.equal(others.length, 4);
  }
});
