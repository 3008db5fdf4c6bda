import type { NodeAPI, NodeDef } from 'node-red';
import { recallTurn } from '../../lib/recall/recall-turn.js';
import { optionalConfig, showState, showStatus } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { stageNode } from '../stage.js';

interface RecallDef extends NodeDef {
  memory?: string;
  model?: string;
}

export default function jarvisRecall(RED: NodeAPI): void {
  stageNode<RecallDef>(RED, 'jarvis-recall', {
    before: 'a planner, a router, a command or an inject node',
    open(node, def) {
      showState(node, optionalConfig<MemoryNode>(RED, def.memory)?.state);
      return async ({ msg, send, query, turn, trace, signal }) => {
        const store = optionalConfig<MemoryNode>(RED, def.memory);
        if (!store) {
          // The reply does without memories.
          showStatus(node, 'red', 'ring', 'not-configured');
          return send({ ...msg, turn });
        }
        showStatus(node, 'blue', 'dot', 'thinking');
        const model = optionalConfig<ModelNode>(RED, def.model);
        const models = model && ((signal: AbortSignal) => model.models(signal));
        const parts = await recallTurn(turn, { query, store, models, signal, trace });
        const failed = parts.recall.why === 'store-failed';
        showStatus(node, failed ? 'red' : 'green', 'dot', failed ? 'failed' : 'done');
        send({ ...msg, turn: { ...turn, ...parts } });
      };
    },
  });
}
