import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { openMemory } from '../../lib/memory/memory.js';
import { newTurn } from '../../lib/turn/turn.js';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { bench, closeLater, completed, must, sent, turnIn, USER_DIR, unload } from '../node.test.helper.js';

const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model', home: 'a-house', memory: 'a-memory' };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const MEMORY = { id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, 'routed.db') };

async function scripted(answers: ScriptedModelOptions['answers']) {
  const server = await startScriptedModelServer({ speed: 'instant', ...(answers && { answers }) });
  closeLater(server.close);
  const questions = () =>
    server.requests.filter(({ path: of, body }) => of === '/api/chat' && body.messages.length > 1);
  const agent = await bench(AGENT, [
    { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: server.url },
    HOUSE,
    MEMORY,
  ]);
  return { server, questions, agent };
}
const spoken = (site: string) => newTurn({ site, source: 'voice', language: 'en' });

describe('the agent behind a router and a planner', () => {
  afterEach(unload);

  test('keeps to the tools, the plan and the profile of the turn', async () => {
    const { agent, questions } = await scripted([{ answer: 'The desk lamp is on.' }]);
    const turn = {
      ...newTurn({ site: 'den', source: 'text', language: 'en' }),
      tools: ['get_state'],
      plan: ["get_state names=['Desk Lamp']", 'Reply to the user.'],
      profile: { name: 'house', prompt: 'Talk like a caretaker.', tools: ['get_state', 'stop'] },
    };
    agent.send({ payload: 'is the desk lamp on?', topic: 'den', turn });
    await completed(agent);
    assert.deepEqual(turnIn(must(agent.out[0]?.at(-1))).reply?.calls, [
      { name: 'get_state', arguments: { names: ['Desk Lamp'] }, ok: true },
    ]);
    assert.equal(questions().length, 1, 'a concrete step needs no model');
    const { messages, tools = [] } = must(questions()[0]).body;
    assert.match(messages[0]?.content ?? '', /Talk like a caretaker\.$/);
    assert.deepEqual(
      tools.map((tool) => tool.function.name),
      ['get_state', 'stop'],
    );
  });

  test('an interrupted answer is remembered as far as it was heard', async () => {
    const { agent, questions } = await scripted([
      { when: /Hamlet/, answer: { text: ['William wrote it. It is long. A', new Promise(() => {})] } },
      { answer: 'Four.' },
    ]);
    const gone = turns.addMouth();
    const turn = spoken('attic');
    agent.send({ payload: 'who wrote Hamlet?', topic: 'attic', turn });
    await sent(agent, 0, 2);
    const live = must(turns.get(turn.id));
    turns.played(live, 0);
    turns.end(turn.id, 'barge-in');
    agent.send({ payload: 'two and two?', topic: 'attic', turn: spoken('attic') });
    await completed(agent, 2);
    gone();
    const told = must(questions().at(-1)).body.messages.map(({ content }) => content);
    assert.ok(told[1]?.endsWith('who wrote Hamlet?'), told[1]);
    assert.equal(told[2], 'William wrote it. [interrupted]');
  });

  test('a flow that is stopped while its answer is heard remembers it as far as it was', async () => {
    const { agent } = await scripted([{ answer: 'William wrote it. It is long. All die.' }]);
    const gone = turns.addMouth();
    const turn = spoken('vault');
    agent.send({ payload: 'who wrote Hamlet?', topic: 'vault', turn });
    await completed(agent);
    turns.played(must(turns.get(turn.id)), 0);
    await agent.stop();
    gone();
    assert.equal(turns.get(turn.id), undefined);
    const memory = openMemory({ file: MEMORY.file });
    const kept = (await memory.dialogue.since(0)).find(({ site }) => site === 'vault');
    await memory.close();
    assert.equal(kept?.messages.at(-1)?.content, 'William wrote it. [interrupted]');
  });

  test('a stop leaves nothing of the answer it has cut', async () => {
    const { agent, questions, server } = await scripted([
      { when: /Hamlet/, answer: { text: ['William wrote it. A', new Promise(() => {})] } },
      { answer: 'Four.' },
    ]);
    agent.send({ payload: 'who wrote Hamlet?', topic: 'cellar' });
    await sent(agent, 0);
    turns.stop('cellar');
    await server.untilClosed(1);
    agent.send({ payload: 'two and two?', topic: 'cellar' });
    await completed(agent, 2);
    assert.equal(must(questions().at(-1)).body.messages.length, 2);
  });
});
