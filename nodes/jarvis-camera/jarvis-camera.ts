import type { NodeAPI, NodeDef } from 'node-red';
import type { Tool } from '../../lib/llm/types.js';
import { detectorFile, openDetector } from '../../lib/tools/vision/detector.js';
import { lookTool } from '../../lib/tools/vision/look.js';
import { ownCameras } from '../../lib/tools/vision/own-cameras.js';
import { onClose, reportFailure, showStatus } from '../adapter.js';
import { first, running } from '../running.js';
import { dataFolder } from '../settings.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';

interface CameraDef extends NodeDef {
  /** Path of a detector of one's own. */
  model?: string;
}

export default function jarvisCamera(RED: NodeAPI): void {
  function CameraNode(this: ToolsNode & { credentials?: { cameras?: string } }, def: CameraDef): void {
    RED.nodes.createNode(this, def);
    const file = () => detectorFile((def.model ?? '').trim(), dataFolder(RED));
    const detector = openDetector(file);
    let tool: Tool | undefined;
    this.toolNames = () => ['look'];
    // The first node with a tool has it.
    this.tools = () => (tool && !toolNamesBefore(this).includes(tool.name) ? [tool] : []);
    running.tools.add(this);
    onClose(this, async () => {
      running.tools.delete(this);
      await detector.close();
    });
    try {
      const own = ownCameras(this.credentials?.cameras ?? '');
      tool = lookTool({
        ...{ detector, own },
        home: () => first('home')?.home,
        models: async (signal) => await first('model')?.models(signal),
      });
      // A model that is pulled later needs no deploy: until then the tool says what is missing.
      file();
      showStatus(this, 'green', 'dot', 'ready');
    } catch (thrown) {
      reportFailure(this, thrown, {});
    }
  }
  RED.nodes.registerType('jarvis-camera', CameraNode as never, { credentials: { cameras: { type: 'text' } } });
}
