import type { Node, NodeAPI, NodeDef } from 'node-red';
import { memoryAction, memoryRequest } from '../../lib/memory/requests.js';
import { configOf, onInput, optionalConfig, showState, showStatus, turnOf } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';

interface MemoriesDef extends NodeDef {
  memory?: string;
  model?: string;
  action?: string;
}

export default function jarvisMemories(RED: NodeAPI): void {
  function MemoriesNode(this: Node, def: MemoriesDef): void {
    RED.nodes.createNode(this, def);
    const cancels = new Set<AbortController>();
    showState(this, optionalConfig<MemoryNode>(RED, def.memory)?.state);
    const closing = onInput(this, async (msg, send) => {
      if (msg['cancel'] === true) {
        for (const cancel of cancels) cancel.abort();
        return;
      }
      // The node's own choice, or the message's.
      const action = memoryAction(def.action && def.action !== 'message' ? def.action : msg['action']);
      const store = configOf<MemoryNode>(RED, def.memory, 'memory store');
      const model = optionalConfig<ModelNode>(RED, def.model);
      const { id, site } = turnOf(msg);
      const cancel = new AbortController();
      cancels.add(cancel);
      showStatus(this, 'blue', 'dot', 'busy');
      try {
        const payload = await memoryRequest(action, msg.payload, {
          memory: store.memory,
          site,
          turn: id,
          signal: AbortSignal.any([cancel.signal, closing]),
          models: model ? (signal) => model.models(signal) : store.models,
          embedder: store.embedder,
          onTrace: store.traces.keep,
          onProgress: (progress) => {
            const own = progress.total ? `${progress.done}/${progress.total}` : `${progress.done}`;
            showStatus(this, 'blue', 'dot', { own });
            send([null, { ...msg, payload: progress }]);
          },
        });
        if (action === 'add') store.care.written();
        showStatus(this, 'green', 'dot', 'done');
        send([{ ...msg, payload }, null]);
      } finally {
        cancels.delete(cancel);
      }
    });
  }
  RED.nodes.registerType('jarvis-memories', MemoriesNode as never);
}
