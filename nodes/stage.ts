import type { Node, NodeAPI, NodeConstructor, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../lib/conversation/turns.js';
import type { Trace } from '../lib/turn/trace.js';
import type { Turn } from '../lib/turn/turn.js';
import { type Message, onInput, type Send, textOf, turnOf } from './adapter.js';

/** What a stage that works with words is given for each message. */
export interface Given {
  msg: Message;
  send: Send;
  query: string;
  turn: Turn;
  live: LiveTurn;
  /** Names this node. */
  trace: Trace;
  /** Fires when the turn is cancelled or the node closes. */
  signal: AbortSignal;
}

interface Stage<Def> {
  /** What it needs before it, for the person who has wired something else. */
  before: string;
  /** Called for each node that is made. @returns what the node does with a message; each ends in one `done` */
  open(node: Node, def: Def): (given: Given) => Promise<void> | void;
}

/**
 * Registers a node that adds its part to a turn by its words: begins the turn where nobody has, says that it thinks, and gives the
 * stage its trace and its signal.
 */
export function stageNode<Def extends NodeDef>(RED: NodeAPI, type: string, { before, open }: Stage<Def>): void {
  function StageNode(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    const work = open(this, def);
    const closing = onInput(this, (msg, send) => {
      const query = textOf(msg, before);
      const turn = turnOf(msg);
      // A stop is no question: nobody routes, plans or remembers for it.
      if (turn.judgement?.stop) return send({ ...msg, turn });
      const live = turns.begin(turn, query);
      turns.stage(turn.id, 'thinking');
      const signal = AbortSignal.any([live.signal, closing]);
      return work({ msg, send, query, turn, live, trace: live.trace.of(this.id), signal });
    });
  }
  const made: NodeConstructor<Node, Def, object> = StageNode;
  RED.nodes.registerType(type, made);
}
