import path from 'node:path';
import type { NodeAPI, NodeDef } from 'node-red';
import { allowedIn } from '../../lib/tools/mcp/form.js';
import type { FolderShown } from '../../lib/tools/user/form.js';
import { openToolFolder } from '../../lib/tools/user/tool-folder.js';
import { userTools } from '../../lib/tools/user/tools.js';
import { logging, onClose } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import { running } from '../running.js';
import { dataFolder } from '../settings.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';
import { folderShown, shows } from './shown.js';

type UserToolsDef = NodeDef & { allowed?: string };

export interface UserToolsNode extends ToolsNode {
  /** What is in the folder now, for the form. */
  looked(): Promise<FolderShown>;
}

export default function jarvisUserTools(RED: NodeAPI): void {
  function UserToolsNode(this: UserToolsNode, def: UserToolsDef): void {
    RED.nodes.createNode(this, def);
    const allowed = allowedIn(def.allowed);
    const show = shows(this, () => folder);
    const folder = openToolFolder({
      folder: path.join(dataFolder(RED), 'tools'),
      ticked: allowed.map(({ name }) => name),
      onLook: logging(RED, show),
    });
    this.toolNames = () => userTools({ folder, allowed }).map(({ name }) => name);
    this.tools = () => userTools({ folder, allowed }, toolNamesBefore(this));
    this.looked = async () => {
      await folder.look();
      return folderShown(folder);
    };
    running.tools.add(this);
    // Changes of some file systems are not told, and another node may have a name now.
    onFlowsStarted(RED, this, () => void folder.look());
    onClose(this, () => {
      running.tools.delete(this);
      folder.close();
    });
  }
  RED.nodes.registerType('jarvis-user-tools', UserToolsNode as never);
}
