import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Answer, lastUser } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { bench, closeLater, completed, must, turnIn, unload } from './node.test.helper.js';

const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model', home: 'a-house' };
const CONFIGS = { z: 'the-tab', x: 100, y: 100, model: 'a-model', home: 'a-house' };
const ANSWER = 'The front door is locked.';
const STEP = `get_state names=["Front Door"]\nReply to the user.`;

type Stage = 'router' | 'planner';
const RULES: Record<Stage, RegExp> = { router: /^You choose the tools/, planner: /^You plan how/ };

/** Router, planner and agent as example 06 wires them. */
async function wired(mode: 'separate' | 'combined') {
  const combined = { tools: ['get_state'], plan: STEP.split('\n'), memory: '', keywords: [], from: '', to: '' };
  const answers = (request: Parameters<typeof lastUser>[0]): Answer => {
    const rules = request.messages[0]?.content ?? '';
    const stage = (['router', 'planner'] as const).find((name) => RULES[name].test(rules));
    if (stage === 'router') return { text: 'get_state' };
    if (stage === 'planner') return { text: mode === 'combined' ? JSON.stringify(combined) : STEP };
    return { text: ANSWER };
  };
  const server = await startScriptedModelServer({ speed: 'instant', answers });
  closeLater(server.close);
  const agent = await bench(AGENT, [
    { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url },
    HOUSE,
    { ...CONFIGS, id: 'a-router', type: 'jarvis-router', strategy: 'llm', always: true, wires: [['a-planner']] },
    { ...CONFIGS, id: 'a-planner', type: 'jarvis-planner', mode, wires: [['the-subject']] },
  ]);
  agent.node('a-router').receive({ payload: 'is the front door locked?', topic: mode } as never);
  await completed(agent);
  const asked = server.requests.filter(({ path }) => path === '/api/chat');
  return { turn: turnIn(must(agent.out[0]?.at(-1))), asked };
}

describe('router, planner and agent, wired', () => {
  afterEach(unload);

  test('a planned step runs without the chat model, which then answers', async () => {
    for (const mode of ['separate', 'combined'] as const) {
      const { turn, asked } = await wired(mode);
      assert.equal(turn.reply?.text, ANSWER);
      assert.deepEqual(turn.plan, STEP.split('\n'));
      assert.deepEqual(turn.tools, ['get_state', 'stop']);
      assert.deepEqual(
        turn.reply?.calls?.map(({ name, ok }) => ({ name, ok })),
        [{ name: 'get_state', ok: true }],
      );
      assert.equal(asked.length, 3);
      await unload();
    }
  });
});
