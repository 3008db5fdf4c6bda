import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fence } from '../llm/fence.js';
import type { Message } from '../llm/types.js';
import { carryOver } from './carry-over.js';

const TOOLS = ['get_weather', 'webSearch', 'log_meal'];
const call = (id: string, name: string): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, name, arguments: {} }],
});
const result = (id: string, failed: boolean, name = ''): Message => ({
  role: 'tool',
  content: fence('x', 'This failed.'),
  tool_call_id: id,
  tool_name: name,
  ...(failed && { tool_failed: true }),
});
const asked: Message = { role: 'user', content: 'What is the weather?' };
const answered: Message = { role: 'assistant', content: 'Where are you?' };

test('the tool that failed in the previous turn comes back', () => {
  const recent = [asked, call('1', 'get_weather'), result('1', true), answered];
  assert.deepEqual(carryOver(recent, TOOLS), ['get_weather']);
});

test('a tool that worked does not, whatever its words say', () => {
  assert.deepEqual(carryOver([asked, call('1', 'get_weather'), result('1', false), answered], TOOLS), []);
});

test('in the protocol in words, too', () => {
  const recent: Message[] = [
    asked,
    { role: 'assistant', content: '```tool_call\n{}\n```' },
    { role: 'user', content: '[Result of webSearch]', tool_name: 'webSearch', tool_failed: true },
    { role: 'user', content: '[Result of log_meal]', tool_name: 'log_meal' },
    answered,
  ];
  assert.deepEqual(carryOver(recent, TOOLS), ['webSearch']);
});

test('no further back than what the person said last', () => {
  const recent = [asked, call('1', 'get_weather'), result('1', true), answered, asked, answered];
  assert.deepEqual(carryOver(recent, TOOLS), []);
  assert.deepEqual(carryOver([], TOOLS), []);
});

test('a tool that is no longer loaded never comes back; calls and results without each other neither', () => {
  assert.deepEqual(carryOver([asked, call('1', 'mcp_gone'), result('1', true), answered], TOOLS), []);
  assert.deepEqual(carryOver([asked, call('1', 'get_weather'), answered], TOOLS), []);
  assert.deepEqual(carryOver([asked, result('7', true), call('1', 'get_weather'), answered], TOOLS), []);
});

test('never yields anything but loaded tools, each once', () => {
  const message = fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'tool'),
      content: fc.string(),
      tool_call_id: fc.constantFrom('1', '2'),
      tool_name: fc.constantFrom(...TOOLS, 'gone'),
      tool_failed: fc.boolean(),
      tool_calls: fc.array(
        fc.record({
          id: fc.constantFrom('1', '2'),
          name: fc.constantFrom(...TOOLS, 'gone'),
          arguments: fc.constant({}),
        }),
      ),
    },
    { requiredKeys: ['role', 'content'] },
  );
  fc.assert(
    fc.property(fc.array(message), (recent) => {
      const carried = carryOver(recent as Message[], TOOLS);
      assert.ok(carried.every((name) => TOOLS.includes(name)));
      assert.equal(new Set(carried).size, carried.length);
      if (!recent.some(({ tool_failed }) => tool_failed)) assert.deepEqual(carried, []);
    }),
  );
});
