import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';

/** The parts of Express's request and response that the routes use. */
export interface AdminRequest extends IncomingMessage {
  /** Parsed JSON. */
  body: unknown;
  query: Record<string, unknown>;
  /** Named parts of the path. */
  params?: Record<string, string>;
  /** Whether the body is of that type. */
  is(type: string): string | false | null;
}
export interface AdminResponse extends ServerResponse {
  status(code: number): AdminResponse;
  json(value: unknown): void;
}

/** A route that streams. */
export interface FileRoute {
  method: 'get' | 'post';
  path: string;
  handle(req: AdminRequest, res: AdminResponse, node: MemoryNode): Promise<void>;
}
