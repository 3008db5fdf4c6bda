import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { keep } from '../../lib/memory/keep.js';
import { toJarvisError } from '../../lib/turn/errors.js';
import type { Turn } from '../../lib/turn/turn.js';
import { FLOW_STOPPED, onClose, onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';

interface RememberDef extends NodeDef {
  memory?: string;
  except?: string;
}

export default function jarvisRemember(RED: NodeAPI): void {
  function RememberNode(this: Node, def: RememberDef): void {
    RED.nodes.createNode(this, def);
    const except = (def.except ?? '').split(',').filter((room) => room.trim() !== '');
    showState(this, optionalConfig<MemoryNode>(RED, def.memory)?.state);
    /** Turns whose reply is still being heard: whether all of it was is known at their end. */
    const open = new Map<string, Turn>();
    const over = ({ id }: LiveTurn) => {
      const turn = open.get(id);
      if (!turn || !open.delete(id)) return;
      const text = turns.exchange(id)?.cut ?? turn.reply?.text;
      if (text !== undefined) void write({ ...turn, reply: { ...turn.reply, text } }, '', false).catch(() => {});
    };
    turns.on('end', over);

    const write = async (turn: Turn, text: string, isPart: boolean) => {
      const store = optionalConfig<MemoryNode>(RED, def.memory);
      if (!store) return showStatus(this, 'red', 'ring', 'not-configured');
      const { memory, held, care } = store;
      const isKnown = turn.judgement || turn.heard;
      const heard = isKnown ? undefined : turns.traces().find(({ id }) => id === turn.id)?.texts.heard;
      const kept = await keep({ memory, held, turn, text, heard, isPart, except }).catch(storeFailed);
      if (kept === undefined) return showStatus(this, 'red', 'dot', 'failed');
      if (kept === 'nothing') return;
      if (kept === 'held') return showStatus(this, 'red', 'dot', 'held');
      if (kept === 'note') care.written();
      if (kept === 'exchange') care.said(turn.site);
      if (kept === 'room') showStatus(this, 'grey', 'dot', 'notKept');
      else showStatus(this, 'green', 'dot', 'done');
    };
    onInput(this, async (msg, send) => {
      const turn = turnOf(msg);
      const text = turn.reply ? '' : textOf(msg, 'an agent, a satellite out or an inject node');
      // Nobody waits for the store.
      send(msg);
      const isPart = msg.parts !== undefined;
      if ((turn.reply || isPart) && turns.isHeard(turn.id)) open.set(turn.id, turn);
      const over = turns.exchange(turn.id);
      // Sent before the reply was cut off.
      if (!turn.reply && isPart && over) return;
      if (!turn.reply) return write(turn, text, isPart);
      const cut = over?.cut;
      if (!open.has(turn.id))
        await write(cut === undefined ? turn : { ...turn, reply: { ...turn.reply, text: cut } }, text, isPart);
    });
    onClose(this, () => {
      for (const id of open.keys()) turns.end(id, FLOW_STOPPED);
      turns.off('end', over);
    });
  }
  RED.nodes.registerType('jarvis-remember', RememberNode as never);
}

/** The store itself has told what is wrong with it: not again with every message. */
function storeFailed(thrown: unknown): undefined {
  const error = toJarvisError(thrown, 'failed', 'It could not be kept');
  if (error.code !== 'store-failed' && error.code !== 'library-missing') throw error;
}
