import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { decideCommand } from '../../lib/deciding/decide-command.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import { hubOf, running } from '../running.js';
import { callsOf } from './confirmed.js';
import { openIntercom } from './intercom.js';
import { ringTimers } from './ringing.js';

interface CommandDef extends NodeDef {
  home?: string;
  conversation?: boolean;
  success?: string;
}

export default function jarvisCommand(RED: NodeAPI): void {
  function CommandNode(this: Node, def: CommandDef): void {
    RED.nodes.createNode(this, def);
    // Its connection opens now, and not with the first command.
    const house = optionalConfig<HomeNode>(RED, def.home);
    showState(this, house?.home && house.state);
    const intercomOf = openIntercom(this);
    const closing = onInput(this, async (msg, send) => {
      const query = textOf(msg, 'a judge or an inject node');
      const turn = turnOf(msg);
      if (turns.takes(turn, query)) return;
      const { home, timers, phones } = configOf<HomeNode>(RED, def.home, 'house');
      const live = turns.begin(turn, query);
      const signal = AbortSignal.any([live.signal, closing]);
      turns.stage(turn.id, 'thinking');
      showStatus(this, 'blue', 'dot', 'thinking');
      const trace = live.trace.of(this.id);
      const memories = [...running.memory].map(({ memory }) => memory);
      // What a sentence's flow sends back here is not its sentence again.
      const owners = msg['sentence'] === undefined ? [...running.sentence] : [];
      const sentences = owners.map(({ sentences }) => sentences);
      const { conversation } = def;
      const [satellites, intercom, call] = [hubOf(turn.site), intercomOf(home), callsOf(home, turn, signal, trace)];
      const around = { home, phones, timers, turn, signal };
      const asked = { ...around, memories, sentences, satellites, conversation, intercom, call };
      const answered = await traced(trace, 'command', () => decideCommand(query, asked));
      showStatus(this, answered ? 'green' : 'grey', 'dot', answered ? 'done' : 'idle');
      if (!answered) return send([null, { ...msg, turn }]);
      const { text, shown, command, question = false, seen, own } = answered;
      const sound = seen && def.success === 'sound' ? { sound: 'done' as const } : {};
      const decided = { ...(command && { command }), ...(!own && { reply: { text, question, ...sound } }) };
      trace.decided(decided);
      const parts = { id: turn.id, index: 0, count: 1 };
      const told = { ...msg, topic: turn.site, turn: { ...turn, ...decided }, parts };
      if (own) return owners[own.at]?.take({ ...told, payload: query, sentence: own.sentence }, live);
      turns.show(turn, 'reply', shown ? `${text}\n${shown}` : text);
      if (!turn.judgement?.stop && query.trim() !== '') turns.exchanges.answered(live, query, text);
      send([{ ...told, payload: text }, null]);
    });
    if (house?.timers) ringTimers(this, house, closing);
  }
  RED.nodes.registerType('jarvis-command', CommandNode as never);
}
