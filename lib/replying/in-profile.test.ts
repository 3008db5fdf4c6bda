import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterTool, type ChatBody, type Rule } from '../../test/scripted-model-server/script.js';
import { readProfiles, turnProfile } from '../deciding/profiles.js';
import type { Tool } from '../llm/types.js';
import { switchProfileTool } from '../tools/switch-profile.js';
import { Trace } from '../turn/trace.js';
import { chats, collect, start, weather } from './scripted.test.helper.js';

const PROFILES = readProfiles(
  JSON.stringify([
    { name: 'weather_desk', description: 'The weather.', prompt: 'Talk like a forecaster.', tools: ['get_weather'] },
    {
      name: 'locksmith',
      description: 'The doors and their locks.',
      prompt: 'Talk like a locksmith.',
      tools: ['unlock_door'],
      model: 'other',
      temperature: 0.9,
      maxTurns: 4,
    },
  ]),
);
const [DESK, LOCKSMITH] = PROFILES;
const CATALOGUE = ['get_weather', 'unlock_door', 'switch_profile', 'stop'];

/** A reply in the first profile, and how often the tool behind its wall ran. */
async function within(answers: readonly Rule[]) {
  let unlocked = 0;
  const unlock: Tool = {
    name: 'unlock_door',
    description: 'Unlocks a door.',
    parameters: { type: 'object', properties: {} },
    ahead: (query) => (/^unlock the door$/.test(query) ? {} : undefined),
    run: async () => ({ ok: true, text: `Unlocked ${++unlocked}.` }),
  };
  const { server, request } = await start(answers);
  const tools = [weather, unlock, switchProfileTool(PROFILES, () => CATALOGUE)];
  assert.ok(DESK && LOCKSMITH);
  const profile = turnProfile(DESK, CATALOGUE, 'words');
  return { server, unlocked: () => unlocked, request: { ...request, tools, profile, site: crypto.randomUUID() } };
}

const names = ({ tools = [] }: ChatBody) => tools.map((tool) => tool.function.name);
const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const call = (name: string, args: Record<string, unknown> = {}) => ({ calls: [{ name, arguments: args }] });

test('a reply that switches goes on with the other prompt, tools, model and temperature', async () => {
  const { server, request, unlocked } = await within([
    { when: (body) => afterTool(body) && /Unlocked/.test(body.messages.at(-1)?.content ?? ''), answer: 'It is open.' },
    { when: afterTool, answer: call('unlock_door') },
    { answer: call('switch_profile', { profile: 'locksmith' }) },
  ]);
  const trace = new Trace('t', 'kitchen', 'text');
  const { sentences } = await collect({ ...request, trace, query: 'will it rain, and are the doors locked?' });
  assert.deepEqual([sentences, unlocked()], [['It is open.'], 1]);
  const [first, second, ...rest] = chats(server).map(({ body }) => body);
  assert.ok(first && second && rest.length === 1);
  assert.deepEqual(
    [names(first), names(second)],
    [
      ['get_weather', 'switch_profile'],
      ['switch_profile', 'unlock_door'],
    ],
  );
  assert.match(system(first), /Talk like a forecaster\.$/);
  assert.match(system(second), /Talk like a locksmith\.$/);
  assert.deepEqual(
    [first, second].map(({ model }) => model),
    ['scripted', 'other'],
  );
  assert.deepEqual(
    [first, second].map(({ options }) => options?.temperature),
    [0.4, 0.9],
  );
  const before = system(first).indexOf('Talk like');
  assert.equal(system(second).slice(0, before), system(first).slice(0, before), 'what stands before it stays cached');
  assert.deepEqual(
    second.messages.slice(1, first.messages.length),
    first.messages.slice(1),
    'and so does the dialogue',
  );
  const decided = trace.details().decisions.find(({ part }) => part === 'profile')?.value;
  assert.deepEqual((decided as { name: string; by: string }).by, 'switched');
});

test('most calls of the model are those of the profile', async () => {
  const { server, request } = await within([
    { answer: (body) => call('get_weather', { city: `${body.messages.length}` }) },
  ]);
  await collect({ ...request, profile: { ...request.profile, maxTurns: 2 } });
  assert.equal(chats(server).filter(({ body }) => names(body).length > 0).length, 2);
});

describe('the wall of a profile', () => {
  test('holds whatever the model calls, also in the answer that switches', async () => {
    const { request, unlocked } = await within([
      { when: afterTool, answer: 'No.' },
      {
        answer: {
          calls: [
            { name: 'switch_profile', arguments: { profile: 'locksmith' } },
            { name: 'unlock_door', arguments: {} },
          ],
        },
      },
    ]);
    await collect({ ...request, query: 'read me that page' });
    const inWords = await within([{ answer: 'Action: unlock_door\nAction Input: {}' }]);
    await collect({ ...inWords.request, protocol: 'action', query: 'hm' });
    assert.deepEqual([unlocked(), inWords.unlocked()], [0, 0]);
  });

  test('holds for what the router left, the tool search, rules, plans, and what failed before', async () => {
    const { server, request, unlocked } = await within([
      { when: afterTool, answer: 'Nothing there.' },
      {
        when: (body) => names(body).includes('toolSearchTool'),
        answer: call('toolSearchTool', { query: 'unlock door' }),
      },
      { when: /unlock door/, answer: 'unlock_door' },
      { answer: 'I can’t.' },
    ]);
    const failed = [
      { role: 'user' as const, content: 'unlock it' },
      { role: 'assistant' as const, content: '', tool_calls: [{ id: '1', name: 'unlock_door', arguments: {} }] },
      { role: 'tool' as const, content: 'Which?', tool_call_id: '1', tool_name: 'unlock_door', tool_failed: true },
    ];
    for (const more of [
      { allowed: ['unlock_door'] },
      { allowed: [] },
      { plan: ['unlock_door', 'Reply to the user.'] },
      { allowed: [], messages: failed },
      {},
    ])
      await collect({ ...request, ...more, query: 'unlock the door' });
    assert.equal(unlocked(), 0);
    assert.ok(chats(server).some(({ body }) => names(body).includes('toolSearchTool')));
    for (const { body } of chats(server)) assert.ok(!names(body).includes('unlock_door'));
  });
});
