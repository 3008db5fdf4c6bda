import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { cutHere, head, json, line, onAbort, refused, speak } from './answering.js';
import { INSTANT, Runner, render, SMALL_MACHINE, type Speed, tokens } from './engine.js';
import { type Answer, type ChatBody, type Fault, type Rule, script } from './script.js';

export interface ScriptedModel {
  /** Number of parameters; default 3e9. */
  parameters?: number;
  /** Default 32768. */
  /** Default true. */
  tools?: boolean;
  /** Default false. */
  thinking?: boolean;
  /** Default false. */
  vision?: boolean;
}

export interface ScriptedModelOptions {
  /** "instant" for unit tests; default: a small model on a small machine. */
  speed?: Speed | 'instant';
  /** Default: one model, "scripted". */
  models?: Record<string, ScriptedModel>;
  /** What is answered: rules, or a function. Default: one fixed sentence. */
  answers?: readonly Rule[] | ((request: ChatBody) => Answer | string);
  /** What goes wrong with the vectors of these texts, or other vectors for them. Default: those of their letters. */
  embeddings?: (texts: readonly string[]) => Fault | number[][] | undefined;
  /** Default 0, a free one. */
  port?: number;
}

/** A request that the server has seen. */
export interface SeenRequest {
  path: string;
  body: ChatBody & Record<string, unknown>;
  /** Milliseconds, `performance.now()`. */
  at: number;
  /** True once the client closed the connection before the answer was finished. */
  closed: boolean;
  /** True once the answer was sent whole. */
  answered: boolean;
  /** Prompt tokens, and how many of them the cache spared. */
  promptTokens?: number;
  reusedTokens?: number;
}

export interface ScriptedModelServer {
  url: string;
  /** The last 1,000 requests, oldest first. */
  requests: readonly SeenRequest[];
  /** How many answers the client has closed before their end. */
  readonly closed: number;
  /** Resolves once `closed` is at least `count`. */
  untilClosed(count: number): Promise<void>;
  close(): Promise<void>;
}

const MAX_REQUESTS = 1000;

/**
 * A real HTTP server that speaks Ollama's API, says what its script says, and takes the time a model of the stated
 * speed would take, with a prefix cache that behaves like the real one's.
 */
export async function startScriptedModelServer(options: ScriptedModelOptions = {}): Promise<ScriptedModelServer> {
  const speed = options.speed === 'instant' ? INSTANT : (options.speed ?? SMALL_MACHINE);
  const models = options.models ?? { scripted: {} };
  const runners = new Map(Object.keys(models).map((name) => [name, new Runner(speed)]));
  const { answers } = options;
  const answerTo = typeof answers === 'function' ? answers : script(answers ?? []);
  const requests: SeenRequest[] = [];
  let closed = 0;
  let waiting: { count: number; resolve: () => void }[] = [];

  const server = http.createServer((incoming, outgoing) => {
    const gone = new AbortController();
    let seen: SeenRequest | undefined;
    outgoing.on('error', () => {});
    outgoing.on('close', () => {
      gone.abort();
      if (!seen || outgoing.writableFinished || cutHere.has(outgoing)) return;
      seen.closed = true;
      closed++;
      for (const { count, resolve } of waiting) if (closed >= count) resolve();
      waiting = waiting.filter(({ count }) => closed < count);
    });
    outgoing.on('finish', () => {
      if (seen) seen.answered = true;
    });
    readBody(incoming)
      .then((body) => {
        seen = { path: incoming.url ?? '', body, at: performance.now(), closed: false, answered: false };
        requests.push(seen);
        if (requests.length > MAX_REQUESTS) requests.shift();
        return handle(seen, outgoing, gone.signal);
      })
      .catch((thrown: unknown) => {
        if (!gone.signal.aborted) json(outgoing, 500, { error: String(thrown) });
      });
  });

  function handle(seen: SeenRequest, outgoing: http.ServerResponse, signal: AbortSignal): Promise<void> | void {
    const { path, body } = seen;
    const name = String(body.model ?? '').replace(/:latest$/, '');
    const model = models[name];
    const runner = runners.get(name);
    if (path === '/api/version') return json(outgoing, 200, { version: '0.32.15' });
    if (path === '/api/tags') return json(outgoing, 200, { models: Object.keys(models).map(listed) });
    if (path === '/api/ps') {
      const loaded = [...runners].filter(([, { loaded }]) => loaded);
      const rows = loaded.map(([key, { numCtx }]) => ({ ...listed(key), context_length: numCtx }));
      return json(outgoing, 200, { models: rows });
    }
    if (!['/api/show', '/api/embed', '/api/chat'].includes(path)) {
      outgoing.writeHead(404, { 'content-type': 'text/plain' });
      outgoing.end('404 page not found');
      return;
    }
    if (!model || !runner) return json(outgoing, 404, { error: `model '${body.model}' not found` });
    if (path === '/api/show') return json(outgoing, 200, shown(model));
    if (path === '/api/embed') return embed(body, outgoing, signal);
    return chat(seen, model, runner, outgoing, signal);
  }

  async function embed(body: SeenRequest['body'], outgoing: http.ServerResponse, signal: AbortSignal): Promise<void> {
    const texts = [body['input']].flat().map(String);
    const given = options.embeddings?.(texts);
    if (given === 'hang') await new Promise((_, reject) => onAbort(signal, reject));
    if (typeof given !== 'string') {
      return json(outgoing, 200, { model: body.model, embeddings: given ?? lettersOf(texts) });
    }
    if (refused(outgoing, given, body.model)) return;
    cutHere.add(outgoing);
    outgoing.destroy();
  }

  async function chat(
    seen: SeenRequest,
    model: ScriptedModel,
    runner: Runner,
    outgoing: http.ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const { body } = seen;
    if (body.messages.length === 0) {
      if (body.keep_alive === 0) runner.unload();
      else await runner.load(body.options?.num_ctx ?? 0, signal);
      return json(outgoing, 200, {
        ...head(body.model),
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: body.keep_alive === 0 ? 'unload' : 'load',
      });
    }
    if (body.tools?.length && model.tools === false) {
      refused(outgoing, 'no-tools', body.model);
      return;
    }
    if (body.think && !model.thinking) {
      refused(outgoing, 'no-thinking', body.model);
      return;
    }
    const given = answerTo(body);
    const answer = typeof given === 'string' ? { text: given } : given;
    if (answer.fault && refused(outgoing, answer.fault, body.model)) return;
    if (answer.fault === 'wedge') runner.wedged = true;
    const free = await runner.slot();
    try {
      const loadMs = await runner.load(body.options?.num_ctx ?? 0, signal);
      if (runner.wedged || answer.fault === 'hang') await new Promise((_, reject) => onAbort(signal, reject));
      const { tokens: count, evaluated, evaluationMs } = await runner.evaluate(tokens(render(body)), signal);
      seen.promptTokens = count;
      seen.reusedTokens = count - evaluated;
      const spoken = await speak(body, answer, speed, outgoing, signal);
      if (spoken === undefined) return;
      outgoing.end(
        line({
          ...head(body.model),
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: spoken.cut ? 'length' : (answer.doneReason ?? 'stop'),
          load_duration: loadMs * 1e6,
          prompt_eval_count: count,
          prompt_eval_duration: Math.round(evaluationMs * 1e6),
          eval_count: spoken.count,
          eval_duration: Math.round((spoken.count / speed.answerTokens) * 1e9),
        }),
      );
    } finally {
      free();
    }
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get closed() {
      return closed;
    },
    untilClosed: (count) =>
      closed >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Vectors that are the same for the same text: a histogram of its letters. */
function lettersOf(texts: readonly string[]): number[][] {
  return texts.map((text) => {
    const vector = new Array<number>(32).fill(0.01);
    for (const letter of text.toLowerCase()) {
      const at = (letter.codePointAt(0) ?? 0) % 32;
      vector[at] = (vector[at] ?? 0) + 1;
    }
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

function shown(model: ScriptedModel): Record<string, unknown> {
  const capabilities = ['completion'];
  if (model.tools !== false) capabilities.push('tools');
  if (model.thinking) capabilities.push('thinking');
  if (model.vision) capabilities.push('vision');
  return {
    capabilities,
    details: { family: 'scripted', parameter_size: '3B' },
    model_info: {
      'general.architecture': 'scripted',
      'general.parameter_count': model.parameters ?? 3e9,
      'scripted.context_length': 32_768,
    },
  };
}

function listed(name: string): Record<string, unknown> {
  return { name: `${name}:latest`, model: `${name}:latest`, size: 1, digest: '', details: {} };
}

async function readBody(incoming: http.IncomingMessage): Promise<SeenRequest['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  const body = text === '' ? {} : JSON.parse(text);
  return { messages: [], model: '', ...body };
}
