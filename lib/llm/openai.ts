import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LONG, readJson } from '../turn/foreign.js';
import { abortError } from '../turn/wait.js';
import { runningCalls } from './cancel.js';
import { modelFailure } from './failures.js';
import { errorText, jsonLines, readLines, readText, ServerError, send } from './http.js';
import { answerParts, toWire } from './openai-wire.js';
import type { ThinkingModel } from './own-words.js';
import { type ChatPart, type ChatRequest, type ModelInfo, NoNativeTools, type Provider } from './types.js';

export interface OpenAiOptions {
  /** e.g. "http://127.0.0.1:8080/v1"; "/v1" is added to a bare host. */
  url: string;
  /** API key, where the server wants one. */
  key?: string;
}

const modelSchema = z.object({
  id: z.string(),
  // Only llama.cpp says how large a model is.
  meta: z.object({ n_params: z.number().optional() }).nullish(),
});
const modelsSchema = z.object({ data: z.array(modelSchema) });
const embeddingsSchema = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: z.array(z.number()) })),
});

/** How servers say that a model, or the way it was started, has no tools. */
const NO_TOOLS = /tool.*(support|enable|require|jinja|allow|parser)|(support|unknown|unrecognized|extra).*\btool/i;

const MAX_MODELS = 50;

/** Any server with OpenAI's chat API (llama.cpp, vLLM, LM Studio, LiteLLM …) as a provider. */
export function openOpenAi(options: OpenAiOptions): Provider {
  const url = base(options.url);
  const headers = {
    'content-type': 'application/json',
    ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
  };
  const called = (model: string) => ({ url, model, mend: 'load it there, or choose another one in the model node.' });
  const { begin, call, close } = runningCalls(called);
  const models = new LRUCache<string, ThinkingModel>({ max: MAX_MODELS });

  function post(path: string, body: unknown, signal: AbortSignal): Promise<IncomingMessage> {
    return send(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  function list(signal: AbortSignal): Promise<z.infer<typeof modelSchema>[]> {
    return call('', signal, async (own) => {
      const response = await send(`${url}/models`, { method: 'GET', headers, signal: own });
      return modelsSchema.parse(readJson(await readText(response), LONG)).data;
    });
  }

  async function* chat(request: ChatRequest): AsyncGenerator<ChatPart> {
    const { signal, end } = begin(request.signal);
    let begun = false;
    try {
      const response = await post('/chat/completions', toWire(request), signal);
      begun = true;
      const model = models.get(request.model) ?? {};
      models.set(request.model, model);
      yield* answerParts(events(response), model);
    } catch (thrown) {
      if (request.signal.aborted) throw abortError(request.signal);
      const noTools = thrown instanceof ServerError && !begun && NO_TOOLS.test(thrown.message);
      if (noTools && request.tools?.length) throw new NoNativeTools(thrown.message);
      throw modelFailure(thrown, called(request.model), begun);
    } finally {
      // Also when the caller stopped reading.
      end();
    }
  }

  return {
    url,
    chat,
    models: async (signal) => (await list(signal)).map(({ id }) => id),
    info: async (model, signal): Promise<ModelInfo> => {
      const parameters = (await list(signal)).find(({ id }) => id === model)?.meta?.n_params;
      return parameters === undefined ? {} : { parameters };
    },
    embed: (model, texts, signal) =>
      call(model, signal, async (own) => {
        const response = await post('/embeddings', { model, input: texts }, own);
        const { data } = embeddingsSchema.parse(readJson(await readText(response), LONG));
        return data.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding);
      }),
    close,
  };
}

function base(given: string): string {
  const url = given.trim().replace(/\/+$/, '');
  return /^https?:\/\/[^/]+$/i.test(url) ? `${url}/v1` : url;
}

/** The JSON of each server-sent event up to "[DONE]"; lines that aren't JSON are skipped, an error ends the stream. */
async function* events(response: IncomingMessage): AsyncGenerator<unknown> {
  for await (const { line, value } of jsonLines(dataOf(readLines(response)))) {
    if (typeof value === 'object' && value !== null && 'error' in value && value.error) {
      throw new ServerError(500, errorText(line) || 'unknown error');
    }
    yield value;
  }
}

/** What stands behind "data:", up to "[DONE]". */
async function* dataOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const data = /^data:\s?(.*)$/.exec(line)?.[1];
    if (data === undefined) continue;
    if (data.trim() === '[DONE]') return;
    yield data;
  }
}
