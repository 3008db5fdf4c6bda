import path from 'node:path';
import type { Node } from 'node-red';
import type { Message } from '../../nodes/adapter.js';
import type { MemoryNode } from '../../nodes/jarvis-memory/jarvis-memory.js';
import { closeLater, configs, type FlowNode, USER_DIR } from '../../nodes/node.test.helper.js';
import { contextIn } from '../model-failures.js';
import type { Answer, ChatBody } from '../scripted-model-server/script.js';
import { startScriptedModelServer } from '../scripted-model-server/server.js';

/** How a model answers, by context. */
export type Answers = Record<string, Answer | ((request: ChatBody) => Answer)>;

/** A stage of a lane that words can be sent to. */
export type Stage = 'judge' | 'router' | 'combined' | 'recall' | 'agent' | 'hurried';

/** The assistant with a model server of its own, wired as it is shipped, from the judge to the agent. */
export interface Lane {
  /** What its model says. */
  answers: Answers;
  send(stage: Stage, msg: object): void;
  /** What the agents said, the judge left alone, and the Catch node got, in order. */
  readonly said: Message[];
  readonly ignored: Message[];
  readonly caught: Message[];
}

const PLACE = { z: 'a-tab', x: 100, y: 100 };

/** As many assistants in one flow, with one memory and one house; ended by `unload`. */
export async function lanes(count: number): Promise<{ all: Lane[]; store: MemoryNode }> {
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const lane = {
        ...heard(),
        answers: {} as Answers,
        asked: [] as string[],
        url: '',
      };
      const server = await startScriptedModelServer({
        speed: 'instant',
        answers: (request) => {
          const context = contextIn(request);
          const answer = lane.answers[context] ?? {};
          return typeof answer === 'function' ? answer(request) : answer;
        },
      });
      closeLater(server.close);
      lane.url = server.url;
      return lane;
    }),
  );
  const flow = await configs([
    { id: 'a-tab', type: 'tab', label: 'lanes' },
    { ...PLACE, id: 'a-catch', type: 'catch', scope: null, wires: [['caught']] },
    { ...PLACE, id: 'caught', type: 'helper', wires: [] },
    { id: 'a-house', type: 'jarvis-home', kind: 'demo' },
    { id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, 'failures.db') },
    ...all.flatMap(({ url }, at) => laneNodes(at, url)),
  ]);
  const ear = (id: string, take: (msg: Message) => void) =>
    flow.node<Node>(id).on('input', (msg, _send, done) => {
      take(msg as Message);
      done();
    });
  ear('caught', (msg) => all[laneOf(msg)]?.caught.push(msg));
  const opened = all.map((lane, at): Lane => {
    ear(`said-${at}`, (msg) => lane.said.push(msg));
    ear(`ignored-${at}`, (msg) => lane.ignored.push(msg));
    return Object.assign(lane, {
      send: (stage: Stage, msg: object) => flow.node<Node>(`${stage}-${at}`).receive(msg as never),
    });
  });
  return { all: opened, store: flow.node<MemoryNode>('a-memory') };
}

/** The lane that an error comes from, by the number behind its node's id. */
function laneOf({ error }: Message): number {
  const { id } = (error as unknown as { source: { id: string } }).source;
  return Number(/\d+$/.exec(id)?.[0]);
}

const heard = (): Pick<Lane, 'said' | 'ignored' | 'caught'> => ({ said: [], ignored: [], caught: [] });

function laneNodes(at: number, url: string): FlowNode[] {
  const uses = { ...PLACE, model: `model-${at}`, home: 'a-house', memory: 'a-memory' };
  const agent = { ...uses, type: 'jarvis-agent' };
  return [
    { id: `model-${at}`, type: 'jarvis-model', provider: 'ollama', model: 'scripted', url },
    {
      ...uses,
      id: `judge-${at}`,
      type: 'jarvis-judge',
      wakeWord: 'jarvis',
      wires: [[`router-${at}`], [`ignored-${at}`], []],
    },
    { ...uses, id: `router-${at}`, type: 'jarvis-router', strategy: 'llm', always: true, wires: [[`separate-${at}`]] },
    { ...uses, id: `separate-${at}`, type: 'jarvis-planner', mode: 'separate', wires: [[`recall-${at}`]] },
    { ...uses, id: `combined-${at}`, type: 'jarvis-planner', mode: 'combined', wires: [[`recall-${at}`]] },
    { ...uses, id: `recall-${at}`, type: 'jarvis-recall', wires: [[`digest-${at}`]] },
    { ...uses, id: `digest-${at}`, type: 'jarvis-digest', choice: 'on', wires: [[`agent-${at}`]] },
    // Shortens for the agent in a hurry, whose results must come back to it.
    { ...uses, id: `shorten-${at}`, type: 'jarvis-digest', choice: 'on', wires: [[`hurried-${at}`]] },
    { ...agent, id: `agent-${at}`, wires: [[`said-${at}`], [`digest-${at}`]] },
    { ...agent, id: `hurried-${at}`, maxTurns: '2', wires: [[`said-${at}`], [`shorten-${at}`]] },
    ...['said', 'ignored'].map((ear) => ({ ...PLACE, id: `${ear}-${at}`, type: 'helper', wires: [] })),
  ];
}
