import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import type { Node } from 'node-red';
import type { ChatBody, Rule } from '../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { Message } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import {
  bench,
  closeLater,
  completed,
  configs,
  type FlowNode,
  must,
  sent,
  turnIn,
  USER_DIR,
  unload,
  until,
} from '../node.test.helper.js';

const PLACE = { z: 'the-tab', x: 100, y: 100 };
const LONG = 'It is a very large house with many lamps. '.repeat(12);
const DIGESTED = 'According to the notes, dinner was lasagne.';
const isDigest = ({ messages }: ChatBody) =>
  /old notes of a household|shorten what a tool/.test(messages[0]?.content ?? '');

async function modelServer(answers: readonly Rule[]) {
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers,
    models: { scripted: { parameters: 3e9 } },
  });
  closeLater(server.close);
  const config = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url };
  const chats = () => server.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body as ChatBody);
  return { config, chats };
}

describe('the digest node', () => {
  afterEach(unload);

  const digest = async (answers: readonly Rule[]) => {
    const { config, chats } = await modelServer(answers);
    return { chats, node: await bench({ type: 'jarvis-digest', outputs: 1, model: 'a-model' }, [config]) };
  };
  const recalled = (lines: string[]) => ({
    payload: 'what was for dinner?',
    topic: 'den',
    mine: 7,
    turn: {
      id: 'a-turn',
      site: 'den',
      source: 'text',
      language: 'en',
      at: 0,
      recall: { lines, why: 'found', entries: [] },
    },
  });

  test('shortens memories, and passes short ones on without a call', async () => {
    const { node, chats } = await digest([{ when: isDigest, answer: DIGESTED }]);
    node.send(recalled([`[2026-11-20] ${LONG}`]));
    const msg = await sent(node, 0);
    assert.deepEqual(turnIn(msg).recall?.lines, [DIGESTED]);
    assert.deepEqual([msg.payload, msg['mine']], ['what was for dinner?', 7]);
    node.send(recalled(['[2026-11-20] Lasagne.']));
    await completed(node, 2);
    assert.deepEqual(turnIn(must(node.out[0]?.[1])).recall?.lines, ['[2026-11-20] Lasagne.']);
    assert.equal(chats().length, 1);
  });

  test('shortens the result of a tool', async () => {
    const { node } = await digest([{ when: isDigest, answer: DIGESTED }]);
    node.send({ payload: LONG, topic: 'den', result: { id: 'one', tool: 'webSearch', query: 'dinner?' } });
    const { payload, result } = (await sent(node, 0)) as { payload: unknown; result?: unknown };
    assert.deepEqual([payload, result], [DIGESTED, { id: 'one', tool: 'webSearch', query: 'dinner?' }]);
  });

  test('without memories, and without a model, it is in nobody’s way', async () => {
    const { node } = await digest([]);
    node.send({ payload: 'hello', topic: 'den', result: { id: 7 } });
    assert.equal((await sent(node, 0)).payload, 'hello');
    await node.redeploy([]);
    node.send(recalled([LONG]));
    assert.deepEqual(turnIn(await sent(node, 0, 2)).recall?.lines, [LONG]);
  });
});

describe('an agent whose results go through other nodes', () => {
  afterEach(unload);

  /** What the model sees of the note that the agent finds, with these nodes behind its second output. */
  const seen = async (behind: FlowNode | undefined): Promise<string> => {
    const { config, chats } = await modelServer([
      { when: isDigest, answer: DIGESTED },
      { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: 'It was lasagne.' },
      { answer: { calls: [{ name: 'memory_search', arguments: { query: 'dinner' } }] } },
    ]);
    const said: Message[] = [];
    const flow = await configs([
      { id: 'the-tab', type: 'tab', label: 'a flow' },
      config,
      { id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, `digest-${performance.now()}.db`) },
      {
        ...PLACE,
        id: 'an-agent',
        type: 'jarvis-agent',
        model: 'a-model',
        memory: 'a-memory',
        wires: [['ear'], behind ? ['behind'] : []],
      },
      ...(behind ? [{ ...PLACE, wires: [['an-agent']], ...behind }] : []),
      { ...PLACE, id: 'ear', type: 'helper', wires: [] },
    ]);
    const { memory } = flow.node<MemoryNode>('a-memory');
    const note = { kind: 'note' as const, at: Date.now(), source: 'test', text: `For dinner: lasagne. ${LONG}` };
    await memory.entries.putMany([1, 2, 3].map((day) => ({ ...note, at: note.at - day * 86_400_000 })));
    flow.node<Node>('ear').on('input', (msg) => said.push(msg as Message));
    flow.node<Node>('an-agent').receive({ payload: 'please tell me about our dinner', topic: 'den' } as never);
    await until(() => said.some(({ parts }) => parts?.count), 'the reply');
    return must(
      chats()
        .find(({ messages }) => messages.at(-1)?.role === 'tool')
        ?.messages.at(-1),
    ).content;
  };

  test('a digest node: the model sees the short words', async () => {
    assert.match(await seen({ id: 'behind', type: 'jarvis-digest', model: 'a-model' }), /According to the notes/);
  });

  test('nothing: the model sees the result itself', async () => {
    assert.match(await seen(undefined), /For dinner: lasagne\..*very large house/s);
  });

  test('a function node in the place of the digest', async () => {
    const func = 'msg.payload = msg.result.tool + ": " + (msg.payload.length > 400); return msg;';
    assert.match(await seen({ id: 'behind', type: 'function', func, outputs: 1 }), /memory_search: true/);
  });

  test('a function node that gives back something else: the result itself, and a word of it', async () => {
    const func = 'msg.payload = { some: 7 }; return msg;';
    assert.match(await seen({ id: 'behind', type: 'function', func, outputs: 1 }), /For dinner: lasagne/);
  });
});
