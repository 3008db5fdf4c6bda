import type { Node, NodeAPI, NodeConstructor, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../lib/conversation/turns.js';
import { isStop } from '../lib/deciding/stop-command.js';
import type { Trace } from '../lib/turn/trace.js';
import type { Turn } from '../lib/turn/turn.js';
import { type Message, onClose, onInput, type Send, soundOf, textOf, turnOf } from './adapter.js';

/** What a node that works with words is given for each message. */
export interface Words {
  msg: Message;
  send: Send;
  query: string;
  turn: Turn;
  /** The turn, while it runs. */
  live: LiveTurn | undefined;
  /** Names this node. */
  trace: Trace | undefined;
  /** Fires when the turn is cancelled or the node closes. */
  signal: AbortSignal;
}

/** What a stage that works with words is given for each message. */
export interface Given extends Words {
  live: LiveTurn;
  trace: Trace;
}

/** What a node does with a message; each ends in one `done`. */
interface Work<Given> {
  (given: Given): Promise<void> | void;
  /** Takes a message that is none of a turn's words. @returns whether it was one */
  take?(msg: Message): boolean;
}

interface WordsNode<Def, Given> {
  /** What it needs before it, for the person who has wired something else. */
  before: string;
  /** Called for each node that is made. @param closing Fires when it closes. @returns what it does with a message */
  open(node: Node, def: Def, closing: AbortSignal): Work<Given>;
}

interface Stage<Def> extends WordsNode<Def, Given> {
  /** It answers: a stop ends here, and isn't passed on. */
  answers?: true;
}

/** Registers a node that reads words of a turn, which it doesn't begin. */
export function wordsNode<Def extends NodeDef>(
  RED: NodeAPI,
  type: string,
  { before, open }: WordsNode<Def, Words>,
): void {
  function WordsNode(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    const closing = onInput(this, (msg, send) => {
      if (work.take?.(msg)) return;
      const query = textOf(msg, before);
      const turn = turnOf(msg);
      if (turns.takes(turn, query)) return;
      const live = turns.get(turn.id);
      const signal = AbortSignal.any([closing, ...(live ? [live.signal] : [])]);
      return work({ msg, send, query, turn, live, trace: live?.trace.of(this.id), signal });
    });
    const work = open(this, def, closing);
  }
  const made: NodeConstructor<Node, Def, object> = WordsNode;
  RED.nodes.registerType(type, made);
}

/**
 * Registers a node that adds its part to a turn by its words: begins the turn where nobody has, says that it thinks, and gives the
 * stage its trace and its signal.
 */
export function stageNode<Def extends NodeDef>(
  RED: NodeAPI,
  type: string,
  { answers, before, open }: Stage<Def>,
): void {
  wordsNode<Def>(RED, type, {
    before,
    open(node, def, closing) {
      const work = open(node, def, closing);
      const begin = (words: Words) => {
        const { msg, send, query, turn } = words;
        // A stop is no question: nobody routes, plans or remembers for it.
        if (meansStop(turn, query)) {
          if (!answers) return send({ ...msg, turn });
          turns.stop(turn.site, { id: turn.id, answers: false });
          return turns.end(turn.id);
        }
        const live = turns.begin(turn, query);
        turns.stage(turn.id, 'thinking');
        const signal = AbortSignal.any([live.signal, closing]);
        return work({ ...words, live, trace: live.trace.of(node.id), signal });
      };
      return Object.assign(begin, { take: work.take });
    },
  });
}

/** By the judge, or by its words in a flow without one. */
function meansStop({ judgement, source, language }: Turn, query: string): boolean {
  return judgement?.stop || (source !== 'announcement' && isStop(query, { speaking: false, language }));
}

/** Sound as it comes from a satellite, with a turn or before there is one. */
interface GivenSound {
  msg: Message;
  samples: Buffer;
  site: string;
}

interface SoundStage<Def> {
  /** What it needs before it, for the person who has wired something else. */
  before(def: Def): string;
  /** Called for each node that is made. */
  open(node: Node, def: Def): { take(given: GivenSound): void; close(): Promise<void> | void };
}

/** Registers a node that listens to sound as it streams in: one failure of it is told once. */
export function soundNode<Def extends NodeDef>(RED: NodeAPI, type: string, { before, open }: SoundStage<Def>): void {
  function SoundNode(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    const { take, close } = open(this, def);
    const input = (msg: Message) => {
      const samples = soundOf(msg, before(def));
      take({ msg, samples, site: typeof msg.topic === 'string' && msg.topic ? msg.topic : 'flow' });
    };
    onInput(this, input, { sound: true });
    onClose(this, close);
  }
  const made: NodeConstructor<Node, Def, object> = SoundNode;
  RED.nodes.registerType(type, made);
}
