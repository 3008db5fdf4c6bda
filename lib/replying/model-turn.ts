import { randomUUID } from 'node:crypto';
import { contexts } from '../llm/contexts.js';
import { type Models, modelFor, stream } from '../llm/gateway.js';
import type { Message, Tool, ToolCall, ToolSpec } from '../llm/types.js';
import { NoNativeTools } from '../llm/types.js';
import type { Trace } from '../turn/trace.js';
import { checkReply } from './malformed.js';
import { type Character, inOrder, type Moment, systemPrompt } from './prompt.js';
import { inProtocol, type Protocol, protocolOf, useText } from './protocol.js';
import { sentenceStream } from './sentences.js';
import { speechGate } from './speech-gate.js';
import { parseToolCalls } from './tool-calls.js';

/** What one call of the model needs. */
export interface TurnRequest {
  models: Models;
  character: Character;
  moment: Moment;
  tools: readonly Tool[];
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/** A finished sentence, to be spoken at once. */
export interface SentenceEvent {
  type: 'sentence';
  text: string;
}

/** How one call of the model ended. */
export interface TurnEnd {
  calls: ToolCall[];
  /** Nothing was spoken because the answer was data. */
  malformed: boolean;
}

/** More text than anybody listens to: the rest is not waited for. */
const MOST_TEXT = 20_000;
/** Calls of one answer that are run. */
const MOST_CALLS = 8;
/** A model that says the same sentence so often in a row has lost its way. */
const MOST_REPEATS = 3;

const NUDGE = 'Answer now in one or two plain spoken sentences. No JSON, no code, no data.';

/**
 * Asks the model once and yields its sentences as they are finished. Text before a tool call is yielded only when it
 * was finished before the call began; what isn't clear stays unspoken.
 * @param nudged True for the second try after a malformed or empty answer.
 * @param spoken Takes every sentence, so that the caller has them also when the call fails.
 * @throws JarvisError "model-…", "timeout"; AbortError.
 */
export async function* modelTurn(
  request: TurnRequest,
  messages: readonly Message[],
  nudged: boolean,
  spoken: string[],
): AsyncGenerator<SentenceEvent, TurnEnd> {
  const { provider } = request.models;
  const model = modelFor(request.models, contexts.reply);
  const protocol = protocolOf(provider, model);
  try {
    return yield* answer(request, messages, nudged, protocol, spoken);
  } catch (thrown) {
    if (!(thrown instanceof NoNativeTools) || protocol === 'text') throw thrown;
    useText(provider, model);
    return yield* answer(request, messages, nudged, 'text', spoken);
  }
}

async function* answer(
  request: TurnRequest,
  messages: readonly Message[],
  nudged: boolean,
  protocol: Protocol,
  spoken: string[],
): AsyncGenerator<SentenceEvent, TurnEnd> {
  const names = request.tools.map(({ name }) => name);
  const gate = speechGate(names);
  const sentences = sentenceStream(request.moment.language);
  const before = spoken.length;
  const calls: ToolCall[] = [];
  let length = 0;
  let cut = false;
  function* say(found: readonly string[]): Generator<SentenceEvent> {
    for (const sentence of found) {
      const text = checkReply(sentence).spoken;
      if (text === undefined) continue;
      spoken.push(text);
      yield { type: 'sentence', text };
    }
  }

  const { models, signal, trace } = request;
  const tools = protocol === 'native' ? specsOf(request.tools) : [];
  const sent = toSend(request, messages, nudged, protocol);
  for await (const part of stream(models, contexts.reply, { messages: sent, tools, signal, trace })) {
    if (part.type === 'calls') calls.push(...part.calls);
    if (part.type === 'done') cut = part.cut;
    // What a model says after it has called a tool it says without knowing the result.
    if (part.type !== 'text' || calls.length > 0) continue;
    yield* say(sentences.push(gate.push(part.text)));
    length += part.text.length;
    if (length > MOST_TEXT || repeats(spoken.slice(before))) {
      cut = true;
      break;
    }
  }

  const parsed = parseToolCalls(gate.flush(), names);
  if (calls.length === 0) calls.push(...parsed.calls.map((call) => ({ id: randomUUID(), ...call })));
  if (calls.length > 0) return { calls: calls.slice(0, MOST_CALLS), malformed: false };
  const rest = checkReply(parsed.content);
  const last = [...sentences.push(` ${rest.spoken ?? ''}`), ...sentences.flush()];
  // Half a sentence is worth saying only when there is nothing else.
  if (cut && spoken.length - before + last.length > 1 && !/[.!?…。！？]["'”’»)\]*_]*$/.test(last.at(-1) ?? ''))
    last.pop();
  yield* say(last);
  return { calls: [], malformed: spoken.length === before && rest.malformed };
}

function toSend(
  { character, moment, tools }: TurnRequest,
  messages: readonly Message[],
  nudged: boolean,
  protocol: Protocol,
): Message[] {
  const system = systemPrompt(character, moment, protocol === 'text' ? tools : undefined);
  const sent: Message[] = [{ role: 'system', content: system }, ...inProtocol(messages, protocol)];
  const last = sent.at(-1);
  // At the end of the last message: no system message after the start, and no two of one role in a row.
  if (nudged && last) sent[sent.length - 1] = { ...last, content: `${last.content}\n\n${NUDGE}` };
  return sent;
}

/** What the model is told of the tools, in an order that doesn't depend on how they were found. */
export function specsOf(tools: readonly Tool[]): ToolSpec[] {
  return inOrder(tools).map(({ name, description, parameters }) => ({ name, description, parameters }));
}

function repeats(spoken: readonly string[]): boolean {
  const last = spoken.slice(-MOST_REPEATS);
  return last.length === MOST_REPEATS && new Set(last).size === 1;
}
