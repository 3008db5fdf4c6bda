import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import type { Answer, Rule } from '../../test/scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { hurried, until } from '../../test/until.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { Trace } from '../turn/trace.js';
import { contexts, MODEL_CONTEXTS } from './contexts.js';
import { type Asked, ask, askWords, type Models, stream, streamAhead, warm } from './gateway.js';
import { openOllama } from './ollama.js';
import type { Provider, SchemaContext } from './types.js';

const servers: ScriptedModelServer[] = [];
after(async () => {
  for (const server of servers) await server.close();
});

type Answers = readonly Rule[] | (() => string);

async function start(answers: Answers, models = {}): Promise<{ server: ScriptedModelServer; models: Models }> {
  const known = { big: {}, small: {}, ...models };
  const server = await startScriptedModelServer({ speed: 'instant', answers, models: known });
  servers.push(server);
  return { server, models: { provider: openOllama(server), chat: 'big', small: 'small', numCtx: 4096 } };
}

const colours: SchemaContext<{ colour: 'red' | 'blue' }> = {
  name: 'colours',
  purpose: 'Names a colour.',
  inputs: 'Nothing.',
  tier: 'small',
  temperature: 0,
  think: false,
  maxTokens: 50,
  budgetMs: 20_000,
  retries: 2,
  schema: z.object({ colour: z.enum(['red', 'blue']) }),
  failOpen: 'No colour.',
};

function asked(more: Partial<Asked> = {}): Asked {
  return { messages: [{ role: 'user', content: 'hello' }], signal: new AbortController().signal, ...more };
}

async function textOf(models: Models, more: Partial<Asked> = {}): Promise<string> {
  let text = '';
  for await (const part of stream(models, contexts.reply, asked(more))) if (part.type === 'text') text += part.text;
  return text;
}

test('asks the small model for JSON after the schema and leaves a span', async () => {
  const { server, models } = await start([{ answer: '{"colour": "red"}' }]);
  const trace = new Trace('t', 'kitchen', 'text');
  assert.deepEqual(await ask(models, colours, asked({ trace })), { colour: 'red' });
  const sent = server.requests[0]?.body;
  assert.equal(sent?.model, 'small');
  assert.deepEqual(sent?.format, {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['red', 'blue'] } },
    required: ['colour'],
    additionalProperties: false,
  });
  const [span] = trace.record().spans;
  assert.equal(span?.stage, 'model');
  assert.equal(span?.['context'], 'colours');
  assert.equal(span?.['model'], 'small');
  for (const name of ['promptTokens', 'answerTokens', 'promptMs', 'ms']) assert.equal(typeof span?.[name], 'number');
});

test('reads the JSON of a model that no grammar holds', async () => {
  for (const answer of [
    "{'colour': 'blue',}",
    'I choose {a colour}: {"colour": "blue"} and no other.',
    'They want a colour, {"colour": "red"}?</think>{"colour": "blue"}',
  ]) {
    const { models } = await start([{ answer }]);
    assert.deepEqual(await ask(models, colours, asked()), { colour: 'blue' }, answer);
  }
});

test('finds the JSON in an answer with words around it', async () => {
  const { models } = await start([{ answer: 'Here it is:\n```json\n{"colour": "blue"}\n```' }]);
  assert.deepEqual(await ask(models, colours, asked()), { colour: 'blue' });
});

for (const bad of ['{"colour": "gre', '{"colour": "green"}', '', 'blue']) {
  test(`the answer ${JSON.stringify(bad)} is asked for again, warmer`, async () => {
    const { server, models } = await start([{ answer: bad, times: 2 }, { answer: '{"colour": "red"}' }]);
    assert.deepEqual(await hurried(ask(models, colours, asked())), { colour: 'red' });
    const temperatures = server.requests.map(({ body }) => body.options?.temperature);
    assert.deepEqual(temperatures, [0, 0.2, 0.4]);
  });
}

test('gives up after the retries of the context', async () => {
  const { server, models } = await start([{ answer: 'no' }]);
  await assert.rejects(hurried(ask(models, colours, asked())), {
    code: 'model-failed',
    message: /"colours" can't be used/,
  });
  assert.equal(server.requests.length, 3);
});

for (const fault of ['busy', 'crashed', 'cut', 'error-line', 'unfinished'] as const) {
  test(`"${fault}" is tried again`, async () => {
    const { models } = await start([
      { answer: { text: '{"colour": "red"}', fault }, times: 1 },
      { answer: '{"colour": "red"}' },
    ]);
    assert.deepEqual(await hurried(ask(models, colours, asked())), { colour: 'red' });
  });
}

for (const fault of ['missing', 'bad-request'] as const) {
  test(`"${fault}" is not tried again`, async () => {
    const { server, models } = await start([{ answer: { fault } }]);
    await assert.rejects(ask(models, colours, asked()), JarvisError);
    assert.equal(server.requests.length, 1);
  });
}

test('the budget of the context ends a hanging call and its connection', async () => {
  const { server, models } = await start([{ answer: { fault: 'hang' } }]);
  const hasty = { ...colours, budgetMs: 100 };
  await assert.rejects(ask(models, hasty, asked()), { code: 'timeout', message: /longer than 0.1 s \(colours\)/ });
  await server.untilClosed(1);
  await assert.rejects(
    async () => {
      for await (const _ of stream(models, hasty, asked())) assert.fail('no part was expected');
    },
    { code: 'timeout' },
  );
});

test('streams the parts and tries again only before the first', async () => {
  const { models } = await start([
    { when: /early/, answer: { fault: 'busy' }, times: 2 },
    { when: /early/, answer: 'At last.' },
    { when: /late/, answer: { text: 'One. Two.', fault: 'cut' } },
  ]);
  assert.equal(await hurried(textOf(models, { messages: [{ role: 'user', content: 'early' }] })), 'At last.');
  await assert.rejects(textOf(models, { messages: [{ role: 'user', content: 'late' }] }), { code: 'model-failed' });
});

test('an abort is an AbortError, during a call and between attempts', async () => {
  const { models } = await start([{ answer: { fault: 'hang' } }]);
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  await assert.rejects(textOf(models, { signal: stop.signal }), { name: 'AbortError' });
  await assert.rejects(ask(models, colours, asked({ signal: AbortSignal.abort() })), { name: 'AbortError' });
});

test('an answer that nobody reads to the end is marked in the trace', async () => {
  const { models } = await start([{ answer: { text: ['One. ', new Promise(() => {})] } }]);
  const trace = new Trace('t', 'kitchen', 'text');
  for await (const _ of stream(models, contexts.reply, asked({ trace }))) break;
  assert.equal(trace.record().spans[0]?.['dropped'], true);
});

test('warming up loads once and evaluates the head of the prompt', async () => {
  const { server, models } = await start([{ answer: 'x' }]);
  const trace = new Trace('t', 'kitchen', 'text');
  await warm(models, asked({ trace }));
  const [load, evaluate] = server.requests;
  assert.deepEqual(load?.body.messages, []);
  assert.equal(load?.body.options?.num_ctx, 4096);
  assert.equal(evaluate?.body.options?.num_predict, 1);
  assert.equal(evaluate?.body.model, 'big');
  assert.equal(trace.record().spans[0]?.['context'], 'warm-up');
});

test('the real call drops a warm-up that still runs', async () => {
  const { server, models } = await start([{ when: /head/, answer: { fault: 'hang' } }, { answer: 'Good day.' }]);
  const warming = warm(
    models,
    asked({
      messages: [
        { role: 'system', content: '' },
        { role: 'user', content: 'head' },
      ],
    }),
  );
  await until(() => server.requests.length === 2, 'the warm-up');
  assert.equal(await textOf(models), 'Good day.');
  await warming;
  await server.untilClosed(1);
});

test('a warm-up whose model loads until the reply has come leaves the head to it', async () => {
  const { server, models } = await start([{ answer: 'Fine.' }]);
  let loaded = () => {};
  const slow = new Promise<void>((resolve) => (loaded = resolve));
  const provider = { ...models.provider, load: () => slow };
  const warming = warm({ ...models, provider }, asked());
  assert.equal(await textOf({ ...models, provider }), 'Fine.');
  loaded();
  await warming;
  assert.equal(server.requests.filter(({ path }) => path === '/api/chat').length, 1);
});

test('a warm-up never rejects', async () => {
  const { server, models } = await start([{ answer: { fault: 'crashed' } as Answer }]);
  await warm(models, asked());
  await warm(models, asked({ signal: AbortSignal.abort() }));
  await server.close();
  servers.splice(servers.indexOf(server), 1);
  await warm(models, asked());
});

test('an answer that was begun is gone on with where the very same is asked, and asked for once', async () => {
  const { server, models } = await start([{ answer: 'Shakespeare wrote it.' }]);
  const trace = new Trace('t', 'kitchen', 'voice');
  const maybe = new AbortController();
  const ahead = streamAhead(models, contexts.reply, asked({ trace, signal: maybe.signal }));
  await until(() => server.requests[0]?.answered, 'the answer');
  const read = textOf(models);
  // It is asked for: what would have dropped it comes too late.
  maybe.abort();
  assert.equal(await read, 'Shakespeare wrote it.');
  await ahead;
  assert.equal(server.requests.length, 1);
  assert.equal(trace.record().spans.length, 1);
  assert.equal(await textOf(models), 'Shakespeare wrote it.');
  assert.equal(server.requests.length, 2);
});

test('an answer that was begun is dropped where somebody speaks on, and where something else is asked', async () => {
  const never = { text: ['It', new Promise<string>(() => {})] };
  const { server, models } = await start([{ when: /hello/, answer: never }, { answer: 'Four.' }]);
  const goesOn = new AbortController();
  const first = streamAhead(models, contexts.reply, asked({ signal: goesOn.signal }));
  await until(() => server.requests.length > 0, 'the call');
  goesOn.abort();
  await first;
  await server.untilClosed(1);
  const second = streamAhead(models, contexts.reply, asked());
  await until(() => server.requests.length > 1, 'the call');
  assert.equal(await textOf(models, { messages: [{ role: 'user', content: 'two and two?' }] }), 'Four.');
  await second;
  await server.untilClosed(2);
});

test('an answer that is there and that nobody asks for is dropped, too', async () => {
  const { server, models } = await start([{ answer: 'Four.' }]);
  const goesOn = new AbortController();
  const ahead = streamAhead(models, contexts.reply, asked({ signal: goesOn.signal }));
  await until(() => server.requests[0]?.answered, 'the answer');
  goesOn.abort();
  await ahead;
  assert.equal(await textOf(models), 'Four.');
  assert.equal(server.requests.length, 2);
});

test('an answer that was begun and failed is asked for again; who cancels it cancels the call', async () => {
  const never = { text: ['It', new Promise<string>(() => {})] };
  const { server, models } = await start([
    { times: 1, answer: { fault: 'busy' } },
    { times: 1, answer: 'Four.' },
    { answer: never },
  ]);
  await streamAhead(models, contexts.reply, asked());
  assert.equal(await textOf(models), 'Four.');
  const cancel = new AbortController();
  const ahead = streamAhead(models, contexts.reply, asked());
  await until(() => server.requests.length > 2, 'the call');
  const read = textOf(models, { signal: cancel.signal });
  cancel.abort();
  await assert.rejects(read, isAbort);
  await ahead;
  await server.untilClosed(1);
  assert.equal(server.requests.length, 3);
});

test('the table of contexts is complete', () => {
  assert.equal(new Set(MODEL_CONTEXTS.map(({ name }) => name)).size, MODEL_CONTEXTS.length);
  for (const { name, budgetMs, maxTokens, purpose, inputs, failOpen, schema } of MODEL_CONTEXTS) {
    assert.ok(budgetMs > 0 && maxTokens > 0 && purpose && inputs && failOpen, name);
    if (schema) assertBounded(z.toJSONSchema(schema), name);
  }
});

/** A grammar made of a string or list without a bound may never end; llama.cpp takes fewer than 2,000 repetitions. */
function assertBounded(schema: z.core.JSONSchema.JSONSchema, where: string): void {
  if (schema.type === 'string') assert.ok(schema.enum || (schema.maxLength ?? 9999) < 2000, `${where}: string`);
  if (schema.type === 'array') assert.ok((schema.maxItems ?? 9999) <= 100, `${where}: array`);
  if (schema.type === 'number' || schema.type === 'integer')
    assert.ok(schema.maximum !== undefined || /arguments/.test(where), where);
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const inner = [
    ...Object.entries(properties),
    ['items', items],
    ['values', additionalProperties],
    ...anyOf.map((one) => ['or', one]),
  ];
  for (const [key, value] of inner as [string, unknown][]) {
    if (typeof value === 'object' && value !== null)
      assertBounded(value as z.core.JSONSchema.JSONSchema, `${where}.${key}`);
  }
}

test('an answer in words; an empty one is asked for again', async () => {
  let calls = 0;
  const { models } = await start(() => (calls++ === 0 ? '  ' : ' weather, webSearch\n'));
  assert.equal(await askWords(models, { ...contexts.router, retries: 1 }, asked()), 'weather, webSearch');
  assert.equal(calls, 2);
  await assert.rejects(askWords(models, contexts.router, asked({ signal: AbortSignal.abort() })), isAbort);
});

test('data is no answer where sentences are wanted', async () => {
  for (const data of ['{"name": "get_weather", "argum', '[{"a": 1}]', '```json\n["a"]\n```', '<tool_call>x']) {
    const { models } = await start([{ answer: data }]);
    await assert.rejects(askWords(models, contexts.toolDigest, asked()), { code: 'model-failed' }, data);
    assert.equal(await askWords(models, contexts.router, asked()), data);
  }
  const { models } = await start([{ answer: '[2026-05-03] Dinner was lasagne.' }]);
  assert.equal(await askWords(models, contexts.memoryDigest, asked()), '[2026-05-03] Dinner was lasagne.');
});

test('of sentences that were cut only the whole ones are an answer, and none is when there is none', async () => {
  const { models } = await start([
    { answer: { text: 'It costs 12.50 euros. The big one costs 1', doneReason: 'length' }, times: 1 },
    { answer: { text: '- Tea at 5\n- Call Ad', doneReason: 'length' }, times: 1 },
    { answer: { text: 'It costs 1', doneReason: 'length' } },
  ]);
  assert.equal(await askWords(models, contexts.toolDigest, asked()), 'It costs 12.50 euros.');
  assert.equal(await askWords(models, contexts.toolDigest, asked()), '- Tea at 5');
  await assert.rejects(askWords(models, contexts.toolDigest, asked()), { code: 'model-failed' });
});

test('an answer beyond its limit of tokens is not read to its end', async () => {
  const endless = { maxTokens: 5, retries: 0 };
  const { server, models } = await start(() => '{"colour": "red"}'.padStart(200, ' '));
  const provider: Provider = { ...models.provider, chat: (of) => models.provider.chat({ ...of, maxTokens: 1e6 }) };
  const deaf = { ...models, provider };
  await assert.rejects(askWords(deaf, { ...contexts.router, ...endless }, asked()), /does not end/);
  await assert.rejects(ask(deaf, { ...colours, ...endless }, asked()), /does not end/);
  assert.equal(server.requests.length, 2);
});

test('no secret reaches the model, also in what tools gave and were given', async () => {
  const { server, models } = await start([{ answer: 'Fine.' }]);
  const call = { id: '1', name: 'send', arguments: { to: 'anna@example.com', password: 'hunter2' } };
  const messages = [
    { role: 'user' as const, content: 'my password is blue elephant' },
    { role: 'assistant' as const, content: '', tool_calls: [call] },
    { role: 'tool' as const, content: 'Sent from 192.168.1.10.', tool_call_id: '1', tool_name: 'send' },
  ];
  assert.equal(await textOf(models, { messages }), 'Fine.');
  const sent = JSON.stringify(server.requests[0]?.body.messages);
  assert.doesNotMatch(sent, /blue|anna@|hunter2|192\.168/);
  assert.match(sent, /\[password\].*\[mail\].*\[ip\]/);
});
