import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { newTurn } from '../../lib/turn/turn.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import { bench, completed, must, USER_DIR, unload } from '../node.test.helper.js';

describe('the agent without a model server', () => {
  afterEach(unload);

  test('remembers what it is told to, though no model is named and none can be asked', async () => {
    const agent = await bench({ type: 'jarvis-agent', outputs: 1, model: 'a-model', memory: 'a-memory' }, [
      { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: 'http://127.0.0.1:9' },
      { id: 'a-memory', type: 'jarvis-memory', model: 'a-model', file: path.join(USER_DIR, 'offline.db') },
    ]);
    const { memory } = agent.node<MemoryNode>('a-memory');
    const text = 'remember that Ada is allergic to walnuts';
    agent.send({ payload: text, turn: newTurn({ site: 'den', source: 'text', language: 'en', heard: { text } }) });
    await completed(agent, 1);
    const kept = await memory.entries.search({ text: 'walnuts' });
    assert.deepEqual(
      kept.map((entry) => entry.text),
      ['Ada is allergic to walnuts'],
    );
    const said = agent.out[0]?.map(({ payload }) => payload).join(' ');
    assert.match(must(said), /walnuts/);
  });
});
