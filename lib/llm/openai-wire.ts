import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_ARGUMENTS, MAX_CALLS, MAX_NAME, parseArguments, toolsToWire } from './ollama-wire.js';
import { ownWordsFilter, type ThinkingModel } from './own-words.js';
import type { ChatPart, ChatRequest, Message, ToolCall } from './types.js';

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().nonnegative().nullish(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
  // llama.cpp says how long the prompt took.
  timings: z.object({ prompt_ms: z.number().nullish() }).nullish(),
});

/** A tool call whose arguments arrive in fragments. */
interface Fragments {
  id: string;
  name: string;
  arguments: string;
}

/**
 * The parts of a streamed answer. Tool calls come whole, at the end of the answer.
 * @throws when the stream ends before the answer does.
 */
export async function* answerParts(events: AsyncIterable<unknown>, model: ThinkingModel): AsyncGenerator<ChatPart> {
  const content = ownWordsFilter(model);
  const calls: Fragments[] = [];
  const done: ChatPart & { type: 'done' } = { type: 'done', cut: false };
  let finished = false;
  for await (const event of events) {
    const parsed = chunkSchema.safeParse(event);
    if (!parsed.success) continue;
    const { choices, usage, timings } = parsed.data;
    if (usage?.prompt_tokens != null) done.promptTokens = usage.prompt_tokens;
    const reused = usage?.prompt_tokens_details?.cached_tokens;
    if (reused != null) done.reusedTokens = reused;
    if (usage?.completion_tokens != null) done.answerTokens = usage.completion_tokens;
    if (timings?.prompt_ms != null) done.promptMs = timings.prompt_ms;
    const choice = choices?.[0];
    const thought = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning;
    if (thought) yield { type: 'thinking', text: thought };
    if (choice?.delta?.content) yield* content.push(choice.delta.content);
    for (const fragment of choice?.delta?.tool_calls ?? []) {
      // A fragment without an index begins a call when it has a name, else it goes on with the last one.
      const begins = fragment.function?.name ? calls.length : Math.max(0, calls.length - 1);
      const index = fragment.index ?? begins;
      if (index >= MAX_CALLS) continue;
      calls[index] ??= { id: fragment.id?.slice(0, MAX_NAME) || randomUUID(), name: '', arguments: '' };
      const call = calls[index];
      call.name ||= fragment.function?.name?.slice(0, MAX_NAME) ?? '';
      call.arguments += fragment.function?.arguments ?? '';
      if (call.arguments.length > MAX_ARGUMENTS) throw new Error('The arguments of a tool call never ended.');
    }
    if (choice?.finish_reason) {
      finished = true;
      done.cut = choice.finish_reason === 'length';
    }
  }
  if (!finished) throw new Error('terminated before the answer was finished');
  yield* content.flush(done.cut);
  const whole: ToolCall[] = calls.flatMap((call) =>
    call?.name ? [{ id: call.id, name: call.name, ...parseArguments(call.arguments) }] : [],
  );
  if (whole.length > 0) yield { type: 'calls', calls: whole };
  yield done;
}

/** The request as OpenAI's API wants it. */
export function toWire(request: ChatRequest): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages.map(toWireMessage),
    stream: true,
    stream_options: { include_usage: true },
    temperature: request.temperature,
    max_tokens: request.maxTokens,
    ...(request.format && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: request.format } },
    }),
    ...toolsToWire(request),
  };
}

function toWireMessage({ role, content, tool_calls, tool_call_id, tool_name }: Message): Record<string, unknown> {
  return {
    role,
    content,
    ...(role === 'tool' && { tool_call_id: tool_call_id ?? tool_name ?? 'call' }),
    ...(tool_calls?.length && {
      tool_calls: tool_calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    }),
  };
}
