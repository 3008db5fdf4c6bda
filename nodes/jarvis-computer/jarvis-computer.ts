import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Tool } from '../../lib/llm/types.js';
import { type ComputerSettings, computerTools } from '../../lib/tools/computer/computer.js';
import { MIN_LIMIT } from '../../lib/tools/computer/form.js';
import { watchHeat } from '../../lib/tools/computer/heat.js';
import { readComputer } from '../../lib/tools/computer/reading.js';
import { heatTold } from '../../lib/tools/computer/status-words.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onClose, reportFailure, showStatus } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import { houseLanguage } from '../languages.js';
import { bringTools } from '../tools.js';

/** As the form keeps it. */
type ComputerDef = NodeDef & { limit?: string } & Partial<Omit<ComputerSettings, 'userDir'>>;

const NO_TEMPERATURE = 'This computer tells no temperature, so nobody will be warned. Empty "Warn from" in this node.';

export default function jarvisComputer(RED: NodeAPI): void {
  function ComputerNode(this: Node, def: ComputerDef): void {
    RED.nodes.createNode(this, def);
    const { folders = '', write = false, commands = '', asks = false } = def;
    const { addresses = '', post = false, code = false } = def;
    const userDir = RED.settings.userDir ?? process.cwd();
    let tools: Tool[] = [];
    showStatus(this, 'green', 'dot', 'ready');
    try {
      tools = computerTools({ folders, write, commands, asks, addresses, post, code, userDir });
    } catch (thrown) {
      reportFailure(this, thrown, {});
    }
    bringTools(this, () => tools);
    const limit = Number(def.limit);
    let stop: (() => void) | undefined;
    // A warning that is sent before the other nodes are there would be lost.
    onFlowsStarted(RED, this, () => {
      if (stop || !(limit >= MIN_LIMIT)) return;
      stop = watchHeat({
        limit,
        read: async (signal) => (await readComputer({ parts: ['temperature'], folder: userDir }, signal)).temperature,
        tell: (now) => this.send({ payload: heatTold({ now, limit }, houseLanguage()) } as never),
        blind: () => reportFailure(this, new JarvisError('not-configured', NO_TEMPERATURE), {}),
      });
    });
    onClose(this, () => stop?.());
  }
  RED.nodes.registerType('jarvis-computer', ComputerNode as never);
}
