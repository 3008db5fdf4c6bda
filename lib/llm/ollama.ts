import { ReadableStream } from 'node:stream/web';
import { LRUCache } from 'lru-cache';
import { Ollama } from 'ollama';
import { clock, type Timer } from '../turn/clock.js';
import { abortError, within } from '../turn/wait.js';
import { follow, runningCalls } from './cancel.js';
import { modelFailure } from './failures.js';
import { errorText, jsonLines, readLines, readText, ServerError, send } from './http.js';
import { callsOf, donePart, infoOf, parseChunk, toWire } from './ollama-wire.js';
import { ownWordsFilter, type ThinkingModel } from './own-words.js';
import { parseParameters } from './size.js';
import { type ChatPart, type ChatRequest, type ModelInfo, NoNativeTools, type Provider } from './types.js';

export interface OllamaOptions {
  /** e.g. "http://127.0.0.1:11434" */
  url: string;
  /** How long the server keeps a model loaded after a call: "30m", seconds, or -1 for ever. Default "30m". */
  keepAlive?: string | number;
  /** Milliseconds without a first token, after a cancelled call, that make a model count as hung. Default 10,000. */
  hungAfterMs?: number;
}

/** What is known of a model's recent calls, to tell a hung model from a slow one, and its thoughts from its words. */
interface Pulse extends ThinkingModel {
  running: number;
  /** A call was cancelled and none has been answered since. */
  cancelled: boolean;
  /** The usual wait for a first token, in milliseconds; the latest ones count most. */
  usual?: number;
}

const MAX_MODELS = 50;
/** Models of a server's list, and letters of a name. */
const MAX_LISTED = 1_000;
const MAX_NAME = 200;
const UNLOAD_MS = 5000;
const INFO_KEPT_MS = 10 * 60_000;

/** An Ollama server (0.9 or newer) as a provider. Opens no connection until the first call. */
export function openOllama(options: OllamaOptions): Provider {
  const url = options.url.trim().replace(/\/+$/, '');
  const keepAlive = options.keepAlive ?? '30m';
  const hungAfterMs = options.hungAfterMs ?? 10_000;
  const pulses = new LRUCache<string, Pulse>({ max: MAX_MODELS });
  const infos = new LRUCache<string, { at: number; info: ModelInfo }>({ max: MAX_MODELS });
  const called = (model: string) => ({ url, model, mend: `ollama pull ${model}` });
  const { begin, call: calling, close } = runningCalls(called);

  /** Runs a call with a client of its own: the package's abort ends every stream or none. */
  function call<T>(model: string, signal: AbortSignal, work: (client: Ollama) => Promise<T>): Promise<T> {
    return calling(model, signal, (own) => work(clientFor(url, own)));
  }

  async function info(model: string, signal: AbortSignal): Promise<ModelInfo> {
    const known = infos.get(model);
    if (known && clock.steady() - known.at < INFO_KEPT_MS) return known.info;
    const found = infoOf(await call(model, signal, (client) => client.show({ model })), parseParameters);
    infos.set(model, { at: clock.steady(), info: found });
    return found;
  }

  /** The stream of an answer, opened anew once when the model hangs after a cancelled call. */
  async function open(request: ChatRequest, pulse: Pulse, think: boolean, signal: AbortSignal) {
    let begun = clock.steady();
    const first = follow(signal);
    try {
      const ask = (own: AbortSignal) => clientFor(url, own).chat(toWire(request, keepAlive, think));
      const answer = ask(first.controller.signal);
      let stream = await (pulse.cancelled ? unlessHung(answer, pulse, request.model, signal) : answer);
      if (!stream) {
        first.controller.abort();
        answer.catch(() => {});
        await unload(request.model, signal);
        begun = clock.steady();
        stream = await ask(signal);
      }
      pulse.cancelled = false;
      const waited = clock.steady() - begun;
      pulse.usual = ((pulse.usual ?? waited) + waited) / 2;
      return { stream, release: first.release };
    } catch (thrown) {
      first.release();
      throw thrown;
    }
  }

  /** The answer, or undefined when the model is loaded, does nothing else for us and still doesn't begin. */
  async function unlessHung<T>(answer: Promise<T>, pulse: Pulse, model: string, signal: AbortSignal) {
    // A machine whose first tokens are always slow isn't hung; one never measured gets twice the time.
    const ms = pulse.usual === undefined ? 2 * hungAfterMs : Math.max(hungAfterMs, 3 * pulse.usual);
    let timer: Timer | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = clock.limit(ms, () => resolve('late'));
    });
    try {
      if ((await Promise.race([answer, late])) !== 'late') return await answer;
    } finally {
      timer?.cancel();
    }
    return pulse.running > 1 || !(await loaded(model, signal)) ? await answer : undefined;
  }

  async function loaded(model: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { models } = await within({ ms: UNLOAD_MS, what: `The model server at ${url}`, signal }, (own) =>
        clientFor(url, own).ps(),
      );
      return namesOf(models).some((name) => name === model || name === `${model}:latest`);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return false;
    }
  }

  async function unload(model: string, signal: AbortSignal): Promise<void> {
    await within({ ms: UNLOAD_MS, what: `The model server at ${url}`, code: 'model-failed', signal }, (own) =>
      clientFor(url, own).chat({ model, messages: [], keep_alive: 0 }),
    );
  }

  async function* chat(request: ChatRequest): AsyncGenerator<ChatPart> {
    const { signal, end } = begin(request.signal);
    const pulse = pulses.get(request.model) ?? { running: 0, cancelled: false };
    pulses.set(request.model, pulse);
    pulse.running++;
    let begun = false;
    let finished = false;
    let letGo: () => void = () => {};
    // At once: the next call may begin before this generator gets to its end.
    const noteCancelled = () => {
      if (!finished) pulse.cancelled = true;
    };
    request.signal.addEventListener('abort', noteCancelled, { once: true });
    try {
      // think: true is an error for a model that can't.
      const think = request.think === true && (await info(request.model, signal)).thinking === true;
      const opened = await open(request, pulse, think, signal);
      letGo = opened.release;
      begun = true;
      for await (const part of partsOf(opened.stream, pulse)) {
        if (part.type === 'done') finished = true;
        yield part;
      }
    } catch (thrown) {
      if (request.signal.aborted) throw abortError(request.signal);
      finished = !signal.aborted;
      if (thrown instanceof ServerError && request.tools?.length && /does not support tools/.test(thrown.message)) {
        throw new NoNativeTools(thrown.message);
      }
      throw modelFailure(thrown, called(request.model), begun);
    } finally {
      pulse.running--;
      request.signal.removeEventListener('abort', noteCancelled);
      // Cancelling in the middle is what may leave the model hanging.
      noteCancelled();
      // Also when the caller stopped reading.
      end();
      letGo();
    }
  }

  return {
    url,
    chat,
    info,
    models: (signal) =>
      call('', signal, async (client) => {
        const { models } = await client.list();
        return namesOf(models).map((name) => name.replace(/:latest$/, ''));
      }),
    embed: (model, texts, signal) =>
      call(
        model,
        signal,
        async (client) => (await client.embed({ model, input: [...texts], keep_alive: keepAlive })).embeddings,
      ),
    load: (model, numCtx, signal) =>
      call(model, signal, async (client) => {
        await client.chat({ model, messages: [], keep_alive: keepAlive, options: { num_ctx: numCtx } });
      }),
    close,
  };
}

async function* partsOf(stream: AsyncIterable<unknown>, model: ThinkingModel): AsyncGenerator<ChatPart> {
  const content = ownWordsFilter(model);
  for await (const line of stream) {
    const chunk = parseChunk(line);
    if (!chunk) continue;
    if (chunk.message?.thinking) yield { type: 'thinking', text: chunk.message.thinking };
    if (chunk.message?.content) yield* content.push(chunk.message.content);
    const calls = callsOf(chunk);
    if (calls.length > 0) yield { type: 'calls', calls };
    if (chunk.done) {
      const done = donePart(chunk);
      yield* content.flush(done.cut);
      yield done;
    }
  }
}

/** The npm client over our own HTTP: one signal a request, no time limit but ours, bounded answers, a quiet console. */
function clientFor(host: string, signal: AbortSignal): Ollama {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await send(String(input), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      signal,
      ...(typeof init?.body === 'string' && { body: init.body }),
    });
    const type = response.headers['content-type'] ?? '';
    const headers = { 'content-type': type };
    if (!type.includes('ndjson')) return new Response(await readText(response), { headers });
    // The same stream; Node's type and the browser's differ in `pipeThrough`.
    const body = ReadableStream.from(goodLines(readLines(response))) as globalThis.ReadableStream;
    return new Response(body, { headers });
  };
  return new Ollama({ host, fetch });
}

/** The names of a list of models, as far as they are names. */
function namesOf(models: readonly unknown[]): string[] {
  const names = models.map((model) => (model as { name?: unknown } | null)?.name);
  return names
    .filter((name): name is string => typeof name === 'string' && name.length <= MAX_NAME)
    .slice(0, MAX_LISTED);
}

/** Lines that are JSON objects; others the client would print to the console. An error line ends the stream. */
async function* goodLines(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const { line, value } of jsonLines(lines)) {
    if (typeof value !== 'object' || value === null) continue;
    if ('error' in value) throw new ServerError(500, errorText(line) || 'unknown error');
    yield Buffer.from(`${line}\n`);
  }
}
