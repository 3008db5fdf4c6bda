import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as Offer,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';

/** What clients may ask for. */
export interface Answers {
  list(): Offer[];
  call(
    asked: { name: string; arguments?: Record<string, unknown> | undefined },
    signal: AbortSignal,
  ): Promise<CallToolResult>;
}

/** The version is that of what is offered here. */
const INFO = { name: 'jarvis', version: '1.0.0' };
/** One for all: the SDK would make one for each request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Answers one request as MCP says. Each stands for itself, so that nothing is kept between two. What it has begun ends with its
 * response, also where the client has gone before.
 */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { list, call }: Answers,
): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = new Server(INFO, { capabilities: { tools: {} }, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: list() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => call(params, signal));
  response.once('close', () => void server.close());
  // The SDK's types don't know optional properties as they are checked here.
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, readBefore(request));
}

/** The body, where the editor shares a root with us: its parser comes first, and takes what is ours too. */
function readBefore(request: IncomingMessage & { body?: unknown }): unknown {
  return request.readableEnded ? request.body : undefined;
}
