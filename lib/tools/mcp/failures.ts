import { JarvisError, reasonOf } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { nameOf, type Server } from './server.js';

/** The server has forgotten the session, as after a restart. */
export class SessionLost extends Error {
  override name = 'SessionLost';
}

const [BAD_REQUEST, UNAUTHORISED, FORBIDDEN, NOT_FOUND] = [400, 401, 403, 404];

/** Whether a server itself says that something is wrong. */
export const isOfServer = (thrown: unknown) => thrown instanceof Error && thrown.name === 'McpError';

/** Whether the server refused a call for its session: by the protocol with 404, but its own example servers say it with 400. */
export function isForgotten(thrown: unknown): boolean {
  const code: unknown = Object(thrown).code;
  return code === NOT_FOUND || (code === BAD_REQUEST && /session/i.test(reasonOf(thrown)));
}

/** Why a server could not be used, with what to do. */
export function failureOf(server: Server, thrown: unknown): JarvisError {
  const code: unknown = Object(thrown).code;
  const [name, options] = [nameOf(server), { cause: thrown }];
  if (code === UNAUTHORISED || code === FORBIDDEN)
    return new JarvisError(
      'not-configured',
      `${name} refused the token (status ${code}). Enter one that it takes.`,
      options,
    );
  if (code === NOT_FOUND)
    return new JarvisError(
      'failed',
      `${name} answers with status 404. Check the path of the address, often /mcp.`,
      options,
    );
  return new JarvisError('failed', `${name} can't be used: ${oneLine(reasonOf(thrown), 300)}`, options);
}
