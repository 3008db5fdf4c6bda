import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatBody } from '../../test/scripted-model-server/script.js';
import type { Models } from '../llm/gateway.js';
import type { Tool } from '../llm/types.js';
import { type DigestRequest, digestTool } from './digest.js';
import { callParis, chats, collect, light, start, weather } from './scripted.test.helper.js';

const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const last = ({ messages }: ChatBody) => messages.at(-1)?.content ?? '';
const isLoop = (request: ChatBody) => /voice of this house/.test(system(request));
const isDigest = (request: ChatBody) => /You shorten what a tool found/.test(system(request));
const isResolver = (request: ChatBody) => /one step of a plan/.test(system(request));
const REPLY = 'Reply to the user.';

test('concrete steps run with no model call, and the model only puts them into words', async () => {
  const { server, request } = await start([{ answer: 'Sunny in both.' }]);
  const plan = ["get_weather city='Paris'", "get_weather city='Rome'", REPLY];
  const { sentences, end } = await collect({ ...request, plan });
  assert.deepEqual(sentences, ['Sunny in both.']);
  assert.deepEqual(
    end.calls.map(({ arguments: args }) => args['city']),
    ['Paris', 'Rome'],
  );
  assert.equal(chats(server).length, 1);
  const sent = chats(server)[0]?.body as ChatBody;
  assert.match(sent.messages[1]?.content ?? '', /ACTION PLAN:\n1\. get_weather city='Paris'\n2\. .*\n3\. Reply/);
  assert.match(last(sent), /All steps of the plan are done/);
});

test('a bare name is a call where the tool needs nothing, or only what was asked; links and hosts are addresses', async () => {
  const tool = (name: string, parameter: string, required: string[] = []): Tool => ({
    name,
    description: '',
    parameters: { type: 'object', properties: { [parameter]: { type: 'string' } }, required },
    run: async () => ({ ok: true, text: `Found by ${name}.` }),
  });
  const tools = [
    tool('get_state', 'room'),
    tool('webSearch', 'query', ['query']),
    tool('fetchWebPage', 'url', ['url']),
  ];
  const { server, request } = await start([{ answer: 'There it is.' }]);
  const plan = [
    'Use get_state.',
    'webSearch',
    'fetchWebPage [the page](https://example.com/a)',
    'fetchWebPage example.org/b',
    'fetchWebPage url=www.example.net',
    REPLY,
  ];
  const { end } = await collect({ ...request, query: 'the tallest tower', tools, plan });
  assert.deepEqual(
    end.calls.map(({ arguments: args }) => args),
    [
      {},
      { query: 'the tallest tower' },
      { url: 'https://example.com/a' },
      { url: 'https://example.org/b' },
      { url: 'https://www.example.net' },
    ],
  );
  assert.equal(chats(server).length, 1);
});

test('a step with a gap goes through the step resolver, with the results so far', async () => {
  const { server, request } = await start([
    { when: isResolver, answer: JSON.stringify({ name: 'get_weather', arguments: { city: 'Stratford' } }) },
    { answer: 'Sunny in Stratford.' },
  ]);
  const plan = ["get_weather city='Paris'", "get_weather city='<the poet's home>'", REPLY];
  const { end } = await collect({ ...request, plan });
  assert.deepEqual(
    end.calls.map(({ arguments: args }) => args['city']),
    ['Paris', 'Stratford'],
  );
  assert.deepEqual(
    chats(server).map(({ body }) => isResolver(body)),
    [true, false],
  );
  assert.match(last(chats(server)[0]?.body as ChatBody), /It is sunny in Paris[\s\S]*The step: get_weather/);
});

test('a resolver that names no allowed tool, or leaves out an argument, hands over to the model', async () => {
  for (const answer of [
    '{"name": null, "arguments": {}}',
    '{"name": "set_light", "arguments": {}}',
    '{"name": "get_weather", "arguments": {}}',
    'no JSON',
  ]) {
    const { server, request } = await start([{ when: isResolver, answer }, { answer: 'Where?' }]);
    const { sentences, end } = await collect({
      ...request,
      plan: ["get_weather city='<where>'", REPLY],
      allowed: ['get_weather'],
    });
    assert.deepEqual([sentences, end.calls], [['Where?'], []], answer);
    assert.ok(chats(server).some(({ body }) => isLoop(body)));
  }
});

test('a planned step whose tool is not allowed is not run', async () => {
  const ran: string[] = [];
  const lamp: Tool = { ...light, parameters: {}, run: async () => ({ ok: true, text: `${ran.push('x')}` }) };
  const { request } = await start([
    { when: isResolver, answer: '{"name": "set_light", "arguments": {}}' },
    { answer: 'No.' },
  ]);
  await collect({ ...request, tools: [weather, lamp], plan: ['set_light', REPLY], allowed: ['get_weather'] });
  assert.deepEqual(ran, []);
});

test('large models plan for themselves: nothing is run before they are asked', async () => {
  const { server, request } = await start([{ answer: 'Sunny.' }], { parameters: 70e9 });
  const { end } = await collect({ ...request, plan: ["get_weather city='Paris'", REPLY] });
  assert.deepEqual(end.calls, []);
  assert.match(last(chats(server)[0]?.body as ChatBody), /ACTION PLAN/);
});

test('steps that act are run one after the other', async () => {
  const order: string[] = [];
  const lamp: Tool = {
    ...light,
    parameters: { type: 'object', properties: { room: {} } },
    run: async ({ room }) => {
      order.push(`${room} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${room} ends`);
      return { ok: true, text: `Done: ${room} is now on.` };
    },
  };
  const { request } = await start([{ answer: 'Both are lit.' }]);
  await collect({ ...request, tools: [lamp], plan: ["set_light room='a'", "set_light room='b'", REPLY] });
  assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('two questions in one: the model is told which is still open', async () => {
  const { server, request } = await start([
    {
      when: (sent) => /answered 1 of 2 parts/.test(last(sent)),
      answer: { calls: [{ name: 'get_weather', arguments: { city: 'Rome' } }] },
    },
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'Sunny in both.' },
    { answer: { calls: [callParis] } },
  ]);
  const query = "what's the weather in Paris and how warm is it in Rome?";
  const { sentences, end } = await collect({ ...request, query });
  assert.deepEqual(sentences, ['Sunny in both.']);
  assert.equal(end.calls.length, 2);
  assert.match(last(chats(server)[1]?.body as ChatBody), /Still open: "how warm is it in Rome\?"/);
  assert.doesNotMatch(last(chats(server)[2]?.body as ChatBody), /Still open/);
});

const page = (about: string) => `${about} was built in 1889. ${'It is tall and made of iron. '.repeat(20)}`;
const reader: Tool = {
  ...weather,
  name: 'fetch_page',
  run: async ({ city }) => ({ ok: true, text: page(String(city)) }),
};
/** As the digest node shortens what the agent gives it. */
const digesting =
  (models: Models, choice: DigestRequest['choice'] = 'auto') =>
  (tool: string, text: string) =>
    digestTool(tool, text, { models: async () => models, query: 'q', choice, signal: new AbortController().signal });
const read = (city: string) => ({ name: 'fetch_page', arguments: { city } });

test('long results are shortened for small models, several side by side', async () => {
  let waiting = 0;
  let both: () => void = () => {};
  const together = new Promise<void>((resolve) => (both = resolve));
  // Two slots, as a real server has them when told to: both digests are asked for before either is answered.
  const { server, request } = await start([
    {
      when: isDigest,
      answer: (sent) => {
        if (++waiting === 2) both();
        return { text: [together, `According to the page, ${/Tower|Gate/.exec(last(sent))} was built in 1889.`] };
      },
    },
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'Both are old.' },
    { answer: { calls: [read('Tower'), read('Gate')] } },
  ]);
  const { end } = await collect({ ...request, tools: [reader], digest: digesting(request.models) });
  const results = end.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  assert.match(
    results[0] ?? '',
    /^<data from="fetch_page">\nAccording to the page, Tower was built in 1889\.\n<\/data>$/,
  );
  assert.match(results[1] ?? '', /Gate/);
  assert.equal(chats(server).filter(({ body }) => isDigest(body)).length, 2);
});

for (const [what, answer] of [
  ['NONE', 'NONE'],
  ['a made-up number', 'According to the page, it was built in 1925.'],
  ['nothing', ''],
  ['an error', { fault: 'crashed' as const }],
] as const) {
  test(`a digest that gives ${what} leaves the raw result`, async () => {
    const { request } = await start([
      { when: isDigest, answer },
      { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'It is old.' },
      { answer: { calls: [read('Tower')] } },
    ]);
    const { end, sentences } = await collect({ ...request, tools: [reader], digest: digesting(request.models) });
    assert.ok(end.messages.find(({ role }) => role === 'tool')?.content.includes(page('Tower').trim()));
    assert.deepEqual(sentences, ['It is old.']);
  });
}

test('large models, and digests that are off, get the raw result', async () => {
  for (const [model, choice] of [
    [{ parameters: 70e9 }, 'auto'],
    [{}, 'off'],
  ] as const) {
    const { server, request } = await start(
      [
        { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'It is old.' },
        { answer: { calls: [read('Tower')] } },
      ],
      model,
    );
    await collect({ ...request, tools: [reader], digest: digesting(request.models, choice) });
    assert.equal(chats(server).length, 2);
  }
});
