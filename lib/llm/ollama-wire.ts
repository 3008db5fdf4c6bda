import { randomUUID } from 'node:crypto';
import type { ChatRequest as WireRequest } from 'ollama';
import { z } from 'zod';
import { readWhole } from './lenient.js';
import type { ChatPart, ChatRequest, Message, ModelInfo, ToolCall } from './types.js';

const callSchema = z.object({
  id: z.string().optional(),
  function: z.object({
    name: z.string(),
    arguments: z.unknown(),
  }),
});

/** One line of a chat stream; anything else in it is ignored. */
const chunkSchema = z.object({
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z.array(callSchema).nullish(),
    })
    .nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  prompt_eval_duration: z.number().nullish(),
  eval_count: z.number().nullish(),
});

export type OllamaChunk = z.infer<typeof chunkSchema>;

/** A line of the stream, or undefined for one that isn't a chunk. */
export function parseChunk(line: unknown): OllamaChunk | undefined {
  const parsed = chunkSchema.safeParse(line);
  return parsed.success ? parsed.data : undefined;
}

/** The last part of an answer, with its counts. */
export function donePart(chunk: OllamaChunk): ChatPart & { type: 'done' } {
  return {
    type: 'done',
    cut: chunk.done_reason === 'length',
    ...(chunk.prompt_eval_count != null && { promptTokens: chunk.prompt_eval_count }),
    ...(chunk.eval_count != null && { answerTokens: chunk.eval_count }),
    ...(chunk.prompt_eval_duration != null && { promptMs: chunk.prompt_eval_duration / 1e6 }),
  };
}

/** Calls of one chunk, letters of a tool's name, letters and depth of its arguments: more is no call of a tool. */
export const MAX_CALLS = 32;
export const MAX_NAME = 100;
export const MAX_ARGUMENTS = 200_000;
const MAX_DEPTH = 32;

/** The tool calls of a chunk, with ids made up where the server (before v0.20) gives none. */
export function callsOf(chunk: OllamaChunk): ToolCall[] {
  return (chunk.message?.tool_calls ?? []).slice(0, MAX_CALLS).map((call) => ({
    id: call.id?.slice(0, MAX_NAME) || randomUUID(),
    name: call.function.name.slice(0, MAX_NAME),
    ...parseArguments(call.function.arguments),
  }));
}

/**
 * Arguments of a call, which some servers give as JSON in a string, also in the sloppy JSON of small models. Nothing at
 * all means none; what can't be read is told, so that the model can mend it.
 */
export function parseArguments(given: unknown): Pick<ToolCall, 'arguments' | 'unreadable'> {
  const text = typeof given === 'string' ? given.trim() : undefined;
  if (!isShallow(given) || (text ?? JSON.stringify(given) ?? '').length > MAX_ARGUMENTS) {
    return { arguments: {}, unreadable: true };
  }
  const value = text === undefined ? given : readWhole(text);
  if (given === undefined || text === '' || value === null) return { arguments: {} };
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  return parsed.success ? { arguments: parsed.data } : { arguments: {}, unreadable: true };
}

/** Whether a value can be walked through without running out of stack. */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}

/** The request as Ollama wants it; `think` only where the model can. */
export function toWire(
  request: ChatRequest,
  keepAlive: string | number,
  think: boolean,
): WireRequest & { stream: true } {
  return {
    model: request.model,
    messages: request.messages.map(toWireMessage),
    stream: true,
    keep_alive: keepAlive,
    // Left out, a thinking model thinks; false is accepted by every model.
    think,
    options: { num_ctx: request.numCtx, num_predict: request.maxTokens, temperature: request.temperature },
    ...(request.format && { format: request.format }),
    ...toolsToWire(request),
  };
}

/** The tools of a request as both kinds of server want them. */
export function toolsToWire({ tools = [] }: ChatRequest) {
  const functions = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  return functions.length > 0 ? { tools: functions } : {};
}

function toWireMessage(message: Message): NonNullable<WireRequest['messages']>[number] {
  const { role, content, images, tool_calls, tool_call_id, tool_name } = message;
  return {
    role,
    content,
    ...(images && { images: [...images] }),
    ...(tool_name !== undefined && { tool_name }),
    // Newer servers pair a result with its call by this id; the client's type doesn't know it yet.
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(tool_calls?.length && {
      tool_calls: tool_calls.map((call) => ({
        id: call.id,
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
  };
}

const showSchema = z.object({
  capabilities: z.array(z.string()).nullish(),
  details: z.object({ parameter_size: z.string().nullish() }).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
});

/** What `/api/show` says of a model. */
export function infoOf(shown: unknown, parseParameters: (text: string) => number | undefined): ModelInfo {
  const parsed = showSchema.safeParse(shown);
  if (!parsed.success) return {};
  const { capabilities, details, model_info: facts } = parsed.data;
  const count = facts?.['general.parameter_count'];
  const parameters = typeof count === 'number' ? count : parseParameters(details?.parameter_size ?? '');
  return {
    ...(parameters !== undefined && { parameters }),
    ...(capabilities && {
      tools: capabilities.includes('tools'),
      thinking: capabilities.includes('thinking'),
      vision: capabilities.includes('vision'),
    }),
  };
}
