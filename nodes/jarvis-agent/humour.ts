import path from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { readHumour } from '../../lib/replying/humour-file.js';
import type { Humour } from '../../lib/replying/persona.js';
import { setHumourTool } from '../../lib/tools/set-humour.js';
import { dataFolder } from '../settings.js';
import { bringTools } from '../tools.js';

/** The agents of a house have one humour: the first of them brings the tool that changes it. @returns what it is now */
export function bringHumour(RED: NodeAPI, node: Node): () => Humour {
  const file = path.join(dataFolder(RED), 'humour.json');
  const tool = setHumourTool(file);
  bringTools(node, () => [tool]);
  return () => readHumour(file);
}
