import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Answer, Rule } from '../../test/scripted-model-server/script.js';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { until } from '../../test/until.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { contexts } from './contexts.js';
import { stream } from './gateway.js';
import { openOllama } from './ollama.js';
import { type ChatPart, type ChatRequest, NoNativeTools, type Provider, type ToolSpec } from './types.js';

const cleanups: (() => Promise<void>)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

async function start(answers: readonly Rule[], more: Partial<ScriptedModelOptions> = {}) {
  const server = await startScriptedModelServer({ speed: 'instant', answers, ...more });
  cleanups.push(() => server.close());
  return server;
}

const WEATHER: ToolSpec = {
  name: 'get_weather',
  description: 'Says what the weather is.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};

function request(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'scripted',
    messages: [{ role: 'user', content: 'hello' }],
    temperature: 0,
    numCtx: 4096,
    maxTokens: 100,
    signal: new AbortController().signal,
    ...more,
  };
}

async function collect(provider: Provider, of: ChatRequest): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const part of provider.chat(of)) parts.push(part);
  return parts;
}

function textOf(parts: readonly ChatPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function failure(work: Promise<unknown>): Promise<JarvisError> {
  try {
    await work;
  } catch (thrown) {
    assert.ok(thrown instanceof JarvisError, String(thrown));
    return thrown;
  }
  throw new Error('it did not fail');
}

test('streams an answer and its counts, always with a window and a limit', async () => {
  const server = await start([{ answer: 'It is four o’clock. Time for tea.' }]);
  const parts = await collect(openOllama({ url: `${server.url}/` }), request());
  assert.equal(textOf(parts), 'It is four o’clock. Time for tea.');
  const done = parts.at(-1);
  assert.ok(done?.type === 'done' && !done.cut && (done.promptTokens ?? 0) > 5 && (done.answerTokens ?? 0) > 5);
  const { options, think, keep_alive } = server.requests[0]?.body ?? {};
  assert.deepEqual(options, { num_ctx: 4096, num_predict: 100, temperature: 0 });
  assert.equal(think, false);
  assert.equal(keep_alive, '30m');
});

test('says when the answer was cut off by its limit', async () => {
  const server = await start([{ answer: 'one two three four five six' }]);
  const parts = await collect(openOllama(server), request({ maxTokens: 3 }));
  const done = parts.at(-1);
  assert.ok(done?.type === 'done' && done.cut);
});

test('gives tool calls with an id and sends results back', async () => {
  const server = await start([{ answer: { calls: [{ name: 'get_weather', arguments: { city: 'Paris' } }] } }]);
  const provider = openOllama(server);
  const parts = await collect(provider, request({ tools: [WEATHER] }));
  const calls = parts.flatMap((part) => (part.type === 'calls' ? part.calls : []));
  assert.equal(calls.length, 1);
  assert.deepEqual(calls[0]?.arguments, { city: 'Paris' });
  assert.ok(calls[0]?.id);
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: 'weather?' },
    { role: 'assistant', content: '', tool_calls: calls },
    { role: 'tool', content: 'sunny', tool_name: 'get_weather', tool_call_id: calls[0]?.id ?? '', tool_failed: false },
  ];
  await collect(provider, request({ messages }));
  const sent = server.requests.at(-1)?.body.messages;
  assert.deepEqual(sent?.[1]?.tool_calls?.[0]?.function, { name: 'get_weather', arguments: { city: 'Paris' } });
  assert.equal(sent?.[2]?.tool_name, 'get_weather');
  assert.ok(!('tool_failed' in (sent?.[2] ?? {})));
});

test('a model without tools is NoNativeTools', async () => {
  const server = await start([], { models: { scripted: { tools: false } } });
  await assert.rejects(collect(openOllama(server), request({ tools: [WEATHER] })), NoNativeTools);
});

test('thinking is asked for only where the model can, and kept apart', async () => {
  const answer: Answer = { thinking: 'The person wants tea.', text: 'Tea it is.' };
  const server = await start([{ answer }], { models: { plain: {}, thinker: { thinking: true } } });
  const provider = openOllama(server);
  const plain = await collect(provider, request({ model: 'plain', think: true }));
  assert.equal(textOf(plain), 'Tea it is.');
  const thought = await collect(provider, request({ model: 'thinker', think: true }));
  assert.equal(textOf(thought), 'Tea it is.');
  const thinking = thought.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
  assert.equal(thinking, 'The person wants tea.');
});

test('a think block inside the content is thinking, too', async () => {
  const server = await start([{ answer: '<think>Hm. The kettle.</think>\n\nTea it is.' }]);
  const parts = await collect(openOllama(server), request());
  assert.equal(textOf(parts).trim(), 'Tea it is.');
});

test('cancelling in the middle closes the connection', async () => {
  const never = new Promise(() => {});
  const server = await start([{ answer: { text: ['One. ', never] } }]);
  const stop = new AbortController();
  const parts = openOllama(server).chat(request({ signal: stop.signal }));
  await assert.rejects(
    async () => {
      for await (const _ of parts) stop.abort();
    },
    { name: 'AbortError' },
  );
  await server.untilClosed(1);
  assert.equal(server.requests[0]?.closed, true);
});

test('cancelling before the first token closes the connection', async () => {
  const server = await start([{ answer: { fault: 'hang' } }]);
  const stop = new AbortController();
  const answer = collect(openOllama(server), request({ signal: stop.signal }));
  setImmediate(() => stop.abort());
  await assert.rejects(answer, { name: 'AbortError' });
});

test('leaving the loop closes the connection', async () => {
  const never = new Promise(() => {});
  const server = await start([{ answer: { text: ['One. ', never] } }]);
  for await (const _ of openOllama(server).chat(request())) break;
  await server.untilClosed(1);
});

test('close ends what runs', async () => {
  const never = new Promise(() => {});
  const server = await start([{ answer: { text: ['One. ', never] } }]);
  const provider = openOllama(server);
  await assert.rejects(async () => {
    for await (const _ of provider.chat(request())) provider.close();
  });
  await server.untilClosed(1);
});

test('a model that hangs after a cancelled call is unloaded and asked again', async () => {
  const server = await start([
    { answer: 'first', times: 1 },
    { answer: { fault: 'wedge' }, times: 1 },
    { answer: 'Here I am again.' },
  ]);
  const provider = openOllama({ url: server.url, hungAfterMs: 50 });
  for await (const _ of provider.chat(request())) break;
  const parts = await collect(provider, request());
  assert.equal(textOf(parts), 'Here I am again.');
  const unloads = server.requests.filter(({ body }) => body.messages.length === 0 && body.keep_alive === 0);
  assert.equal(unloads.length, 1);
});

test('a call that begins in the same moment as another is cancelled is watched, too', async () => {
  const server = await start([
    { answer: { text: ['One. ', new Promise(() => {})] }, times: 1 },
    { answer: { fault: 'wedge' }, times: 1 },
    { answer: 'Here I am again.' },
  ]);
  const provider = openOllama({ url: server.url, hungAfterMs: 50 });
  const stop = new AbortController();
  const models = { provider, chat: 'scripted', small: 'scripted', numCtx: 4096 };
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const first = stream(models, contexts.reply, { messages, signal: stop.signal });
  await first.next();
  stop.abort();
  const next = collect(provider, request());
  await assert.rejects(first.next(), { name: 'AbortError' });
  assert.equal(textOf(await next), 'Here I am again.');
});

test('a slow model that nobody cancelled is waited for', async () => {
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const server = await start([{ answer: { text: [gate, 'Slowly.'] } }]);
  const answer = collect(openOllama({ url: server.url, hungAfterMs: 1 }), request());
  await until(() => server.requests.length === 1, 'the request');
  await clock.jump(1_000, true);
  go();
  assert.equal(textOf(await answer), 'Slowly.');
  assert.equal(server.requests.length, 1);
});

test('garbage between the lines is ignored', async () => {
  const server = await start([{ answer: { text: 'One. Two.', fault: 'garbage-line' } }]);
  assert.equal(textOf(await collect(openOllama(server), request())), 'One. Two.');
});

const FAULTS: [Answer['fault'] & string, string, RegExp, boolean][] = [
  ['missing', 'model-missing', /ollama pull scripted/, false],
  ['bad-request', 'model-failed', /invalid message format/, false],
  ['crashed', 'model-failed', /failed: llama runner process has terminated \(status 500\)/, true],
  ['busy', 'model-failed', /busy/, true],
  ['cut', 'model-failed', /broke off/, true],
  ['error-line', 'model-failed', /the runner has died/, true],
  ['unfinished', 'model-failed', /broke off/, true],
];
for (const [fault, code, message, retryable] of FAULTS) {
  test(`"${fault}" is said in words`, async () => {
    const server = await start([{ answer: { text: 'One. Two.', fault } }]);
    const error = await failure(collect(openOllama(server), request()));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.equal('retryable' in error && error.retryable, retryable);
  });
}

test('a server that is not there is unreachable', async () => {
  const server = await startScriptedModelServer({ speed: 'instant' });
  await server.close();
  const error = await failure(collect(openOllama(server), request()));
  assert.equal(error.code, 'model-unreachable');
  assert.match(error.message, /No model server answers at http:\/\/127\.0\.0\.1:\d+ \(.*ECONNREFUSED/);
});

test('another kind of server is told apart from a missing model', async () => {
  const other = http.createServer((_, outgoing) => outgoing.writeHead(404).end('<html>Not found</html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => void other.close());
  const { port } = other.address() as AddressInfo;
  const error = await failure(collect(openOllama({ url: `http://127.0.0.1:${port}` }), request()));
  assert.equal(error.code, 'model-failed');
  assert.match(error.message, /not a model server of the chosen kind/);
});

test('models, info, embeddings and loading', async () => {
  const models = { butler: { parameters: 4e9 }, maid: { tools: false, thinking: true } };
  const server = await start([], { models });
  const provider = openOllama(server);
  const { signal } = new AbortController();
  assert.deepEqual(await provider.models(signal), ['butler', 'maid']);
  assert.deepEqual(await provider.info('butler', signal), {
    parameters: 4e9,
    tools: true,
    thinking: false,
    vision: false,
  });
  assert.equal((await provider.info('maid', signal)).thinking, true);
  const [a, b, c] = await provider.embed('butler', ['tea', 'tea', 'coal'], signal);
  assert.deepEqual(a, b);
  assert.notDeepEqual(a, c);
  await provider.load?.('butler', 2048, signal);
  assert.deepEqual(server.requests.at(-1)?.body.options, { num_ctx: 2048 });
  assert.equal((await failure(provider.info('cook', signal))).code, 'model-missing');
});

test('a hundred kilobytes are no trouble', async () => {
  const server = await start([{ answer: { fault: 'huge' } }]);
  const parts = await collect(openOllama(server), request({ maxTokens: 1_000_000 }));
  assert.ok(textOf(parts).length > 100_000);
});
