import type { NodeAPI, NodeDef } from 'node-red';
import { DIGEST_CHOICES, digestRecall, digestTool } from '../../lib/replying/digest.js';
import { toolWordsSchema } from '../../lib/turn/turn.js';
import { optionalConfig, showState, showStatus } from '../adapter.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { wordsNode } from '../stage.js';

interface DigestDef extends NodeDef {
  model?: string;
  choice?: string;
}

export default function jarvisDigest(RED: NodeAPI): void {
  wordsNode<DigestDef>(RED, 'jarvis-digest', {
    before: 'a recall node or the second output of an agent',
    open(node, def) {
      const choice = DIGEST_CHOICES.find((one) => one === def.choice) ?? 'auto';
      showState(node, optionalConfig<ModelNode>(RED, def.model)?.state);
      return async ({ msg, send, query, turn, signal, trace }) => {
        const model = optionalConfig<ModelNode>(RED, def.model);
        // The reply does with what is long.
        if (!model) return send({ ...msg, turn });
        const models = (signal: AbortSignal) => model.models(signal);
        const request = { query, models, choice, signal, trace };
        const result = toolWordsSchema.safeParse(msg['result']);
        if (result.success) {
          const { tool, query: asked } = result.data;
          send({ ...msg, turn, payload: await digestTool(tool, query, { ...request, query: asked }) });
        } else {
          const recall = turn.recall && (await digestRecall(turn.recall, request));
          send({ ...msg, turn: { ...turn, ...(recall && { recall }) } });
        }
        showStatus(node, 'green', 'dot', 'done');
      };
    },
  });
}
