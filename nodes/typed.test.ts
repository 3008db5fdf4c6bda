import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Node } from 'node-red';
import { turns, type Words } from '../lib/conversation/turns.js';
import { WORKING } from '../test/failure-walk/replies.js';
import { contextIn } from '../test/model-failures.js';
import type { Answer } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import type { Message } from './adapter.js';
import { turnRows } from './memory-admin/turns.js';
import { closeLater, configs, must, unload, until } from './node.test.helper.js';

const STAGES = ['judge', 'command', 'router', 'planner', 'recall', 'agent'];

describe('words that are typed in the editor', () => {
  afterEach(unload);

  for (const first of STAGES) {
    test(`inject → ${first}: the conversation shows them, once, as they were typed`, async () => {
      const answers = (request: Parameters<typeof contextIn>[0]) => WORKING[contextIn(request)] as Answer;
      const server = await startScriptedModelServer({ speed: 'instant', answers });
      closeLater(server.close);
      const place = { z: 'a-tab', x: 100, y: 100 };
      const uses = { ...place, model: 'a-model', home: 'a-house' };
      const after = (stage: string) => STAGES[STAGES.indexOf(stage) + 1] ?? 'ear';
      const flow = await configs([
        { id: 'a-tab', type: 'tab', label: 'a flow' },
        { id: 'a-house', type: 'jarvis-home', kind: 'demo' },
        { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url },
        ...STAGES.map((id) => ({
          ...uses,
          id,
          type: `jarvis-${id}`,
          wires: id === 'command' ? [['ear'], [after(id)]] : [[after(id)]],
        })),
        { ...place, id: 'ear', type: 'helper', wires: [] },
      ]);
      const shown: Words[] = [];
      const onWords = (words: Words) => shown.push(words);
      turns.on('words', onWords);
      closeLater(async () => void turns.off('words', onWords));
      const replies: Message[] = [];
      flow.node<Node>('ear').on('input', (msg) => replies.push(msg as Message));
      const payload = 'Jarvis, may I go to bed with that front door?';
      flow.node<Node>(first).receive({ payload, topic: `typed-${first}` } as never);
      await until(() => replies.some(({ parts }) => parts?.count), 'the reply');
      const heard = shown.filter(({ kind, site }) => kind === 'heard' && site === `typed-${first}`);
      assert.deepEqual(
        heard.map(({ text }) => text),
        [payload],
      );
      const row = must((await turnRows()).find(({ site }) => site === `typed-${first}`));
      assert.deepEqual([row.heard, row.reply], [payload, 'The front door is locked.']);
    });
  }

  test('a voice is not shown as what the judge made of it', () => {
    const shown: Words[] = [];
    const onWords = (words: Words) => shown.push(words);
    turns.on('words', onWords);
    closeLater(async () => void turns.off('words', onWords));
    const live = turns.begin({ id: 'a-voice', site: 'den', source: 'voice' }, 'lamp on');
    turns.end(live.id);
    assert.deepEqual(shown, []);
  });
});
