import http from 'node:http';
import https from 'node:https';
import { readJson } from '../turn/foreign.js';
import { abortError } from '../turn/wait.js';

/** Most bytes of one answer: embeddings of a few hundred texts fit, a runaway server doesn't fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Most bytes of a streamed answer: one of ten thousand tokens, each in a line of its own, has two million. */
const MAX_STREAMED = 8 * 1024 * 1024;
/** Most characters of one line of a stream. */
const MAX_LINE = 1024 * 1024;

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** An answer of the server that isn't 2xx, or an error it wrote into a stream. */
export class ServerError extends Error {
  override name = 'ServerError';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sends one request and resolves with the response once its headers are there, however long that takes: the caller's
 * signal is the only limit (Node's `fetch` gives up after five minutes). When it fires the connection is closed, which
 * is what stops a model.
 * @throws ServerError when the status isn't 2xx; AbortError; what the socket failed with.
 */
export function send(url: string, request: HttpRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) return reject(abortError(request.signal));
    const fail = (thrown: unknown) => reject(request.signal.aborted ? abortError(request.signal) : thrown);
    const to = new URL(url);
    const client = to.protocol === 'https:' ? https : http;
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(request.body));
    // A connection of its own: one kept alive may have died with the server's last restart.
    const outgoing = client.request(to, { method: request.method, headers, signal: request.signal, agent: false });
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      // Without a listener an error of an abandoned response would end the process.
      response.on('error', () => {});
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return resolve(response);
      readText(response, 100_000).then(
        (text) => fail(new ServerError(status, errorText(text) || response.statusMessage || `status ${status}`)),
        () => fail(new ServerError(status, response.statusMessage ?? `status ${status}`)),
      );
    });
    outgoing.end(request.body);
  });
}

/** The whole body as text. @throws when it is longer than `most` bytes. */
export async function readText(response: http.IncomingMessage, most = MAX_BYTES): Promise<string> {
  return (await readBytes(response, most)).toString('utf8');
}

/** The whole body. @throws when it is longer than `most` bytes. */
export async function readBytes(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bounded(response, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The body line by line, without the line ends. @throws when a line or the whole is too long. */
export async function* readLines(response: http.IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bounded(response, MAX_STREAMED)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new Error('The model server sent a line of more than a megabyte.');
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The words of an error body. Ollama may put the runner's JSON into a string of its own JSON. */
export function errorText(body: string): string {
  let text = body.trim();
  for (let depth = 0; depth < 4 && /^[{"]/.test(text); depth++) {
    const inner = innerError(text);
    if (inner === undefined) break;
    text = inner.trim();
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function innerError(text: string): string | undefined {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    return undefined;
  }
  for (let depth = 0; depth < 4 && typeof value === 'object' && value !== null; depth++) {
    const holder: { error?: unknown; message?: unknown; detail?: unknown } = value;
    value = holder.error ?? holder.message ?? holder.detail;
  }
  return typeof value === 'string' ? value : undefined;
}

/** Lines of nonsense in a stream that are put up with. */
const MAX_UNREADABLE = 1_000;

/** The JSON values of lines; those that are none are skipped. @throws when they don't end. */
export async function* jsonLines(lines: AsyncIterable<string>): AsyncGenerator<{ line: string; value: unknown }> {
  let unreadable = 0;
  for await (const line of lines) {
    let value: unknown;
    try {
      value = readJson(line);
    } catch {
      if (++unreadable > MAX_UNREADABLE) throw new Error('The model server sends nonsense without end.');
      continue;
    }
    yield { line, value };
  }
}

async function* bounded(response: http.IncomingMessage, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of response) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > most) {
      response.destroy();
      throw new Error(`The server sent more than ${most} bytes.`);
    }
    yield buffer;
  }
}
