import type { Node, NodeAPI, NodeDef } from 'node-red';
import { answeredByFlow } from '../../lib/conversation/flow-answers.js';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { type OwnSentences, openSentences, type SaidSentence } from '../../lib/deciding/own-sentences/own-sentences.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { type Message, onClose, reportFailure, showStatus } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import { reachesOurs } from '../reaches.js';
import { running } from '../running.js';

interface SentenceDef extends NodeDef {
  /** A template a line. */
  templates?: string;
  /** A list a line: `genre: rock, jazz`. */
  lists?: string;
  /** Empty: every language of the house. */
  language?: string;
  wires?: string[][];
}

/** A node with sentences of the owner's; command asks each of them first. */
export interface SentenceNode extends Node {
  sentences: OwnSentences;
  /** Gives the flow behind it a turn whose words were one of its sentences. */
  take(msg: Message & { sentence: SaidSentence; payload: string }, live: LiveTurn): void;
}

export default function jarvisSentence(RED: NodeAPI): void {
  function Sentence(this: SentenceNode, def: SentenceDef): void {
    RED.nodes.createNode(this, def);
    const { templates = '', lists = '', language = '' } = def;
    this.sentences = openSentences({ templates, lists, language });
    const { problems, size } = this.sentences;
    showStatus(this, size > 0 ? 'green' : 'grey', 'dot', size > 0 ? 'ready' : 'idle');
    // Catch nodes of the same deploy hear it then.
    const untold = [...problems];
    onFlowsStarted(RED, this, () => {
      for (const problem of untold.splice(0)) reportFailure(this, new JarvisError('not-configured', problem), {});
    });
    this.take = (msg, live) => {
      if (problems.length === 0) showStatus(this, 'green', 'dot', 'done');
      answeredByFlow(live, msg.payload);
      this.send(msg);
      if (!reachesOurs(RED, def.wires ?? [])) turns.end(live.id);
    };
    running.sentence.add(this);
    onClose(this, () => {
      running.sentence.delete(this);
    });
  }
  RED.nodes.registerType('jarvis-sentence', Sentence as never);
}
