import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { deskServer } from './desk.js';

/** The desk by streamable HTTP, with sessions, behind a token. */
export async function startDesk({ token = '', port = 0, unknownSession = 404 } = {}) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = http.createServer((request, response) => {
    void (async () => {
      if (token && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      const id = String(request.headers['mcp-session-id'] ?? '');
      const known = sessions.get(id);
      if (id && !known) return response.writeHead(unknownSession).end('No valid session ID');
      const transport =
        known ??
        new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (one) => void sessions.set(one, transport),
          onsessionclosed: (one) => void sessions.delete(one),
        });
      if (!known) await deskServer().connect(transport as never);
      await transport.handleRequest(request, response);
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    sessions: () => [...sessions.keys()],
    /** Forgets every session, as a restart does. */
    forget: () => sessions.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
