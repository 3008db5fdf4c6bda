import type { NodeAPI } from 'node-red';
import { reasonOf } from '../lib/turn/errors.js';
import { optionalConfig } from './adapter.js';
import { adminRoute } from './admin-route.js';
import type { UserToolsNode } from './jarvis-user-tools/jarvis-user-tools.js';

/**
 * What the folder of a deployed user tools node holds. Only of a deployed one: whoever may read here must not run a file
 * that was only ticked in a form.
 */
export function userToolsRoutes(RED: NodeAPI): void {
  const open = adminRoute(RED, (res, thrown) => res.status(400).json({ ok: false, message: reasonOf(thrown) }));
  open('get', 'user-tools/:id', async ({ params }, res) => {
    const node = optionalConfig<UserToolsNode>(RED, params?.['id']);
    res.setHeader('Cache-Control', 'no-store');
    res.json(node?.type === 'jarvis-user-tools' ? await node.looked() : { folder: '', message: '', tools: [] });
  });
}
