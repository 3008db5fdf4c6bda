import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tool } from '../../llm/types.js';
import { clock } from '../../turn/clock.js';
import { reasonOf } from '../../turn/errors.js';
import { accessBy } from './access.js';
import { callRunner, offerOf } from './calls.js';
import type { Answers } from './protocol.js';

interface McpServerOptions {
  /** At least MIN_TOKEN characters. */
  token: string;
  /** Those that are offered now. */
  tools(): readonly Tool[];
  /** The usual language of the house. */
  language(): string;
  /** A call of one of them begins. */
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
const MAX_REQUESTS = 16;
/** Bytes. */
const MAX_BODY = 64 * 1024;
/** The longest call (`ask`) and some seconds for what is around it. */
const REQUEST_MS = 120_000;

/** A server that lets in who has the token. */
export function openMcpServer({ token, tools, language, onCall }: McpServerOptions): McpServer {
  const access = accessBy(token);
  const run = callRunner();
  const open = new Set<ServerResponse>();
  const answers: Answers = {
    list: () => tools().map(offerOf),
    async call(asked, signal) {
      const offers = tools();
      if (offers.some(({ name }) => name === asked.name)) onCall(asked.name);
      return await run(asked, offers, { site: SITE, language: language(), signal });
    },
  };

  async function answerInTime(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const timer = clock.limit(REQUEST_MS, () => response.destroy());
    open.add(response);
    response.once('close', () => {
      timer.cancel();
      open.delete(response);
    });
    // 30 MB and a third of a second, for whoever is asked at all.
    const { answer } = await import('./protocol.js');
    await answer(request, response, answers);
  }

  return {
    handle(request, response) {
      const refused = access(request);
      if (refused) return refuse(response, refused.status, 'Give the token of the mcp server node.', refused.seconds);
      // What a client might listen to or end are sessions, which there are none of.
      if (request.method !== 'POST') return refuse(response, 405, 'Only POST is answered here.');
      const length = Number(request.headers['content-length']);
      // Node-RED may have read the body already, up to its own limit.
      if (Number.isNaN(length)) return refuse(response, 411, 'Say the length of the body.');
      if (length > MAX_BODY) return refuse(response, 413, `A message may have ${MAX_BODY} bytes.`);
      if (open.size >= MAX_REQUESTS) return refuse(response, 503, 'Too many requests run already.', 1);
      answerInTime(request, response).catch((thrown) => {
        if (response.headersSent) response.destroy();
        else refuse(response, 500, `It could not be answered: ${reasonOf(thrown)}`);
      });
    },
    close() {
      for (const response of open) response.destroy();
    },
  };
}

/** @param seconds after which it may be tried again */
function refuse(response: ServerResponse, status: number, message: string, seconds?: number): void {
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
