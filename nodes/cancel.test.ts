import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import type { Node } from 'node-red';
import { turns } from '../lib/conversation/turns.js';
import { openMemory } from '../lib/memory/memory.js';
import { newTurn, type Turn } from '../lib/turn/turn.js';
import { WORKING } from '../test/failure-walk/replies.js';
import { contextIn } from '../test/model-failures.js';
import type { Answer } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { holdLimits } from '../test/until.js';
import type { Message } from './adapter.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import { closeLater, configs, must, silentServer, USER_DIR, unload, until } from './node.test.helper.js';

const SITE = 'den';
const PLACE = { z: 'a-tab', x: 100, y: 100 };
const USES = { ...PLACE, model: 'a-model', home: 'a-house', memory: 'a-memory' };
const TALK = { text: ['One. Two. Three. F', new Promise(() => {})] };
const FRONT_DOOR: Answer = { calls: [{ name: 'get_state', arguments: { names: ['Front Door'] } }] };
const SEARCH: Answer = { calls: [{ name: 'memory_search', arguments: { query: 'dinner' } }] };
const OPEN_PLAN = "get_state names=['<the door>']\nReply to the user.";

interface Stage {
  /** The context that never answers; in its place, what it says for ever. */
  hangs: string;
  says?: Answer;
  enters: 'judge' | 'recall' | 'agent';
  /** What the other contexts say. */
  others?: Record<string, Answer>;
  asks?: string;
  wake?: Turn['wake'];
  /** What the dialogue holds behind the question; nothing where the agent was not asked yet. */
  kept?: RegExp;
}

const STAGES: Record<string, Stage> = {
  'the judge is asked': {
    hangs: 'judge',
    enters: 'judge',
    asks: 'and the front door',
    wake: { word: null, by: 'follow-up' },
  },
  'the router is asked': { hangs: 'router', enters: 'judge' },
  'the planner is asked': { hangs: 'planner', enters: 'judge' },
  'recall asks what is meant': { hangs: 'enrichment', enters: 'recall', asks: 'who said that?' },
  'memories are shortened': { hangs: 'memoryDigest', enters: 'recall', asks: 'what was for dinner lately?' },
  'a step is resolved': {
    hangs: 'stepResolver',
    enters: 'judge',
    others: { planner: { text: OPEN_PLAN } },
    kept: /^\[interrupted\]$/,
  },
  'the model thinks': { hangs: 'reply', enters: 'agent', asks: 'tell me a story', kept: /^\[interrupted\]$/ },
  'a result is shortened': {
    hangs: 'toolDigest',
    enters: 'agent',
    others: { reply: SEARCH },
    asks: 'what did we eat?',
    kept: /^\[interrupted\]$/,
  },
  'the last words are summed up': {
    hangs: 'maxTurnDigest',
    enters: 'agent',
    others: { reply: FRONT_DOOR },
    asks: 'is it all shut?',
    kept: /^\[interrupted\]$/,
  },
  'the reply is spoken': {
    hangs: 'reply',
    says: TALK,
    enters: 'agent',
    asks: 'tell me a story',
    // Nothing was heard of it: the voice never answers.
    kept: /^(?:One\. (?:Two\. (?:Three\. )?)?)?\[interrupted\]$/,
  },
};

/** Each cuts the turn off; after a stop its conversation is over. */
const ENDS: Record<string, (turn: Turn, close: () => Promise<void>) => unknown> = {
  'barge-in': ({ id }) => turns.end(id, 'barge-in'),
  stop: () => turns.stop(SITE),
  'a newer turn': () => turns.begin(newTurn({ site: SITE, source: 'voice', language: 'en' })),
  'closing the flow': (_, close) => close(),
};

/** From the judge to the voice, before a model that hangs in one stage and a voice that never answers. */
async function assistant({ hangs, says, others }: Stage) {
  let reached = false;
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers: (request) => {
      const context = contextIn(request);
      if (context === hangs) {
        reached = true;
        return says ?? { fault: 'hang' };
      }
      return { ...WORKING, ...others }[context] as Answer;
    },
  });
  closeLater(server.close);
  const voice = await silentServer();
  const file = path.join(USER_DIR, `cancel-${performance.now()}.db`);
  const flow = await configs([
    { id: 'a-tab', type: 'tab', label: 'a flow' },
    { id: 'a-house', type: 'jarvis-home', kind: 'demo' },
    { id: 'a-memory', type: 'jarvis-memory', file },
    { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted', url: server.url },
    { id: 'a-voice', type: 'jarvis-voice', tts: 'wyoming', ttsUrl: voice.url.replace('http', 'tcp') },
    { ...USES, id: 'judge', type: 'jarvis-judge', wakeWord: 'jarvis', wires: [['router'], [], []] },
    { ...USES, id: 'router', type: 'jarvis-router', strategy: 'llm', always: true, wires: [['planner']] },
    { ...USES, id: 'planner', type: 'jarvis-planner', mode: 'separate', wires: [['recall']] },
    { ...USES, id: 'recall', type: 'jarvis-recall', wires: [['digest']] },
    { ...USES, id: 'digest', type: 'jarvis-digest', choice: 'on', wires: [['agent']] },
    { ...USES, id: 'agent', type: 'jarvis-agent', maxTurns: '1', wires: [['speak', 'ear'], ['digest']] },
    { ...PLACE, id: 'speak', type: 'jarvis-speak', voice: 'a-voice', wires: [['ear']] },
    { ...PLACE, id: 'a-catch', type: 'catch', scope: null, wires: [['ear']] },
    { ...PLACE, id: 'ear', type: 'helper', wires: [] },
  ]);
  const heard: Message[] = [];
  flow.node<Node>('ear').on('input', (msg: object) => heard.push(msg as Message));
  const store = flow.node<MemoryNode>('a-memory');
  const at = Date.now() - 86_400_000;
  const text = `For dinner they had lasagne ${'and a long talk about the garden and the boat '.repeat(4)}.`;
  await store.memory.entries.putMany([1, 2, 3].map((day) => ({ kind: 'note', at: at - day, source: 'test', text })));
  return { server, voice, flow, heard, store, file, hasReached: () => reached };
}

describe('a turn that is cut', () => {
  afterEach(unload);

  for (const [stage, of] of Object.entries(STAGES)) {
    for (const [why, end] of Object.entries(ENDS)) {
      test(`by ${why} while ${stage}: calls and speech end, the dialogue is in order`, async (t) => {
        holdLimits(t);
        const { server, voice, flow, heard, store, file, hasReached } = await assistant(of);
        const turn = newTurn({ site: SITE, source: 'voice', language: 'en', ...(of.wake && { wake: of.wake }) });
        if (of.hangs === 'enrichment') {
          const before = ['what fish does Ada like?', 'Trout.'];
          await store.dialogue.add(
            SITE,
            before.map((content, at) => ({ role: at === 0 ? 'user' : 'assistant', content })),
          );
        }
        turns.begin(turn);
        const asks = of.asks ?? 'is the front door locked?';
        const wake = of.wake ?? { word: 'jarvis', by: 'audio' as const };
        flow.node<Node>(of.enters).receive({ payload: asks, topic: SITE, turn: { ...turn, wake } } as never);
        await until(() => hasReached() && (!of.says || voice.connections() > 0), stage);
        const said = heard.length;
        const closing = end(turn, flow.stop);
        await until(() => server.closed >= 1 && voice.connections() === 0, 'the end of the call and of the speech');
        await closing;
        await until(() => turns.get(turn.id) === undefined, 'the end of the turn');
        await flow.stop();
        assert.deepEqual(
          heard.slice(said).map(({ payload, error }) => [payload, error]),
          [],
          'nothing more is sent or told',
        );
        const memory = openMemory({ file });
        const kept = (await memory.dialogue.since(0)).map(({ messages }) => messages).at(-1) ?? [];
        await memory.close();
        if (why === 'stop') return assert.deepEqual(kept, []);
        if (!of.kept)
          return assert.equal(
            kept.some(({ content }) => content.includes(asks)),
            false,
          );
        assert.ok(must(kept[0]).content.endsWith(asks));
        assert.match(must(kept.at(-1)).content, of.kept);
      });
    }
  }
});
