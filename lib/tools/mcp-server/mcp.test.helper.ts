import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '../../llm/types.js';
import { openMcpServer } from './server.js';

export const TOKEN = 'a-token-of-more-than-24-characters';

/** The SDK's own client at an address, and the text and outcome of its calls. */
export async function openClient(url: string, headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    tools: async () => (await client.listTools()).tools,
    async call(name: string, args: Record<string, unknown> = {}) {
      const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult;
      return { ok: !isError, text: content.map((part) => (part.type === 'text' ? part.text : '')).join() };
    },
    close: () => client.close(),
  };
}

/** The MCP server over these tools, at an HTTP server of its own. */
export async function serve(tools: readonly Tool[]) {
  const calls: string[] = [];
  const server = openMcpServer({
    token: TOKEN,
    tools: () => tools,
    language: () => 'en',
    onCall: (name) => calls.push(name),
  });
  const http = createServer((request, response) => server.handle(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    calls,
    close: async () => {
      server.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** The headers that a client sends with a message. */
export const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

/** A message as it goes over the wire, with the token. */
export function post(url: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
}

/** A call as it goes over the wire. */
export const callOf = (name: string, args: unknown = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
