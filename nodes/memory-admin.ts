import type { NodeAPI } from 'node-red';
import { adminRoute, jsonOf } from './admin-route.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import { changing } from './memory-admin/changing.js';
import { fileRoutes } from './memory-admin/files.js';
import { codeOf, messageOf, Refused } from './memory-admin/problems.js';
import { reading } from './memory-admin/reading.js';
import type { FileRoute } from './memory-admin/types.js';
import { running } from './running.js';

/**
 * The routes of the memory page, under /jarvis/admin/memory/, behind the editor's own login. `?store=` names the store's
 * config node; without it the first one is meant. Whatever is wrong is answered with a code, by which the page
 * finds its words, and a message in English: 400, or 409 where somebody else was faster.
 */
export function memoryRoutes(RED: NodeAPI): void {
  const open = adminRoute(RED, (res, thrown) => {
    const code = codeOf(thrown);
    res.status(code === 'changed' ? 409 : 400).json({ ok: false, code, message: messageOf(thrown) });
  });
  const route = ({ method, path, handle }: FileRoute) =>
    open(method, `memory/${path}`, (req, res) => handle(req, res, storeOf(req.query['store'])));

  for (const [path, answer] of Object.entries(reading)) {
    route({ method: 'get', path, handle: async (req, res, node) => res.json(await answer(req.query, node)) });
  }
  for (const [path, answer] of Object.entries(changing)) {
    route({ method: 'post', path, handle: async (req, res, node) => res.json(await answer(jsonOf(req), node)) });
  }
  for (const file of fileRoutes) route(file);
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
