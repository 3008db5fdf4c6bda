import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTool } from '../../test/scripted-model-server/script.js';
import type { Tool } from '../llm/types.js';
import { Trace } from '../turn/trace.js';
import { chats, collect, light, start, weather } from './scripted.test.helper.js';

const asks = (tool: Tool): Tool => ({
  ...tool,
  ahead: (query) => (/weather/.test(query) ? { city: 'Paris' } : undefined),
});

const QUERY = 'What is the weather?';

test('a call that the question certainly asks for is made before the model is asked', async () => {
  const { server, request } = await start([
    { when: afterTool, answer: 'It is sunny in Paris.' },
    { answer: 'I do not know.' },
  ]);
  const trace = new Trace('t', 'kitchen', 'text');
  const { end, sentences } = await collect({ ...request, query: QUERY, tools: [asks(weather), light], trace });
  assert.deepEqual(sentences, ['It is sunny in Paris.']);
  assert.equal(chats(server).length, 1);
  assert.deepEqual(end.calls, [{ name: 'get_weather', arguments: { city: 'Paris' }, ok: true }]);
  assert.deepEqual(
    end.messages.map(({ role }) => role),
    ['assistant', 'tool', 'assistant'],
    'the dialogue keeps it like any other call',
  );
  assert.ok(trace.record().spans.some(({ stage, tool }) => stage === 'call-ahead' && tool === 'get_weather'));
});

test('what the router took away is not called ahead, nor anything beside a plan', async () => {
  const { request } = await start([{ answer: 'I cannot tell.' }]);
  const tools = [asks(weather), asks(light)];
  const routed = await collect({ ...request, query: QUERY, tools, allowed: ['set_light'] });
  assert.deepEqual(
    routed.end.calls.map(({ name }) => name),
    ['set_light'],
  );
  assert.deepEqual((await collect({ ...request, query: QUERY, tools, plan: ['Reply to the user.'] })).end.calls, []);
});

test('a failed call ahead is the model’s to mend', async () => {
  const { server, request } = await start([{ answer: 'I cannot reach the weather service.' }]);
  const broken: Tool = { ...asks(weather), run: async () => ({ ok: false, text: 'The weather service is away.' }) };
  const { sentences } = await collect({ ...request, query: QUERY, tools: [broken] });
  assert.deepEqual(sentences, ['I cannot reach the weather service.']);
  assert.match(chats(server)[0]?.body.messages.at(-1)?.content ?? '', /is away/);
});
