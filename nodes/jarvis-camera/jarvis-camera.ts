import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Tool } from '../../lib/llm/types.js';
import { detectorFile, openDetector } from '../../lib/tools/vision/detector.js';
import { lookTool } from '../../lib/tools/vision/look.js';
import { openLookAt } from '../../lib/tools/vision/look-at.js';
import { ownCameras } from '../../lib/tools/vision/own-cameras.js';
import { onClose, onInput, reportFailure, showStatus } from '../adapter.js';
import { languageOf } from '../languages.js';
import { first } from '../running.js';
import { dataFolder } from '../settings.js';
import { bringTools } from '../tools.js';
import { tellNoDetector } from './no-detector.js';

interface CameraDef extends NodeDef {
  /** Path of a detector of one's own. */
  model?: string;
}

export default function jarvisCamera(RED: NodeAPI): void {
  function CameraNode(this: Node & { credentials?: { cameras?: string } }, def: CameraDef): void {
    RED.nodes.createNode(this, def);
    const file = () => detectorFile((def.model ?? '').trim(), dataFolder(RED));
    const detector = openDetector(file);
    const models = async (signal: AbortSignal) => await first('model')?.models(signal);
    const home = () => first('home')?.home;
    let tool: Tool | undefined;
    let lookAt: ReturnType<typeof openLookAt> | undefined;
    let wrong: unknown;
    bringTools(this, () => (tool ? [tool] : []));
    showStatus(this, 'green', 'dot', 'ready');
    try {
      const options = { detector, models, home, own: ownCameras(this.credentials?.cameras ?? '') };
      tool = lookTool(options);
      lookAt = openLookAt(options);
    } catch (thrown) {
      wrong = thrown;
      reportFailure(this, thrown, {});
    }
    const closing = onInput(this, async (msg, send) => {
      if (!lookAt) throw wrong;
      showStatus(this, 'blue', 'dot', 'busy');
      const asked = { of: msg.payload, question: msg['question'], language: languageOf, signal: closing };
      const { words, objects } = await lookAt(asked);
      send({ ...msg, payload: words, objects });
      showStatus(this, 'green', 'dot', 'done');
    });
    if (wrong === undefined) tellNoDetector(RED, this, { file, models, closing });
    onClose(this, () => detector.close());
  }
  RED.nodes.registerType('jarvis-camera', CameraNode as never, { credentials: { cameras: { type: 'text' } } });
}
