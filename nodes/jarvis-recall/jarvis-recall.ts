import type { NodeAPI, NodeDef } from 'node-red';
import { hotCache } from '../../lib/memory/hot-cache.js';
import { aboutPeople } from '../../lib/recall/about.js';
import { recall } from '../../lib/recall/recall.js';
import { clock } from '../../lib/turn/clock.js';
import { traced } from '../../lib/turn/trace.js';
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
          send({ ...msg, turn });
          return;
        }
        showStatus(node, 'blue', 'dot', 'thinking');
        const model = optionalConfig<ModelNode>(RED, def.model);
        const now = new Date(clock.now());
        const recent = await store.dialogue.messages(turn.site, now.getTime());
        const cache = hotCache(turn.site);
        const [found, about] = await traced(trace, 'recall', () => {
          const people = aboutPeople({ memory: store.memory, cache, signal, trace });
          return Promise.all([
            recall({
              query,
              language: turn.language,
              now,
              recent,
              lookup: turn.lookup,
              planned: (turn.plan?.length ?? 0) > 0,
              memory: store.memory,
              embed: store.care.embed,
              models: model && ((signal) => model.models(signal)),
              about: people,
              cache,
              signal,
              trace,
            }),
            people,
          ]);
        });
        const failed = found.why === 'store-failed';
        showStatus(node, failed ? 'red' : 'green', 'dot', failed ? 'failed' : 'done');
        const parts = { recall: found, ...(about.length > 0 && { about }) };
        trace.decided(parts);
        send({ ...msg, turn: { ...turn, ...parts } });
      };
    },
  });
}
