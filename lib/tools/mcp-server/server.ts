import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type { Tool } from '../../llm/types.js';
import { accessBy } from './access.js';
import { callRunner, offerOf } from './calls.js';

interface McpServerOptions {
  /** At least MIN_TOKEN characters. */
  token: string;
  /** Those that are offered now. */
  tools(): readonly Tool[];
  /** The usual language of the house. */
  language(): string;
  /** A call begins. */
  onCall(tool: string): void;
}

/** The tools of the house for other assistants: MCP over streamable HTTP, without sessions. */
export interface McpServer {
  /** Answers one request. Who asks must have been checked for Host and Origin. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends what is under way. */
  close(): void;
}

/** Where `control_device` looks first, and whose last command "it" is: no room. */
const SITE = 'mcp';
/** The version is that of what is offered here. */
const INFO = { name: 'jarvis', version: '1.0.0' };
const MAX_REQUESTS = 16;
const MAX_BODY = 64 * 1024;
/** The longest call (`ask`) and some seconds for what is around it. */
const REQUEST_MS = 120_000;

/** A server that lets in who has the token. Each request stands for itself, so that nothing is kept between two. */
export function openMcpServer({ token, tools, language, onCall }: McpServerOptions): McpServer {
  const access = accessBy(token);
  const run = callRunner();
  const validator = new AjvJsonSchemaValidator();
  const open = new Set<ServerResponse>();

  function protocol(): Server {
    const server = new Server(INFO, { capabilities: { tools: {} }, jsonSchemaValidator: validator });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools().map(offerOf) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      onCall(params.name);
      return await run(params, tools(), { site: SITE, language: language(), signal });
    });
    return server;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = protocol();
    const timer = setTimeout(() => response.destroy(), REQUEST_MS);
    open.add(response);
    response.once('close', () => {
      clearTimeout(timer);
      open.delete(response);
      // Ends the calls of a client that has gone.
      void server.close();
    });
    // The SDK's types don't know optional properties as they are checked here.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, readBefore(request));
  }

  return {
    handle(request, response) {
      const refused = access(request);
      if (refused) return refuse(response, refused.status, 'Give the token of the mcp server node.', refused);
      // What a client might listen to or end are sessions, which there are none of.
      if (request.method !== 'POST') return refuse(response, 405, 'Only POST is answered here.');
      if (open.size >= MAX_REQUESTS) return refuse(response, 503, 'Too many requests run already.', { seconds: 1 });
      const length = Number(request.headers['content-length']);
      // Node-RED may have read the body already, up to its own limit.
      if (Number.isNaN(length)) return refuse(response, 411, 'Say the length of the body.');
      if (length > MAX_BODY) return refuse(response, 413, `A message may have ${MAX_BODY} bytes.`);
      answer(request, response).catch(() => response.destroy());
    },
    close() {
      for (const response of open) response.destroy();
    },
  };
}

/** The body, where the editor shares a root with us: its parser comes first, and takes what is ours too. */
function readBefore(request: IncomingMessage & { body?: unknown }): unknown {
  return request.readableEnded ? request.body : undefined;
}

/** @param seconds after which it may be tried again */
function refuse(response: ServerResponse, status: number, message: string, { seconds }: { seconds?: number } = {}) {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    // What is still sent isn't read.
    Connection: 'close',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 405 && { Allow: 'POST' }),
    ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
