import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A route of a running Node-RED that a package has registered. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
}

/** What runs in Node-RED: a node file that tells of the routes registered beside it. */
const LISTER = `module.exports = (RED) => {
  RED.httpAdmin.get('/routes', (req, res) => {
    const { stack } = RED.httpAdmin._router ?? RED.httpAdmin.router;
    res.json(stack.flatMap(({ route }) =>
      route ? Object.keys(route.methods).map((method) => ({ method, path: String(route.path) })) : []));
  });
};`;

/** A folder for Node-RED's `nodesDir`, whose node answers GET /routes below the admin root with every {@link Route}. */
export function routeLister(): { dir: string; remove(): void } {
  const dir = mkdtempSync(path.join(tmpdir(), 'jarvis-routes-'));
  writeFileSync(path.join(dir, 'routes.js'), LISTER);
  writeFileSync(path.join(dir, 'routes.html'), '<script type="text/javascript"></script>');
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
