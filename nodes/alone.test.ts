import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Node } from 'node-red';
import { turnSchema } from '../lib/turn/turn.js';
import { WORKING } from '../test/failure-walk/replies.js';
import { contextIn } from '../test/model-failures.js';
import type { Answer } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import type { Message } from './adapter.js';
import { bench, closeLater, configs, must, TYPES, USER_DIR, unload, until } from './node.test.helper.js';

/** What comes of a string that is sent to a node on which nothing is chosen: it goes on, or an error says what to do. */
const ALONE: Record<string, 'no input' | 'goes on' | [code: string, message: RegExp]> = {
  'jarvis-satellites': 'no input',
  'jarvis-voice': 'no input',
  'jarvis-model': 'no input',
  'jarvis-home': 'no input',
  'jarvis-memory': 'no input',
  'jarvis-satellite-in': 'no input',
  'jarvis-wake': ['bad-audio', /Wire a satellite in/],
  'jarvis-listen': ['bad-audio', /Wire a wake/],
  'jarvis-judge': 'goes on',
  'jarvis-command': ['not-configured', /choose one/],
  'jarvis-sentence': 'no input',
  'jarvis-tool': 'no input',
  'jarvis-internet': 'no input',
  'jarvis-computer': 'no input',
  'jarvis-camera': ['not-configured', /Get it with: /],
  'jarvis-mcp': 'no input',
  'jarvis-user-tools': 'no input',
  'jarvis-tool-result': ['bad-input', /Wire a tool/],
  'jarvis-router': 'goes on',
  'jarvis-planner': ['not-configured', /choose one/],
  'jarvis-recall': 'goes on',
  'jarvis-digest': 'goes on',
  'jarvis-agent': ['not-configured', /choose one/],
  'jarvis-remember': 'goes on',
  'jarvis-memories': ['bad-input', /msg\.action: query/],
  'jarvis-speak': ['not-configured', /choose one/],
  'jarvis-satellite-out': ['not-configured', /choose one/],
  'jarvis-say': ['not-configured', /choose one/],
  'jarvis-mcp-server': 'no input',
  'wyoming-wake': ['bad-audio', /Wire a node that gives sound/],
  'wyoming-stt': ['bad-audio', /Wire a node that gives a recording/],
  'wyoming-tts': ['not-configured', /tcp:\/\/host:port/],
};

describe('a node alone', () => {
  afterEach(unload);

  test('every node of the package is in the table', () => {
    assert.deepEqual(Object.keys(ALONE).sort(), TYPES.toSorted());
  });

  for (const [type, expected] of Object.entries(ALONE)) {
    if (expected === 'no input') continue;
    test(`${type}: a string ${expected === 'goes on' ? 'goes on' : `is an error that says what to do (${expected[0]})`}`, async () => {
      const subject = await bench({ type, outputs: 3 });
      subject.send({ payload: 'what is the weather like?', topic: 'den' });
      await until(() => subject.out.flat().length + subject.caught.length > 0, 'a result or an error');
      const [sent] = subject.out.flat();
      const error = subject.caught[0]?.error;
      if (expected === 'goes on') {
        assert.deepEqual([sent?.payload, sent?.topic, error], ['what is the weather like?', 'den', undefined]);
      } else {
        assert.deepEqual([error?.code, sent], [expected[0], undefined]);
        assert.match(must(error).message, expected[1]);
      }
    });
  }

  test('a function node in the place of the judge; what goes between the stages is what docs/messages.md says', async () => {
    const server = await startScriptedModelServer({
      speed: 'instant',
      answers: (request) => WORKING[contextIn(request)] as Answer,
    });
    closeLater(server.close);
    const place = { z: 'a-tab', x: 100, y: 100 };
    const uses = { ...place, model: 'a-model', home: 'a-house', memory: 'a-memory' };
    const func = "return { ...msg, payload: msg.payload.replace(/^hey house, /, '') };";
    const stages = ['judge', 'command', 'router', 'planner', 'recall', 'digest', 'agent', 'speak'];
    const flow = await configs([
      { id: 'a-tab', type: 'tab', label: 'a flow' },
      { id: 'a-house', type: 'jarvis-home', kind: 'demo' },
      { id: 'a-memory', type: 'jarvis-memory', file: `${USER_DIR}/alone.db` },
      { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url },
      { id: 'a-voice', type: 'jarvis-voice', tts: 'espeak', language: 'en' },
      { ...place, id: 'judge', type: 'function', func, outputs: 1, wires: [['command', 'after-judge']] },
      { ...uses, id: 'command', type: 'jarvis-command', wires: [['speak'], ['router', 'after-command']] },
      {
        ...uses,
        id: 'router',
        type: 'jarvis-router',
        strategy: 'llm',
        always: true,
        wires: [['planner', 'after-router']],
      },
      { ...uses, id: 'planner', type: 'jarvis-planner', mode: 'combined', wires: [['recall', 'after-planner']] },
      { ...uses, id: 'recall', type: 'jarvis-recall', wires: [['digest', 'after-recall']] },
      { ...uses, id: 'digest', type: 'jarvis-digest', wires: [['agent', 'after-digest']] },
      { ...uses, id: 'agent', type: 'jarvis-agent', wires: [['speak', 'after-agent']] },
      { ...place, id: 'speak', type: 'jarvis-speak', voice: 'a-voice', wires: [['after-speak']] },
      ...stages.map((stage) => ({ ...place, id: `after-${stage}`, type: 'helper', wires: [] })),
    ]);
    const after = (stage: string) => {
      const messages: Message[] = [];
      flow.node<Node>(`after-${stage}`).on('input', (msg) => messages.push(msg as Message));
      return messages;
    };
    const heard = Object.fromEntries(stages.map((stage) => [stage, after(stage)]));
    flow
      .node<Node>('judge')
      .receive({ payload: 'hey house, may I go to bed with that front door?', topic: 'den' } as never);
    await until(() => heard['speak']?.some(({ parts }) => parts?.count), 'the last sound');
    for (const stage of stages) {
      for (const msg of must(heard[stage])) {
        assert.equal(msg.topic, 'den', stage);
        if (stage === 'judge') continue;
        turnSchema.strict().parse(msg.turn);
        assert.deepEqual(JSON.parse(JSON.stringify(msg.turn)), msg.turn, `${stage}: plain JSON`);
      }
    }
    const first = (stage: string) => must(heard[stage]?.[0]);
    for (const stage of ['command', 'router', 'planner', 'recall']) {
      assert.equal(first(stage).payload, 'may I go to bed with that front door?', stage);
    }
    assert.deepEqual(first('router').turn?.tools, ['get_state', 'stop']);
    assert.deepEqual(first('planner').turn?.plan?.at(-1), 'Reply to the user.');
    assert.equal(first('recall').turn?.recall?.why, 'not-planned');
    const replies = must(heard['agent']);
    assert.deepEqual(
      replies.map(({ payload, parts }) => [payload, parts?.index, parts?.count]),
      [
        ['The front door is locked.', 0, undefined],
        ['', 1, 2],
      ],
    );
    assert.equal(replies[1]?.turn?.reply?.text, 'The front door is locked.');
    for (const [at, msg] of must(heard['speak']).entries()) {
      assert.ok(Buffer.isBuffer(msg.payload));
      assert.deepEqual([msg.audio?.width, msg.audio?.channels, msg.parts], [2, 1, replies[at]?.parts]);
    }
  });
});
