import type { NodeAPI } from 'node-red';
import { JarvisError } from '../lib/turn/errors.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import { changing } from './memory-admin/changing.js';
import { fileRoutes } from './memory-admin/files.js';
import { codeOf, messageOf, Refused } from './memory-admin/problems.js';
import { reading } from './memory-admin/reading.js';
import type { AdminRequest, AdminResponse } from './memory-admin/types.js';
import { running } from './running.js';

/**
 * The routes of the memory page, under /jarvis/admin/memory/, behind the editor's own login. `?store=` names the store's
 * config node; without it the first one is meant. Whatever is wrong is answered with a code, by which the page
 * finds its words, and a message in English: 400, or 409 where somebody else was faster.
 */
export function memoryRoutes(RED: NodeAPI): void {
  const read = RED.auth.needsPermission('jarvis.read');
  const write = RED.auth.needsPermission('jarvis.write');

  const route = (
    method: 'get' | 'post',
    path: string,
    handle: (req: AdminRequest, res: AdminResponse, node: MemoryNode) => Promise<void>,
  ) => {
    const permission = method === 'get' ? read : write;
    RED.httpAdmin[method](`/jarvis/admin/memory/${path}`, permission, (given: unknown, answer: unknown) => {
      // Express's own objects, of which these are the parts in use.
      const [req, res] = [given as AdminRequest, answer as AdminResponse];
      void Promise.resolve()
        .then(() => handle(req, res, storeOf(req.query['store'])))
        .catch((thrown) => {
          if (res.headersSent) res.destroy();
          else {
            const code = codeOf(thrown);
            res.status(code === 'changed' ? 409 : 400).json({ ok: false, code, message: messageOf(thrown) });
          }
        });
    });
  };

  for (const [path, answer] of Object.entries(reading)) {
    route('get', path, async (req, res, node) => res.json(await answer(req.query, node)));
  }
  for (const [path, answer] of Object.entries(changing)) {
    route('post', path, async (req, res, node) => {
      // A form on another site can send words to this address with the person's login, but not as JSON.
      if (!req.is('json')) throw new JarvisError('bad-input', 'Send JSON, with the content type application/json.');
      res.json(await answer(req.body, node));
    });
  }
  for (const { method, path, handle } of fileRoutes) route(method, path, handle);
}

function storeOf(id: unknown): MemoryNode {
  const nodes = [...running.memory];
  const found = id === undefined || id === '' ? nodes[0] : nodes.find((node) => node.id === id);
  if (found) return found;
  if (nodes.length > 0) {
    throw new Refused(
      'other-store',
      'This memory store is not deployed. Deploy the flow, or open the page from the store you mean.',
    );
  }
  throw new Refused(
    'no-store',
    'No memory store is deployed. Choose or add one in a node of the flow, for example in agent, and deploy.',
  );
}
