import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatBody, Rule } from '../../test/scripted-model-server/script.js';
import { openDemoHome } from '../home/demo.js';
import type { Message, Tool } from '../llm/types.js';
import { homeTools } from '../tools/home-tools.js';
import { clock } from '../turn/clock.js';
import { callParis, chats, collect, light, start, weather } from './scripted.test.helper.js';

const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const last = ({ messages }: ChatBody) => messages.at(-1)?.content ?? '';
const isLoop = (request: ChatBody) => /voice of this house/.test(system(request));
const offered = (request: ChatBody) => (request.tools ?? []).map((tool) => tool.function.name);
const told = (pattern: RegExp, answer: Rule['answer']): Rule => ({
  when: (request) => pattern.test(last(request)),
  answer,
});
const switchOff = { name: 'control_device', arguments: { action: 'turn_off', names: ['Desk Lamp'] } };
const house = () => homeTools(openDemoHome());

test('a success that no result confirms is not spoken: the model corrects it', async () => {
  const { server, request } = await start([
    told(/was done|failed, so/, 'The light did not answer, I am afraid.'),
    told(/This failed/, 'I have turned on the light. Enjoy.'),
    { answer: { calls: [{ name: 'set_light', arguments: {} }] } },
  ]);
  const { sentences } = await collect(request);
  assert.deepEqual(sentences, ['The light did not answer, I am afraid.']);
  assert.match(last(chats(server)[2]?.body as ChatBody), /You were about to say: "I have turned on the light\."/);
});

test('a model that insists is not believed: what happened is said plainly', async () => {
  for (const [language, lie, truth] of [
    ['en', 'Done.', 'I’m sorry, that didn’t work.'],
    ['de', 'Ich habe das Licht eingeschaltet.', 'Tut mir leid, das hat nicht geklappt.'],
    ['fr', 'J’ai allumé la lumière.', 'Désolé, cela n’a pas marché.'],
    ['es', 'He encendido la luz.', 'Lo siento, no ha funcionado.'],
  ] as const) {
    const { server, request } = await start([
      told(/This failed/, lie),
      { answer: { calls: [{ name: 'set_light', arguments: {} }] } },
    ]);
    const moment = { language, now: new Date(clock.now()) };
    const { sentences, end } = await collect({ ...request, query: 'turn on the light', moment });
    assert.deepEqual(sentences, [truth]);
    assert.equal(end.messages.at(-1)?.content, truth);
    assert.equal(chats(server).length, 3, 'one corrected attempt');
  }
});

test('an invented state is not spoken; what was said before it stays said', async () => {
  const { request } = await start([
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'Let me see. The desk lamp is off now.' },
    { answer: { calls: [{ name: 'get_state', arguments: { names: ['Desk Lamp'] } }] } },
  ]);
  const { sentences } = await collect({ ...request, query: 'Is the desk lamp on?', tools: house() });
  assert.deepEqual(sentences, ['Let me see.', 'Desk Lamp is on.']);
});

test('nothing was called and something is claimed: the model is made to do it', async () => {
  const { request } = await start([
    told(/nothing was done/, { calls: [switchOff] }),
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'The desk lamp is off.' },
    { answer: 'I’ve turned off the desk lamp.' },
  ]);
  const { sentences, end } = await collect({ ...request, query: 'Make the office dark', tools: house() });
  assert.deepEqual(sentences, ['The desk lamp is off.']);
  assert.equal(end.calls[0]?.ok, true);
});

test('what was told may be told again, without a call, and nothing else', async () => {
  for (const [language, query, memory, answer, other] of [
    [
      'en',
      'Where is my passport?',
      'The passport is in the blue drawer.',
      'It’s in the blue drawer.',
      'It’s in the safe.',
    ],
    ['de', 'Wie heißt meine Schwester?', 'Die Schwester heißt Ida.', 'Sie heißt Ida.', 'Sie heißt Marlene.'],
    ['fr', 'Où est garée la voiture ?', 'La voiture est au niveau 3.', 'Au niveau 3.', 'Je viens de la garer.'],
    [
      'es',
      '¿Cuándo es el cumpleaños de Ana?',
      'El cumpleaños de Ana es el 4 de mayo.',
      'El 4 de mayo.',
      'Lo he apuntado en tu calendario.',
    ],
  ] as const) {
    const { request } = await start([{ answer }]);
    const moment = { language, now: new Date(clock.now()) };
    const asked = { ...request, query };
    assert.deepEqual((await collect({ ...asked, moment: { ...moment, memories: [memory] } })).sentences, [answer]);
    const about = { ...request.character, about: [memory] };
    assert.deepEqual((await collect({ ...asked, moment, character: about })).sentences, [answer]);
    const messages: Message[] = [
      { role: 'user', content: memory },
      { role: 'assistant', content: 'OK.' },
    ];
    assert.deepEqual((await collect({ ...asked, moment, messages })).sentences, [answer]);
    const lying = await start([{ answer: other }]);
    const { sentences } = await collect({
      ...lying.request,
      ...{ query, moment: { ...moment, memories: [memory] } },
    });
    assert.ok(!sentences.includes(other), `${query} → ${sentences.join(' ')}`);
  }
});

test('a language as a system writes it is no obstacle to the check', async () => {
  for (const [language, query, answer] of [
    ['de_DE', 'Guten Morgen', 'Guten Morgen!'],
    ['en_US.UTF-8', 'Good morning', 'Good morning!'],
    ['', 'Good morning', 'Good morning!'],
  ] as const) {
    const { request } = await start([{ answer }]);
    const moment = { language, now: new Date(clock.now()) };
    assert.deepEqual((await collect({ ...request, query, moment })).sentences, [answer], language);
  }
});

test('what was done in the turn before may be told of', async () => {
  const { server, request } = await start([{ answer: 'I’ve turned off the desk lamp, as you asked.' }]);
  const messages: Message[] = [
    { role: 'user', content: 'Make it dark' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', ...switchOff }] },
    { role: 'tool', content: 'Done.', tool_call_id: '1', tool_name: 'control_device' },
    { role: 'assistant', content: 'It is dark.' },
  ];
  await collect({ ...request, query: 'Did you?', tools: house(), messages });
  assert.equal(chats(server).length, 1);
});

test('a claim that the call follows is only unspoken', async () => {
  const { server, request } = await start([
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'It is dark now.' },
    { answer: { text: 'I’ve turned off the desk lamp. ', calls: [switchOff] } },
  ]);
  const { sentences } = await collect({ ...request, query: 'Make it dark', tools: house() });
  assert.deepEqual(sentences, ['It is dark now.']);
  assert.equal(chats(server).length, 2);
});

test('only allowed tools are offered and run', async () => {
  const { server, request } = await start([
    { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'It failed.' },
    { answer: { calls: [{ name: 'set_light', arguments: {} }] } },
  ]);
  const ran: string[] = [];
  const lamp: Tool = { ...light, run: async () => ({ ok: true, text: `${ran.push('x')}` }) };
  const { tools } = await collect({ ...request, tools: [weather, lamp], allowed: ['get_weather'] });
  assert.deepEqual(ran, []);
  assert.match(tools[0]?.result.text ?? '', /no tool "set_light"/);
  assert.deepEqual(offered(chats(server)[0]?.body as ChatBody), ['get_weather', 'toolSearchTool']);
});

test('the tool that failed in the turn before is offered again, for one turn', async () => {
  const { server, request } = await start([{ answer: 'Where?' }]);
  const messages: Message[] = [
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'get_weather', arguments: {} }] },
    { role: 'tool', content: 'This failed.', tool_call_id: '1', tool_name: 'get_weather', tool_failed: true },
    { role: 'assistant', content: 'Where are you?' },
  ];
  await collect({ ...request, query: 'In London', allowed: ['set_light'], messages });
  assert.deepEqual(offered(chats(server)[0]?.body as ChatBody), ['get_weather', 'set_light']);
  const later = [...messages, { role: 'user', content: 'Hm' }, { role: 'assistant', content: 'Yes?' }] as Message[];
  await collect({ ...request, query: 'Well', allowed: ['set_light'], messages: later });
  assert.deepEqual(offered(chats(server)[1]?.body as ChatBody), ['set_light', 'toolSearchTool']);
});

test('the tool search widens the list, three times at most', async () => {
  const many = Array.from(
    { length: 8 },
    (_, index): Tool => ({ ...light, name: `spare_${index}`, description: 'Spare.' }),
  );
  let searches = 0;
  const { server, request } = await start([
    { when: (sent) => !isLoop(sent), answer: 'none' },
    told(/get_weather: Says what/, { calls: [callParis] }),
    told(/sunny in Paris/, () => ({
      calls: [{ name: 'toolSearchTool', arguments: { query: `paint ${searches++}` } }],
    })),
    told(/no other tools/, () => ({
      calls: [{ name: 'toolSearchTool', arguments: { query: `paint ${searches++}` } }],
    })),
    told(/No more searching/, 'I cannot paint.'),
    { answer: { calls: [{ name: 'toolSearchTool', arguments: { query: 'say what the weather is' } }] } },
  ]);
  const { sentences, end } = await collect({ ...request, tools: [weather, ...many], allowed: [] });
  assert.deepEqual(sentences, ['I cannot paint.']);
  assert.equal(searches, 3);
  assert.ok(end.calls.some(({ name, ok }) => name === 'get_weather' && ok));
  const loops = chats(server)
    .map(({ body }) => body)
    .filter(isLoop);
  assert.deepEqual(offered(loops[0] as ChatBody), ['toolSearchTool']);
  assert.deepEqual(offered(loops[1] as ChatBody), ['get_weather', 'toolSearchTool']);
});

test('a tool that ends the conversation ends the reply', async () => {
  const bye: Tool = {
    ...weather,
    name: 'stop',
    parameters: {},
    ends: true,
    run: async () => ({ ok: true, text: '.' }),
  };
  const { server, request } = await start([{ answer: { calls: [{ name: 'stop', arguments: {} }] } }]);
  assert.deepEqual((await collect({ ...request, tools: [bye], allowed: [] })).sentences, []);
  assert.equal(chats(server).length, 1);
});

test('Action: tools are called with lines, and only the final answer is spoken', async () => {
  const { server, request } = await start([
    told(/^Observation: <data/m, 'Thought: I know it. So.\nFinal Answer: It is sunny in Paris. Quite.'),
    {
      answer:
        'Thought: I need the weather.\nAction: get_weather\nAction Input: {"city": "Paris"}\nObservation: It rains.',
    },
  ]);
  const { sentences, end } = await collect({ ...request, protocol: 'action' });
  assert.deepEqual(sentences, ['It is sunny in Paris.', 'Quite.']);
  assert.deepEqual(end.calls, [{ ...callParis, ok: true }]);
  const [first, second] = chats(server).map(({ body }) => body);
  assert.equal(first?.tools, undefined);
  assert.match(system(first as ChatBody), /Final Answer:/);
  assert.deepEqual(
    second?.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.match(second?.messages[2]?.content ?? '', /^Action: get_weather\nAction Input: \{"city":"Paris"\}$/);
});

test('Action: nothing is spoken before the final answer, which streams', async () => {
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { server, request } = await start([
    { answer: { text: ['Thought: Hm. I think. Yes.\nFinal Answer: It is four. A', gate, 'nd so on.'] } },
  ]);
  const seen: string[] = [];
  const { reply } = await import('./loop.js');
  for await (const event of reply({ ...request, protocol: 'action' })) {
    if (event.type !== 'sentence') continue;
    seen.push(event.text);
    if (seen.length === 1) assert.equal(chats(server)[0]?.answered, false);
    go();
  }
  assert.deepEqual(seen, ['It is four.', 'And so on.']);
});

test('Action: an answer without the lines is an answer', async () => {
  const { request } = await start([{ answer: 'It is four.' }]);
  assert.deepEqual((await collect({ ...request, protocol: 'action' })).sentences, ['It is four.']);
});

test('what says that it was interrupted is not said', async () => {
  const { request } = await start([{ answer: 'Well. [interrupted] It is four.' }]);
  assert.equal((await collect(request)).end.text.includes('interrupted'), false);
});
