import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type Kept, openKeeper } from '../../lib/memory/keep.js';
import { FLOW_STOPPED, onClose, onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { State } from '../status.js';

interface RememberDef extends NodeDef {
  memory?: string;
  except?: string;
}

const SHOWN: Readonly<Partial<Record<Kept, State>>> = {
  exchange: { fill: 'green', shape: 'dot', text: 'done' },
  note: { fill: 'green', shape: 'dot', text: 'done' },
  held: { fill: 'red', shape: 'dot', text: 'held' },
  room: { fill: 'grey', shape: 'dot', text: 'notKept' },
  failed: { fill: 'red', shape: 'dot', text: 'failed' },
  'not-configured': { fill: 'red', shape: 'ring', text: 'not-configured' },
};

export default function jarvisRemember(RED: NodeAPI): void {
  function RememberNode(this: Node, def: RememberDef): void {
    RED.nodes.createNode(this, def);
    const store = () => optionalConfig<MemoryNode>(RED, def.memory);
    const except = (def.except ?? '').split(',').filter((room) => room.trim() !== '');
    const onKept = (kept: Kept) => {
      const shown = SHOWN[kept];
      if (shown) showStatus(this, shown.fill, shown.shape, shown.text);
    };
    showState(this, store()?.state);
    const keeper = openKeeper({ store, except, onKept });
    onInput(this, async (msg, send) => {
      const turn = turnOf(msg);
      const text = turn.reply ? '' : textOf(msg, 'an agent, a satellite out or an inject node');
      // Nobody waits for the store.
      send(msg);
      await keeper.take(turn, text, msg.parts !== undefined);
    });
    onClose(this, () => keeper.close(FLOW_STOPPED));
  }
  RED.nodes.registerType('jarvis-remember', RememberNode as never);
}
