import { newTurn } from '../../lib/turn/turn.js';
import type { MemoryNode } from '../../nodes/jarvis-memory/jarvis-memory.js';
import type { Answer } from '../scripted-model-server/script.js';
import { until } from '../until.js';
import type { Answers, Lane } from './lanes.js';

/** A question on which a context fails, with everything around it that works. */
export interface ReplyWalk {
  /** What would have been the right answer of the context. */
  right: string;
  /** What the other contexts answer. */
  others?: Answers;
  /** The failure befalls these calls of the context only. */
  only?: (afterTool: boolean) => boolean;
  /** Puts the question to the lane. */
  ask(lane: Lane, site: string, store: MemoryNode): void | Promise<void>;
  /** What is said; any sensible words, or an error with its apology, where it isn't given. */
  said?: RegExp;
}

const LOCKED = 'The front door is locked.';
const QUESTION = 'is the front door locked?';
const PLAN = 'get_state names=["Front Door"]\nReply to the user.';
const OPEN_PLAN = "get_state names=['<the door>']\nReply to the user.";
const FRONT_DOOR: Answer = { calls: [{ name: 'get_state', arguments: { names: ['Front Door'] } }] };
const SEARCH: Answer = { calls: [{ name: 'memory_search', arguments: { query: 'dinner' } }] };
const voice = (site: string) => newTurn({ site, source: 'voice', language: 'en' });

const combined = { tools: ['get_state'], plan: PLAN.split('\n'), memory: '', keywords: [], from: '', to: '' };
const judged = { directed: true, query: QUESTION, stop: false, confidence: 0.9, reasoning: 'a follow-up' };

/** What each context answers while it works. */
export const WORKING: Answers = {
  judge: { text: JSON.stringify(judged) },
  router: { text: 'get_state' },
  planner: { text: PLAN },
  plannerCombined: { text: JSON.stringify(combined) },
  enrichment: { text: '{"keywords": ["dinner"], "from": "", "to": "", "questions": []}' },
  memoryDigest: { text: 'Dinner was lasagne.' },
  toolDigest: { text: 'Dinner was lasagne.' },
  maxTurnDigest: { text: LOCKED },
  stepResolver: { text: '{"name": "get_state", "arguments": {"names": ["Front Door"]}}' },
  reply: { text: LOCKED },
};

/** One after the other, so that what was called before is called anew. */
const rooms = ['Front Door', 'Oven', 'Desk Lamp', 'Washing Machine'];

export const REPLY_WALKS: Record<string, ReplyWalk> = {
  reply: { right: LOCKED, ask: (lane, site) => lane.send('agent', { payload: 'tell me something', topic: site }) },
  'reply after a tool': {
    right: LOCKED,
    only: (afterTool) => afterTool,
    others: { reply: FRONT_DOOR },
    ask: (lane, site) => lane.send('agent', { payload: 'is everything all right there?', topic: site }),
    said: /\w/,
  },
  judge: {
    right: JSON.stringify(judged),
    async ask(lane, site) {
      const wake = { word: null, by: 'follow-up' as const };
      lane.send('judge', { payload: 'and the front door', topic: site, turn: { ...voice(site), wake } });
      // Nobody is answered who may have talked to somebody else; whoever calls us by name is.
      await until(() => lane.ignored.length + lane.said.length > 0, 'the judgement');
      if (lane.said.length === 0)
        lane.send('judge', { payload: `Jarvis, ${QUESTION}`, topic: site, turn: voice(site) });
    },
    said: /locked/,
  },
  router: {
    right: 'get_state',
    ask: (lane, site) => lane.send('judge', { payload: QUESTION, topic: site }),
    said: /locked/,
  },
  planner: { right: PLAN, ask: (lane, site) => lane.send('judge', { payload: QUESTION, topic: site }), said: /locked/ },
  plannerCombined: {
    right: JSON.stringify(combined),
    ask: (lane, site) => lane.send('combined', { payload: QUESTION, topic: site }),
    said: /locked/,
  },
  stepResolver: {
    right: '{"name": "get_state", "arguments": {"names": ["Front Door"]}}',
    others: {
      planner: { text: OPEN_PLAN },
      reply: ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: LOCKED } : FRONT_DOOR),
    },
    ask: (lane, site) => lane.send('judge', { payload: 'is that door locked?', topic: site }),
    said: /locked/,
  },
  enrichment: {
    right: '{"keywords": ["dinner"]}',
    others: { reply: { text: 'Ada said so.' } },
    async ask(lane, site, store) {
      await store.dialogue.add(site, [
        { role: 'user', content: 'what fish does Ada like?' },
        { role: 'assistant', content: 'Trout.' },
      ]);
      lane.send('recall', { payload: 'who said that?', topic: site });
    },
    said: /Ada said so/,
  },
  memoryDigest: {
    right: 'Dinner was lasagne.',
    others: {
      reply: ({ messages }) => ({
        text: messages.some(({ content }) => /lasagne/.test(content)) ? 'It was lasagne.' : 'I remember no lasagne.',
      }),
    },
    ask: (lane, site) => lane.send('recall', { payload: 'what was for dinner lately?', topic: site }),
    said: /lasagne/,
  },
  toolDigest: {
    right: 'Dinner was lasagne.',
    others: { reply: ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: 'It was lasagne.' } : SEARCH) },
    ask: (lane, site) => lane.send('agent', { payload: 'what did we eat?', topic: site }),
    said: /lasagne/,
  },
  maxTurnDigest: {
    right: LOCKED,
    others: {
      reply: ({ messages }) => {
        const called = messages.filter(({ role }) => role === 'tool').length;
        return { calls: [{ name: 'get_state', arguments: { names: [rooms[called] ?? 'Oven'] } }] };
      },
    },
    ask: (lane, site) => lane.send('hurried', { payload: 'is everything off and shut?', topic: site }),
    said: /^I didn’t get to the end of that/,
  },
};
