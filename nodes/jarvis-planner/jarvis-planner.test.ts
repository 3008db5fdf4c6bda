import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { newTurn } from '../../lib/turn/turn.js';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import {
  bench,
  caught,
  closedPort,
  closeLater,
  completed,
  counts,
  sent,
  silentServer,
  turnIn,
  USER_DIR,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const PLANNER = { type: 'jarvis-planner', outputs: 1, mode: 'separate', model: 'a-model', home: 'a-house' };
const MODEL = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted' };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const OVEN = 'get_state names=["Oven"]';
const REPLY = 'Reply to the user.';

async function scripted(answers: ScriptedModelOptions['answers']) {
  const server = await startScriptedModelServer({ speed: 'instant', ...(answers && { answers }) });
  closeLater(server.close);
  return { server, model: { ...MODEL, url: server.url } };
}

describe('the planner node', () => {
  afterEach(unload);

  test('gives a request its steps, with the tools that the router left', async () => {
    const { model, server } = await scripted([
      { when: /oven/, answer: `${OVEN}\n${REPLY}` },
      { when: /hello/, answer: REPLY },
    ]);
    const planner = await bench(PLANNER, [model, HOUSE]);
    const turn = { ...newTurn({ site: 'den', source: 'text', language: 'en' }), tools: ['get_state', 'stop'] };
    planner.send({ payload: 'is the oven warm?', turn, mine: 7 });
    const first = await sent(planner, 0);
    assert.deepEqual([first.payload, first['mine']], ['is the oven warm?', 7]);
    assert.deepEqual(turnIn(first).plan, [OVEN, REPLY]);
    assert.deepEqual(turnIn(first).tools, ['get_state', 'stop']);
    assert.doesNotMatch(server.requests[0]?.body.messages[0]?.content ?? '', /control_device/);
    planner.send({ payload: 'hello' });
    const second = turnIn(await sent(planner, 0, 2));
    assert.deepEqual([second.plan, second.tools], [[REPLY], ['stop']]);
  });

  test('chooses tools and what to look up in the same call', async () => {
    const answer = {
      tools: ['get_state'],
      plan: [OVEN, REPLY],
      memory: 'the roast of last week',
      keywords: ['roast'],
      from: '2026-11-14',
      to: '',
    };
    const { model } = await scripted([{ answer: JSON.stringify(answer) }]);
    const planner = await bench({ ...PLANNER, mode: 'combined' }, [model, HOUSE]);
    planner.send({ payload: 'is the oven as warm as for the roast?' });
    const turn = turnIn(await sent(planner, 0));
    assert.deepEqual(turn.plan, ["searchMemory topic='the roast of last week'", OVEN, REPLY]);
    assert.deepEqual(turn.tools, ['get_state', 'stop']);
    assert.deepEqual(turn.lookup, { topic: 'the roast of last week', keywords: ['roast'], from: '2026-11-14' });
  });

  test('shows the model the dialogue, and a tool that has just failed', async () => {
    const { model, server } = await scripted([{ answer: `control_device action='turn_off' names=["Oven"]\n${REPLY}` }]);
    const memory = { id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, 'planner.db') };
    const planner = await bench({ ...PLANNER, memory: 'a-memory' }, [model, HOUSE, memory]);
    await planner.node<MemoryNode>('a-memory').dialogue.add('den', [
      { role: 'user', content: 'switch it off' },
      { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'control_device', arguments: {} }] },
      { role: 'tool', content: 'Which one?', tool_call_id: '1', tool_name: 'control_device', tool_failed: true },
      { role: 'assistant', content: 'Which one do you mean?' },
    ]);
    const turn = { ...newTurn({ site: 'den', source: 'text', language: 'en' }), tools: ['get_state', 'stop'] };
    planner.send({ payload: 'the oven', turn });
    assert.deepEqual(turnIn(await sent(planner, 0)).tools, ['get_state', 'stop', 'control_device']);
    const [system, user] = server.requests[0]?.body.messages ?? [];
    assert.match(system?.content ?? '', /control_device/);
    assert.match(user?.content ?? '', /Which one do you mean/);
    const profile = { name: 'watch', tools: ['get_state', 'stop'] };
    planner.send({ payload: 'the oven', turn: { ...turn, id: 'another', profile } });
    const limited = turnIn(await sent(planner, 0, 2));
    assert.deepEqual([limited.tools, limited.plan], [['get_state', 'stop'], undefined], 'the profile forbids it');
  });

  test('passes a request on as it came when the model fails, or it is off', async () => {
    const { model, server } = await scripted([{ answer: { fault: 'crashed' } }]);
    for (const [config, mode] of [
      [model, 'separate'],
      [{ ...MODEL, url: await closedPort() }, 'combined'],
    ] as const) {
      const planner = await bench({ ...PLANNER, mode }, [config, HOUSE]);
      planner.send({ payload: 'is the oven warm?' });
      await completed(planner);
      assert.equal(turnIn(await sent(planner, 0)).plan, undefined);
      await until(() => planner.statuses.some(({ text }) => text === 'status.noPlan'), 'the status');
      await unload();
    }
    const before = server.requests.length;
    const off = await bench({ ...PLANNER, mode: 'off', model: '' }, [model, HOUSE]);
    off.send({ payload: 'is the oven warm?' });
    assert.equal(turnIn(await sent(off, 0)).plan, undefined);
    assert.equal(server.requests.length, before);
  });

  test('says what it needs instead of something that is no words', async () => {
    const planner = await bench(PLANNER, [HOUSE]);
    for (const [index, payload] of [undefined, 7, Buffer.from('x')].entries()) {
      planner.send({ payload });
      assert.equal((await caught(planner, index + 1)).code, 'bad-input');
    }
  });

  test('gives up a model that does not answer when the flow is stopped', async () => {
    const silent = await silentServer();
    const planner = await bench(PLANNER, [{ ...MODEL, url: silent.url }, HOUSE]);
    planner.send({ payload: 'is the oven warm?' });
    await until(() => silent.connections() > 0, 'the question to the model');
    await planner.stop();
    await until(() => silent.connections() === 0, 'the connection to be closed');
    assert.deepEqual(counts(planner).out, [0]);
  });

  test('needs a model', () => withoutConfig(PLANNER, 'model', MODEL, () => ({ payload: 'is the oven warm?' })));
});
