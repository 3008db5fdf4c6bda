import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { JarvisError } from '../turn/errors.js';
import { openOpenAi } from './openai.js';
import { type ChatPart, type ChatRequest, NoNativeTools, type Provider } from './types.js';

type Handler = (path: string, body: Record<string, unknown>, outgoing: http.ServerResponse, key: string) => void;

const servers: http.Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: Handler): Promise<string> {
  const server = http.createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk) => (text += chunk));
    incoming.on('end', () =>
      handler(incoming.url ?? '', text ? JSON.parse(text) : {}, outgoing, incoming.headers.authorization ?? ''),
    );
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stream(outgoing: http.ServerResponse, events: readonly (object | string)[]): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    outgoing.write(typeof event === 'string' ? `${event}\n` : `data: ${JSON.stringify(event)}\n\n`);
  }
}

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const finish = (reason: string) => ({ choices: [{ delta: {}, finish_reason: reason }] });

function request(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'butler',
    messages: [{ role: 'user', content: 'hello' }],
    temperature: 0.2,
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

const TOOLS = [{ name: 'get_weather', description: 'Weather.', parameters: { type: 'object' } }];

test('streams words, reasoning and counts, and sends the key', async () => {
  let sent: Record<string, unknown> = {};
  let key = '';
  const url = await serve((path, body, outgoing, authorization) => {
    assert.equal(path, '/v1/chat/completions');
    sent = body;
    key = authorization;
    stream(outgoing, [
      ': a comment',
      'data: {broken',
      'data: [1]',
      { choices: [{ delta: { role: 'assistant', reasoning_content: 'Hm.' } }] },
      text('Good '),
      text('day.'),
      finish('stop'),
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 }, timings: { prompt_ms: 4.5 } },
      'data: [DONE]',
    ]);
    outgoing.end();
  });
  const format = { type: 'object', properties: {} };
  const parts = await collect(openOpenAi({ url, key: 'secret' }), request({ format, tools: TOOLS }));
  assert.deepEqual(parts, [
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: 'Good ' },
    { type: 'text', text: 'day.' },
    { type: 'done', cut: false, promptTokens: 12, answerTokens: 3, promptMs: 4.5 },
  ]);
  assert.equal(key, 'Bearer secret');
  assert.equal(sent['max_tokens'], 100);
  assert.deepEqual(sent['response_format'], {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: format },
  });
});

test('puts the fragments of several tool calls together', async () => {
  const call = (index: number, more: object) => ({ choices: [{ delta: { tool_calls: [{ index, ...more }] } }] });
  const url = await serve((_, __, outgoing) => {
    stream(outgoing, [
      call(0, { id: 'a', function: { name: 'get_weather', arguments: '{"ci' } }),
      call(1, { id: 'b', function: { name: 'get_weather', arguments: '' } }),
      call(0, { function: { arguments: 'ty":"Paris"}' } }),
      call(1, { function: { arguments: '{"city":' } }),
      call(1, { function: { arguments: '"Rome"}' } }),
      call(99_999, { function: { name: 'x', arguments: '{}' } }),
      finish('tool_calls'),
      'data: [DONE]',
    ]);
    outgoing.end();
  });
  const parts = await collect(openOpenAi({ url }), request({ tools: TOOLS }));
  assert.deepEqual(parts[0], {
    type: 'calls',
    calls: [
      { id: 'a', name: 'get_weather', arguments: { city: 'Paris' } },
      { id: 'b', name: 'get_weather', arguments: { city: 'Rome' } },
    ],
  });
});

test('sends calls and results the way the API wants them', async () => {
  let sent: Record<string, unknown> = {};
  const url = await serve((_, body, outgoing) => {
    sent = body;
    stream(outgoing, [text('Fine.'), finish('stop')]);
    outgoing.end();
  });
  await collect(
    openOpenAi({ url: `${url}/v1/` }),
    request({
      messages: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'a', name: 'get_weather', arguments: { city: 'Paris' } }],
        },
        { role: 'tool', content: 'sunny', tool_call_id: 'a', tool_name: 'get_weather', tool_failed: false },
      ],
    }),
  );
  assert.deepEqual(sent['messages'], [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
    },
    { role: 'tool', content: 'sunny', tool_call_id: 'a' },
  ]);
});

test('cancelling and leaving close the connection', async () => {
  let closed: () => void = () => {};
  const url = await serve((_, __, outgoing) => {
    outgoing.on('close', () => closed());
    stream(outgoing, [text('One. ')]);
  });
  const left = new Promise<void>((resolve) => (closed = resolve));
  for await (const _ of openOpenAi({ url }).chat(request())) break;
  await left;
  const cancelled = new Promise<void>((resolve) => (closed = resolve));
  const stop = new AbortController();
  await assert.rejects(
    async () => {
      for await (const _ of openOpenAi({ url }).chat(request({ signal: stop.signal }))) stop.abort();
    },
    { name: 'AbortError' },
  );
  await cancelled;
});

for (const [status, message] of [
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [500, 'tools param requires --jinja flag'],
  [400, 'this model does not support tools'],
] as const) {
  test(`"${message}" is NoNativeTools`, async () => {
    const url = await serve((_, __, outgoing) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } })),
    );
    await assert.rejects(collect(openOpenAi({ url }), request({ tools: TOOLS })), NoNativeTools);
  });
}

const FAILURES: [string, string, RegExp, (outgoing: http.ServerResponse) => void][] = [
  [
    'a wrong key',
    'model-failed',
    /refused the key \(No such key\)/,
    (out) => out.writeHead(401).end('{"error":"No such key"}'),
  ],
  [
    'a missing model',
    'model-missing',
    /"butler" is not on/,
    (out) => out.writeHead(404).end('{"error":{"message":"The model does not exist"}}'),
  ],
  ['too many requests', 'model-failed', /busy/, (out) => out.writeHead(429).end('slow down')],
  [
    'an error event',
    'model-failed',
    /out of memory/,
    (out) => {
      stream(out, [text('One'), { error: { message: 'out of memory' } }]);
      out.end();
    },
  ],
  [
    'a stream that just ends',
    'model-failed',
    /broke off/,
    (out) => {
      stream(out, [text('One')]);
      out.end();
    },
  ],
  [
    'a cut connection',
    'model-failed',
    /broke off/,
    (out) => {
      stream(out, [text('One')]);
      setImmediate(() => out.destroy());
    },
  ],
  [
    'an endless line',
    'model-failed',
    /line of more than a megabyte/,
    (out) => {
      stream(out, [`data: ${'x'.repeat(3_000_000)}`]);
      out.end();
    },
  ],
];
for (const [what, code, message, answer] of FAILURES) {
  test(`${what} is said in words`, async () => {
    const url = await serve((_, __, outgoing) => answer(outgoing));
    await assert.rejects(collect(openOpenAi({ url }), request()), (thrown) => {
      assert.ok(thrown instanceof JarvisError);
      assert.equal(thrown.code, code);
      assert.match(thrown.message, message);
      return true;
    });
  });
}

test('models, info and embeddings', async () => {
  const url = await serve((path, body, outgoing) => {
    outgoing.setHeader('content-type', 'application/json');
    if (path === '/v1/models') {
      const data = [{ id: 'butler', meta: { n_params: 4e9 } }, { id: 'maid' }];
      return void outgoing.end(JSON.stringify({ data }));
    }
    assert.deepEqual(body['input'], ['a', 'b']);
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    outgoing.end(JSON.stringify({ data }));
  });
  const provider = openOpenAi({ url });
  const { signal } = new AbortController();
  assert.deepEqual(await provider.models(signal), ['butler', 'maid']);
  assert.deepEqual(await provider.info('butler', signal), { parameters: 4e9 });
  assert.deepEqual(await provider.info('maid', signal), {});
  const vectors = await provider.embed('butler', ['a', 'b'], signal);
  assert.deepEqual(vectors, [
    [1, 0],
    [0, 1],
  ]);
});
