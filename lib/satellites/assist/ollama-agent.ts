import { createHash } from 'node:crypto';
import http from 'node:http';
import { clock } from '../../turn/clock.js';
import { isAbort, reasonOf } from '../../turn/errors.js';
import { readJson } from '../../turn/foreign.js';
import { refusalOf } from '../origin.js';
import { stands } from '../seats.js';
import type { Assistant } from './assistant.js';
import { type ChatMessage, chatRequest, openConversations, roomsIn } from './chat-messages.js';

/** The name under which the flow is offered as a model. */
const MODEL = 'jarvis';
/** The release whose answers these are. */
const VERSION = '0.32.0';
/** Home Assistant describes the house in every request. */
const MAX_BODY = 4 * 1024 * 1024;
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const DETAILS = {
  parent_model: '',
  format: 'flow',
  family: MODEL,
  families: [MODEL],
  parameter_size: '',
  quantization_level: '',
};

/** A request that isn't answered, with its HTTP status. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The flow as a model of a server that speaks Ollama's API: `/api/version`, `/api/tags`, `/api/show` and `/api/chat`,
 * streamed sentence by sentence. Not listening yet.
 * @param names by which it may be reached beside this machine's, see `refusalOf`
 */
export function ollamaAgent(assistant: Assistant, names: () => string): http.Server {
  const since = new Date(clock.now()).toISOString();
  const conversations = openConversations();

  const chat = async (body: unknown, response: http.ServerResponse, signal: AbortSignal): Promise<void> => {
    const { model, messages, stream } = read(body);
    if (model !== MODEL && model !== `${MODEL}:latest`) throw new Refused(404, `model '${model}' not found`);
    const began = clock.steady();
    const says = (content: string, more: object) => ({
      model,
      created_at: new Date(clock.now()).toISOString(),
      message: { role: 'assistant', content },
      ...more,
    });
    const end = (done_reason: string) => {
      return { done: true, done_reason, total_duration: Math.round((clock.steady() - began) * 1e6) };
    };
    stands(response.req.socket, 'served');
    // To ask for nothing is to have the model loaded.
    if (messages.length === 0) return json(response, 200, says('', end('load')));
    const asked = messages.at(-1);
    if (asked?.role !== 'user') throw new Refused(400, 'the last message must be of the user');
    const { name, answered } = conversations.of(messages);
    const words = { text: asked.content ?? '', conversation: name, where: roomsIn(messages) };
    const line = (value: object) => {
      if (!response.headersSent) response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson' });
      response.write(`${JSON.stringify(value)}\n`);
    };
    let reply = '';
    for await (const { text } of assistant.ask(words, signal)) {
      reply += text;
      if (stream !== false) line(says(text, { done: false }));
    }
    answered(reply);
    if (stream === false) return json(response, 200, says(reply, end('stop')));
    line(says('', end('stop')));
    response.end();
  };

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse, signal: AbortSignal) => {
    const why = refusalOf(request, names());
    if (why !== undefined) throw new Refused(403, why);
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    switch (route) {
      case 'GET /api/version':
        return json(response, 200, { version: VERSION });
      case 'GET /api/tags':
        return json(response, 200, { models: [listed(since)] });
      case 'POST /api/show':
        return json(response, 200, shown(since));
      case 'POST /api/chat':
        return await chat(await bodyOf(request), response, signal);
      default:
        throw new Refused(404, 'not found');
    }
  };

  const server = http.createServer((request, response) => {
    const gone = new AbortController();
    response.on('error', () => {});
    response.once('close', () => {
      gone.abort();
      stands(request.socket, 'heard');
    });
    handle(request, response, gone.signal).catch((thrown) => {
      if (isAbort(thrown) || response.headersSent) return response.destroy();
      // Nobody reads what is left of its body.
      response.setHeader('connection', 'close');
      json(response, thrown instanceof Refused ? thrown.status : 500, { error: reasonOf(thrown) });
    });
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

function read(body: unknown): { model: string; messages: ChatMessage[]; stream?: boolean | null | undefined } {
  const parsed = chatRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refused(400, `wrong at "${issue?.path.join('.')}": ${issue?.message}`);
}

/** The body of a request as JSON. @throws Refused */
async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const tooLong = new Refused(413, `more than ${MAX_BODY} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw tooLong;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw tooLong;
    chunks.push(chunk);
  }
  try {
    return readJson(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refused(400, 'the body is not JSON');
  }
}

function json(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function listed(since: string): object {
  const name = `${MODEL}:latest`;
  const digest = createHash('sha256').update(MODEL).digest('hex');
  return { name, model: name, modified_at: since, size: 0, digest, details: DETAILS };
}

function shown(since: string): object {
  return {
    modified_at: since,
    template: '',
    parameters: '',
    details: DETAILS,
    model_info: { 'general.architecture': MODEL },
    capabilities: ['completion'],
  };
}
