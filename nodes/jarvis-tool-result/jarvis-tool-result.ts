import type { Node, NodeAPI, NodeDef } from 'node-red';
import { answerCall, failureOf, resultOf } from '../../lib/tools/flow-tool.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onInput, showStatus } from '../adapter.js';
import { callIdOf } from '../tool-calls.js';

const NO_CALL =
  'This message belongs to no call of a tool. Wire a tool node before this one, and keep the properties of its message.';

export default function jarvisToolResult(RED: NodeAPI): void {
  function ToolResultNode(this: Node, def: NodeDef): void {
    RED.nodes.createNode(this, def);
    onInput(this, (msg, send) => {
      const result = msg.error ? failureOf(new Error(String(msg.error.message))) : resultOf(msg.payload);
      const taken = answerCall(callIdOf(msg) ?? '', result);
      if (taken === undefined) throw new JarvisError('bad-input', NO_CALL);
      if (taken !== true) {
        if (taken) this.warn(`The tool ${taken} has its result already, or it came too late: this one is dropped.`);
        return;
      }
      showStatus(this, result.ok ? 'green' : 'red', result.ok ? 'dot' : 'ring', result.ok ? 'done' : 'failed');
      send({ ...msg, payload: result.text });
    });
  }
  RED.nodes.registerType('jarvis-tool-result', ToolResultNode as never);
}
