import type { NodeAPI } from 'node-red';
import type { Offers } from '../lib/tools/mcp/form.js';
import { reasonOf } from '../lib/turn/errors.js';
import { optionalConfig } from './adapter.js';
import { adminRoute } from './admin-route.js';
import type { McpNode } from './jarvis-mcp/jarvis-mcp.js';

const UNDEPLOYED: Offers = { state: 'undeployed', message: '', tools: [] };

/**
 * What the server of a deployed MCP node offers. Only of a deployed one: whoever may read here must not start a command
 * that was only typed into a form.
 */
export function mcpRoutes(RED: NodeAPI): void {
  const open = adminRoute(RED, (res, thrown) => res.status(400).json({ ok: false, message: reasonOf(thrown) }));
  open('get', 'mcp/:id', ({ params }, res) => {
    const node = optionalConfig<McpNode>(RED, params?.['id']);
    res.setHeader('Cache-Control', 'no-store');
    res.json(node?.type === 'jarvis-mcp' ? node.offers() : UNDEPLOYED);
  });
}
