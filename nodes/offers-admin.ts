import type { Node, NodeAPI } from 'node-red';
import type { Offers } from '../lib/tools/mcp/form.js';
import type { FolderShown } from '../lib/tools/user/form.js';
import { reasonOf } from '../lib/turn/errors.js';
import { optionalConfig } from './adapter.js';
import { adminRoute } from './admin-route.js';
import type { McpNode } from './jarvis-mcp/jarvis-mcp.js';
import type { UserToolsNode } from './jarvis-user-tools/jarvis-user-tools.js';

const NO_SERVER: Offers = { state: 'undeployed', message: '', tools: [] };
const NO_FOLDER: FolderShown = { folder: '', message: '', tools: [] };

/**
 * What the server of a deployed MCP node offers, and what the folder of a deployed user tools node holds. Only of deployed
 * ones: whoever may read here must not start a command or a file that was only named in a form.
 */
export function offersRoutes(RED: NodeAPI): void {
  const open = adminRoute(RED, (res, thrown) => res.status(400).json({ ok: false, message: reasonOf(thrown) }));
  const offers = <Bringing extends Node>(what: string, tell: (node: Bringing) => unknown, undeployed: object) =>
    open('get', `${what}/:id`, async ({ params }, res) => {
      const node = optionalConfig<Bringing>(RED, params?.['id']);
      res.setHeader('Cache-Control', 'no-store');
      res.json(node?.type === `jarvis-${what}` ? await tell(node) : undeployed);
    });
  offers<McpNode>('mcp', (node) => node.offers(), NO_SERVER);
  offers<UserToolsNode>('user-tools', (node) => node.looked(), NO_FOLDER);
}
