import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeAPI } from 'node-red';
import { logging } from './adapter.js';
import { guard } from './guard.js';
import { first } from './running.js';

/** Serves MCP at /jarvis/mcp. The route is registered once; what answers there is the node that is deployed now. */
export function serveMcp(RED: NodeAPI): void {
  if (!RED.httpNode || RED.settings.httpNodeRoot === false) return;
  // No other site's page, even where it has got hold of the token.
  RED.httpNode.use('/jarvis/mcp', guard as never);
  const answer = logging(RED, (request: IncomingMessage, response: ServerResponse) => {
    const server = first('mcpServer')?.server;
    if (server) return server.handle(request, response);
    response.statusCode = 404;
    response.end('No mcp server node is deployed.');
  });
  RED.httpNode.all('/jarvis/mcp', answer as never);
}
