import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { DIGEST_CHOICES, digestRecall, digestTool } from '../../lib/replying/digest.js';
import { toolWordsSchema } from '../../lib/turn/turn.js';
import { onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';

interface DigestDef extends NodeDef {
  model?: string;
  choice?: string;
}

export default function jarvisDigest(RED: NodeAPI): void {
  function DigestNode(this: Node, def: DigestDef): void {
    RED.nodes.createNode(this, def);
    const choice = DIGEST_CHOICES.find((one) => one === def.choice) ?? 'auto';
    showState(this, optionalConfig<ModelNode>(RED, def.model)?.state);
    const closing = onInput(this, async (msg, send) => {
      const text = textOf(msg, 'a recall node or the second output of an agent');
      const turn = turnOf(msg);
      const model = optionalConfig<ModelNode>(RED, def.model);
      // The reply does with what is long.
      if (!model) return send({ ...msg, turn });
      const live = turns.get(turn.id);
      const request = {
        query: text,
        models: (signal: AbortSignal) => model.models(signal),
        choice,
        signal: AbortSignal.any([closing, ...(live ? [live.signal] : [])]),
        trace: live?.trace.of(this.id),
      };
      const result = toolWordsSchema.safeParse(msg['result']);
      if (result.success) {
        const { tool, query } = result.data;
        send({ ...msg, turn, payload: await digestTool(tool, text, { ...request, query }) });
      } else {
        const recall = turn.recall && (await digestRecall(turn.recall, request));
        send({ ...msg, turn: { ...turn, ...(recall && { recall }) } });
      }
      showStatus(this, 'green', 'dot', 'done');
    });
  }
  RED.nodes.registerType('jarvis-digest', DigestNode as never);
}
