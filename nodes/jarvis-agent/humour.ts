import path from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { readHumour } from '../../lib/replying/humour-file.js';
import type { Humour } from '../../lib/replying/persona.js';
import { setHumourTool } from '../../lib/tools/set-humour.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { dataFolder } from '../settings.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';

/** The agents of a house have one humour: the first of them brings the tool that changes it. @returns what it is now */
export function bringHumour(RED: NodeAPI, node: Node): () => Humour {
  const file = path.join(dataFolder(RED), 'humour.json');
  const tool = setHumourTool(file);
  const bringing: ToolsNode = Object.assign(node, {
    toolNames: () => [tool.name],
    tools: () => (toolNamesBefore(bringing).includes(tool.name) ? [] : [tool]),
  });
  running.tools.add(bringing);
  onClose(node, () => {
    running.tools.delete(bringing);
  });
  return () => readHumour(file);
}
