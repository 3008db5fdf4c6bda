import type { NodeAPI, NodeDef } from 'node-red';
import { openFlowTool } from '../../lib/tools/flow-tool.js';
import { MAX_SECONDS, MIN_SECONDS, USUAL_SECONDS } from '../../lib/tools/flow-tool-form.js';
import { parametersOfForm, toolProblem } from '../../lib/tools/flow-tool-problem.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onClose, reportFailure } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import { running } from '../running.js';
import { hearFailures, mustLeadToResult, showCall } from '../tool-calls.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';

interface ToolDef extends NodeDef {
  tool?: string;
  description?: string;
  parameters?: string;
  acts?: boolean;
  guests?: boolean;
  asks?: boolean;
  question?: string;
  seconds?: string;
}

export default function jarvisTool(RED: NodeAPI): void {
  hearFailures(RED);
  function ToolNode(this: ToolsNode & { wires: string[][] }, def: ToolDef): void {
    RED.nodes.createNode(this, def);
    const { tool: name = '', description = '', parameters, acts = true, guests = true, asks = false, question } = def;
    const seconds = Math.min(Math.max(Number(def.seconds) || USUAL_SECONDS, MIN_SECONDS), MAX_SECONDS);
    const flow = openFlowTool({
      ...{ name, description, parameters: parametersOfForm(parameters), acts, guests, ms: seconds * 1_000 },
      ...{ asks, question },
      start: ({ id, arguments: payload, turn }) => {
        mustLeadToResult(RED, this.wires);
        this.send({ _msgid: id, topic: turn.site, payload, turn, call: { id, tool: name } } as never);
      },
      onState: (state) => showCall(this, state),
    });
    const form = { name, description, parameters };
    const problem = () => (name === '' ? undefined : toolProblem(form, toolNamesBefore(this)));
    this.toolNames = () => [name];
    this.tools = () => (name === '' || problem() ? [] : [flow.tool]);
    running.tools.add(this);
    // Another deploy may have made it right, or wrong.
    onFlowsStarted(RED, this, () => {
      const wrong = problem();
      if (wrong) return reportFailure(this, new JarvisError('not-configured', wrong), {});
      showCall(this, name === '' ? 'idle' : 'ready');
    });
    onClose(this, () => {
      running.tools.delete(this);
      flow.close();
    });
  }
  RED.nodes.registerType('jarvis-tool', ToolNode as never);
}
