import type { NodeAPI } from 'node-red';
import { JarvisError } from '../lib/turn/errors.js';
import type { AdminRequest, AdminResponse } from './memory-admin/types.js';

/** A route behind the editor's own login: reading needs the permission jarvis.read, all else jarvis.write. */
export type AdminRoute = (
  method: 'get' | 'post',
  path: string,
  handle: (req: AdminRequest, res: AdminResponse) => unknown,
) => void;

/**
 * Opens routes under /jarvis/admin/.
 * @param failed Answers with what went wrong, where no answer has begun.
 */
export function adminRoute(RED: NodeAPI, failed: (res: AdminResponse, thrown: unknown) => void): AdminRoute {
  const permissions = { get: RED.auth.needsPermission('jarvis.read'), post: RED.auth.needsPermission('jarvis.write') };
  return (method, path, handle) => {
    RED.httpAdmin[method](`/jarvis/admin/${path}`, permissions[method], (given: unknown, answer: unknown) => {
      // Express's own objects, of which these are the parts in use.
      const [req, res] = [given as AdminRequest, answer as AdminResponse];
      void Promise.resolve()
        .then(() => handle(req, res))
        .catch((thrown) => (res.headersSent ? res.destroy() : failed(res, thrown)));
    });
  };
}

/** The JSON of a request: a form on another site can send words to this address with the person's login, but not as JSON. */
export function jsonOf(req: AdminRequest): unknown {
  if (!req.is('json')) throw new JarvisError('bad-input', 'Send JSON, with the content type application/json.');
  return req.body;
}
