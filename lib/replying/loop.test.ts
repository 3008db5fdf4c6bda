import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, afterTool } from '../../test/scripted-model-server/script.js';
import { DEMO_HOUSE } from '../home/demo-house.js';
import { noModels } from '../llm/gateway.js';
import type { Tool } from '../llm/types.js';
import { apology } from '../turn/apologies.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { Trace } from '../turn/trace.js';
import { reply, warmReply } from './loop.js';
import { callParis, chats, collect, start, weather } from './scripted.test.helper.js';

test('small talk: one call, sentence by sentence', async () => {
  const { server, request } = await start([{ answer: 'Good day. How may I help?' }]);
  const trace = new Trace('t', 'kitchen', 'text');
  const { sentences, end } = await collect({ ...request, trace });
  assert.deepEqual(sentences, ['Good day.', 'How may I help?']);
  assert.equal(end.question, true);
  assert.deepEqual(end.messages, [{ role: 'assistant', content: 'Good day. How may I help?' }]);
  assert.equal(chats(server).length, 1);
  assert.equal(trace.record().spans.filter(({ stage }) => stage === 'model').length, 1);
});

test('the first sentence is given out while the model still writes', async () => {
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { server, request } = await start([{ answer: { text: ['It is sunny. A', gate, 'nd warm.'] } }]);
  const seen: string[] = [];
  for await (const event of reply(request)) {
    if (event.type !== 'sentence') continue;
    seen.push(event.text);
    if (seen.length > 1) continue;
    assert.equal(chats(server)[0]?.answered, false);
    go();
  }
  assert.deepEqual(seen, ['It is sunny.', 'And warm.']);
});

test('native: a call, its result, a spoken answer; the dialogue goes before the query', async () => {
  const { server, request } = await start([
    { when: afterTool, answer: 'It is sunny in Paris.' },
    { answer: { text: 'Let me see.', calls: [callParis] } },
  ]);
  const dialogue = [
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Good day.' },
  ];
  const { sentences, end, tools } = await collect({ ...request, messages: dialogue });
  assert.deepEqual(sentences, ['It is sunny in Paris.'], 'what stands beside a call is not spoken');
  assert.deepEqual(tools[0]?.result, { ok: true, text: 'It is sunny in Paris.' });
  assert.deepEqual(end.calls, [{ ...callParis, ok: true }]);
  const [first, second] = chats(server).map(({ body }) => body);
  assert.deepEqual(
    first?.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.deepEqual(
    first?.tools?.map((tool) => tool.function.name),
    ['get_weather', 'set_light'],
  );
  assert.deepEqual(second?.messages.slice(0, 4), first?.messages, 'the prompt only grows');
  assert.deepEqual(
    second?.messages.slice(4).map(({ role }) => role),
    ['assistant', 'tool'],
  );
  assert.deepEqual(
    end.messages.map(({ role }) => role),
    ['assistant', 'tool', 'assistant'],
  );
});

test('without native tools: fenced calls from then on', async () => {
  const fenced = `\`\`\`tool_call\n${JSON.stringify(callParis)}\n\`\`\``;
  const { server, request } = await start(
    [
      { when: /^\[Result of get_weather\]/, answer: 'It is sunny in Paris. Quite.' },
      { answer: `Let me see. ${fenced}` },
    ],
    { tools: false },
  );
  const { sentences, end } = await collect(request);
  assert.deepEqual(sentences, ['Let me see.', 'It is sunny in Paris.', 'Quite.']);
  assert.equal(end.calls.length, 1);
  assert.deepEqual(
    chats(server).map(({ body }) => body.tools !== undefined),
    [true, false, false],
  );
  assert.match(chats(server)[1]?.body.messages[0]?.content ?? '', /- get_weather: Says what the weather is\./);
  await collect(request);
  assert.equal(chats(server).filter(({ body }) => body.tools).length, 1, 'it is asked for only once');
});

test('a call written as text is run in the native protocol, too', async () => {
  const { request } = await start([
    { when: afterTool, answer: 'It is sunny.' },
    { answer: '{"name": "get_weather", "arguments": {"city": "St. Gallen"}}' },
  ]);
  const { sentences, end } = await collect(request);
  assert.deepEqual(sentences, ['It is sunny.']);
  assert.deepEqual(end.calls[0]?.arguments, { city: 'St. Gallen' });
});

test('several calls of one answer run side by side, results in order', async () => {
  const cities = ['Paris', 'Rome', 'Oslo'];
  let started = 0;
  let all: () => void = () => {};
  const together = new Promise<void>((resolve) => (all = resolve));
  const tool: Tool = {
    ...weather,
    run: async ({ city }) => {
      if (++started === cities.length) all();
      await together;
      return { ok: true, text: String(city) };
    },
  };
  const { server, request } = await start([
    { when: afterTool, answer: 'Sunny everywhere.' },
    { answer: { calls: cities.map((city) => ({ name: 'get_weather', arguments: { city } })) } },
  ]);
  const { tools } = await collect({ ...request, tools: [tool] });
  assert.deepEqual(
    tools.map(({ result }) => result.text),
    cities,
  );
  const results = chats(server)[1]?.body.messages.filter(({ role }) => role === 'tool') ?? [];
  assert.deepEqual(
    results.map(({ content }) => cities.find((city) => content.includes(city))),
    cities,
  );
});

test('failures go back to the model, which mends them', async () => {
  const { server, request } = await start([
    {
      when: ({ messages }) => !afterTool({ messages, model: '' }),
      answer: { calls: [{ name: 'get_wether', arguments: {} }] },
    },
    {
      when: ({ messages }) => /no tool "get_wether"/.test(messages.at(-1)?.content ?? ''),
      answer: { calls: [{ name: 'get_weather', arguments: {} }] },
    },
    { when: ({ messages }) => /missing: city/.test(messages.at(-1)?.content ?? ''), answer: { calls: [callParis] } },
    { answer: 'Sunny at last.' },
  ]);
  const { sentences, end, tools } = await collect(request);
  assert.deepEqual(sentences, ['Sunny at last.']);
  assert.deepEqual(
    tools.map(({ result }) => result.ok),
    [false, false, true],
  );
  assert.match(chats(server)[1]?.body.messages.at(-1)?.content ?? '', /The tools are: get_weather, set_light/);
  assert.deepEqual(end.messages.filter(({ tool_failed }) => tool_failed).length, 2);
});

test('a tool that throws is a failed result', async () => {
  const broken: Tool = {
    ...weather,
    run: () => {
      throw new Error('the barometer is broken');
    },
  };
  const { request } = await start([{ when: afterTool, answer: 'I cannot tell.' }, { answer: { calls: [callParis] } }]);
  const { tools, end } = await collect({ ...request, tools: [broken] });
  assert.deepEqual(tools[0]?.result, { ok: false, text: 'the barometer is broken' });
  assert.equal(end.calls[0]?.ok, false);
});

test('the same call again is refused, and a model that insists is stopped', async () => {
  const { server, request } = await start([{ answer: { calls: [callParis] } }]);
  const { tools, sentences } = await collect(request);
  assert.deepEqual(
    tools.map(({ result }) => result.ok),
    [true, false, false],
  );
  assert.match(tools[1]?.result.text ?? '', /its result is above/);
  assert.deepEqual(sentences, ['I didn’t get to the end of that.', 'It is sunny in Paris.']);
  assert.equal(chats(server).length, 4, 'the digest gave nothing');
});

test('the most turns end with an honest sentence in the person’s language', async () => {
  let count = 0;
  const { server, request } = await start([
    { answer: () => ({ calls: [{ name: 'get_weather', arguments: { city: `city ${count++}` } }] }) },
  ]);
  const { sentences } = await collect({ ...request, moment: { language: 'fr-CA', now: new Date(clock.now()) } });
  assert.deepEqual(sentences, ['Je n’ai pas pu aller jusqu’au bout.', 'It is sunny in city 7.']);
  assert.equal(chats(server).length, 9);
});

test('the most turns end with a caveat and what was found out', async () => {
  let count = 0;
  const { request } = await start([
    { when: ({ messages }) => /ran out of steps/.test(messages[0]?.content ?? ''), answer: 'Es ist überall sonnig.' },
    { answer: () => ({ calls: [{ name: 'get_weather', arguments: { city: `city ${count++}` } }] }) },
  ]);
  const { sentences } = await collect({
    ...request,
    tools: [{ ...weather, run: async () => ({ ok: true, text: 'Überall sonnig.' }) }],
    maxTurns: 2,
    moment: { language: 'de', now: new Date(clock.now()) },
  });
  assert.deepEqual(sentences, ['Damit bin ich nicht ganz fertig geworden.', 'Es ist überall sonnig.']);
});

for (const [what, bad] of [
  ['truncated JSON', '{"temperature": 12, "wind'],
  ['bare tool calls', 'tool_calls: []'],
  ['a data dump', '```json\n{"temperature_2m": 12.3, "wind": 4}\n```'],
  ['an unknown call', '```tool_call\n{"name": "format_disk", "arguments": {}}\n```'],
  ['nothing', ''],
] as const) {
  test(`${what} is asked for once more, with a nudge`, async () => {
    const { server, request } = await start([{ answer: bad, times: 1 }, { answer: 'It is mild.' }]);
    const { sentences } = await collect(request);
    assert.deepEqual(sentences, ['It is mild.']);
    const messages = chats(server)[1]?.body.messages ?? [];
    assert.match(messages.at(-1)?.content ?? '', /\n\nTell me a story.\n\nAnswer now/);
    assert.equal(messages.length, 2);
  });

  test(`${what} twice is a plain sentence`, async () => {
    const { server, request } = await start([{ answer: bad }]);
    const { sentences, end } = await collect({ ...request, moment: { language: 'de', now: new Date(clock.now()) } });
    assert.equal(sentences.length > 0, true);
    assert.match(end.text, /^Tut mir leid/);
    assert.equal(chats(server).length, 2);
  });
}

test('nothing after a tool is its result', async () => {
  const { server, request } = await start([{ when: afterTool, answer: '' }, { answer: { calls: [callParis] } }]);
  assert.deepEqual((await collect(request)).sentences, ['It is sunny in Paris.']);
  assert.equal(chats(server).length, 2);
});

test('nothing after a failed tool says that it failed', async () => {
  const { request } = await start([
    { when: afterTool, answer: '' },
    { answer: { calls: [{ name: 'set_light', arguments: {} }] } },
  ]);
  assert.deepEqual((await collect(request)).sentences, ['I’m sorry, that didn’t work.']);
});

test('what a tool has done is said even when the model then fails', async () => {
  const { request } = await start([
    { when: afterTool, answer: { fault: 'bad-request' } },
    { answer: { calls: [callParis] } },
  ]);
  const { sentences, end } = await collect(request);
  assert.deepEqual(sentences, ['It is sunny in Paris.']);
  assert.equal(end.calls[0]?.ok, true);
});

for (const fault of ['bad-request', 'crashed', 'cut', 'error-line', 'unfinished'] as const) {
  test(`a model that is "${fault}" is an error for people`, async () => {
    const { request } = await start([{ answer: { text: 'It is', fault } }]);
    await assert.rejects(collect(request), JarvisError);
  });
}

test('a model that is missing is said once to be so, with what is understood without it', async () => {
  const { request } = await start([{ answer: { fault: 'missing' } }]);
  const house = () => DEMO_HOUSE;
  const first = await collect({ ...request, house });
  assert.equal(first.sentences[0], apology('model-missing', 'en'));
  assert.match(first.end.text, /“turn on the kitchen light”, “what is on\?”, or “/);
  assert.equal(first.end.lacking?.code, 'model-missing');
  const second = await collect({ ...request, house });
  assert.match(second.end.text, /^I need a language model/);
  assert.deepEqual(
    second.events.filter(({ type }) => type === 'shown'),
    [],
    'it was chosen: nobody has to add one',
  );
});

test('a server that has gone is told of again after it has answered', async () => {
  const { request } = await start([
    { answer: { fault: 'missing' }, times: 1 },
    { answer: 'It is mild.', times: 1 },
    { answer: { fault: 'missing' } },
  ]);
  const sentences = [];
  for (let turn = 0; turn < 4; turn++) sentences.push((await collect(request)).sentences[0]);
  const sorry = apology('model-missing', 'en');
  assert.deepEqual(sentences, [sorry, 'It is mild.', sorry, 'I need a language model to answer that.']);
});

test('without any model nothing is asked: what was told is said back, and how to add one is shown', async () => {
  const { server, request } = await start([]);
  const missing = new JarvisError('model-missing', 'The model server has no model yet.');
  const models = noModels(request.models.provider, missing);
  const about = ["- I can't eat nuts"];
  const told = await collect({
    ...request,
    models,
    query: 'what should I not eat?',
    character: { name: 'Jarvis', about },
  });
  assert.deepEqual(told.sentences, ["You told me that you can't eat nuts."]);
  assert.deepEqual(
    told.events.filter(({ type }) => type === 'shown'),
    [],
  );
  const other = await collect({
    ...request,
    models,
    moment: { language: 'de', now: new Date(clock.now()) },
    house: () => DEMO_HOUSE,
  });
  assert.match(other.end.text, /Sprachmodell\..*Ollama.*„schalte das Küchenlicht ein“/);
  const [shown] = other.events.filter((event) => event.type === 'shown');
  assert.match(shown?.text ?? '', /https:\/\/ollama\.com.*ollama pull/);
  assert.doesNotMatch(other.end.text, /https:|ollama pull/, 'an address is shown, not spoken');
  assert.equal(server.requests.length, 0);
  assert.throws(() => noModels(request.models.provider, new JarvisError('model-failed', 'x')), {
    code: 'model-failed',
  });
});

test('a hundred kilobytes of the same sentence are cut short', async () => {
  const { server, request } = await start([{ answer: { fault: 'huge' } }]);
  const { sentences } = await collect(request);
  assert.ok(sentences.length >= 1 && sentences.length <= 5, String(sentences.length));
  assert.equal(chats(server).length, 1);
});

test('an answer cut off by its limit ends with its last whole sentence', async () => {
  const { request } = await start([{ answer: { text: 'One is done. Two is not qui', doneReason: 'length' } }]);
  assert.deepEqual((await collect(request)).sentences, ['One is done.']);
});

test('thinking is never spoken', async () => {
  const { request } = await start([{ answer: '<think>She wants tea. I know.</think>Tea is served.' }]);
  assert.deepEqual((await collect(request)).sentences, ['Tea is served.']);
});

test('an abort ends model and tools', async () => {
  const stop = new AbortController();
  let aborted: () => void = () => {};
  const ended = new Promise<void>((resolve) => (aborted = resolve));
  const slow: Tool = {
    ...weather,
    run: (_, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => aborted());
        stop.abort();
      }),
  };
  const { request } = await start([{ answer: { calls: [callParis] } }]);
  await assert.rejects(collect({ ...request, tools: [slow], signal: stop.signal }), { name: 'AbortError' });
  await ended;
});

test('who stops listening stops the model', async () => {
  const { server, request } = await start([{ answer: { text: ['One. T', new Promise(() => {})] } as Answer }]);
  for await (const { type } of reply(request)) if (type === 'sentence') break;
  await server.untilClosed(1);
});

test('warming up evaluates the head that the reply then shares', async () => {
  const { server, request } = await start([{ answer: 'x' }], { tools: false });
  await warmReply(request);
  const warmed = chats(server).at(-1);
  assert.equal(warmed?.body.options?.num_predict, 1);
  assert.equal(warmed?.body.tools, undefined, 'a model known to have no tools isn’t asked with tools');
  await collect(request);
  const asked = chats(server).at(-1);
  const head = warmed?.body.messages[0]?.content ?? '-';
  assert.ok(asked?.body.messages[0]?.content.startsWith(head));
  assert.ok((asked?.reusedTokens ?? 0) > 0.9 * (warmed?.promptTokens ?? 1) - 10);
});

test('what a tool took out of the memory is said, whether the model says it or not', async () => {
  const forgetting: Tool = {
    name: 'memory_forget',
    description: 'Erases one thing.',
    parameters: { type: 'object', properties: {} },
    acts: true,
    run: async () => ({ ok: true, text: 'Forgotten: I like jazz.', taken: ['I like jazz'] }),
  };
  const calls = [{ name: 'memory_forget', arguments: {} }];
  for (const [words, said] of [
    ['Very well.', 'I no longer remember this: I like jazz. For a day you can say “take that back”.'],
    ['I have forgotten that I like jazz.', undefined],
  ] as const) {
    const { request } = await start([{ when: afterTool, answer: words }, { answer: { text: '', calls } }]);
    const { sentences } = await collect({ ...request, tools: [forgetting], query: 'forget that I like jazz' });
    assert.deepEqual(sentences, said ? [words, said] : [words]);
  }
});
