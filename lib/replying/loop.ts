import { contexts } from '../llm/contexts.js';
import { modelFor, warm } from '../llm/gateway.js';
import type { Message, ToolCall, ToolResult } from '../llm/types.js';
import { isAbort } from '../turn/errors.js';
import type { Turn } from '../turn/turn.js';
import { checkReply } from './malformed.js';
import { modelTurn, type SentenceEvent, specsOf, type TurnRequest } from './model-turn.js';
import { phrasesFor } from './phrases.js';
import { promptHead } from './prompt.js';
import { protocolOf, resultMessage, useText } from './protocol.js';
import { duplicateGuard, runTool } from './run-tools.js';
import { sentencesOf } from './sentences.js';

export interface ReplyRequest extends TurnRequest {
  /** What the person asks. */
  query: string;
  /** The dialogue before it, oldest first. */
  messages?: readonly Message[];
  site: string;
  /** Most calls of the model. Default 8. */
  maxTurns?: number;
}

export type CallDone = NonNullable<NonNullable<Turn['reply']>['calls']>[number];

export type ReplyEvent =
  | SentenceEvent
  | { type: 'tool'; call: ToolCall; result: ToolResult }
  /** Always the last event. */
  | {
      type: 'end';
      /** Everything that was spoken. */
      text: string;
      calls: CallDone[];
      /** The reply asks something: listen for the answer. */
      question: boolean;
      /** What the dialogue memory keeps after the person's query: calls, results and words. */
      messages: Message[];
    };

const MOST_TURNS = 8;
/** Turns in a row that called only what was called before, or what doesn't exist. */
const MOST_FRUITLESS = 2;
/** A tool result up to this many characters can be said as it is. */
const SAYABLE_RESULT = 300;

/**
 * Answers a query: asks the model, runs the tools it calls (those of one answer side by side), and goes on until it
 * answers in words, which are given out sentence by sentence. Something sensible is always said: when the model gives
 * nothing that can be spoken, the result of a tool or a plain sentence in the person's language stands in.
 * @throws JarvisError "model-…", "timeout" when the model fails before a tool has done anything; AbortError.
 */
export async function* reply(request: ReplyRequest): AsyncGenerator<ReplyEvent> {
  const { signal, trace, site, moment } = request;
  const phrases = phrasesFor(moment.language);
  const before: Message[] = [...(request.messages ?? []), { role: 'user', content: request.query }];
  const own: Message[] = [];
  const done: { call: ToolCall; result: ToolResult }[] = [];
  const spoken: string[] = [];
  const isDuplicate = duplicateGuard();
  let nudged = false;
  let fruitless = 0;

  async function* say(sentences: readonly string[]): AsyncGenerator<ReplyEvent> {
    own.push({ role: 'assistant', content: sentences.join(' ') });
    for (const text of sentences) {
      spoken.push(text);
      yield { type: 'sentence', text };
    }
  }

  /** Runs one call, unless it was made before. */
  async function run(call: ToolCall): Promise<{ result: ToolResult; ran: boolean }> {
    if (isDuplicate(call.name, call.arguments)) {
      const text = 'You have called this tool with these arguments before; its result is above. Answer from it.';
      return { result: { ok: false, text }, ran: false };
    }
    const { language, area } = moment;
    const result = await runTool(call, request.tools, { site, area, language, signal, trace });
    return { result, ran: request.tools.some(({ name }) => name === call.name) };
  }

  for (let turn = 0; ; turn++) {
    if (turn >= (request.maxTurns ?? MOST_TURNS) || fruitless >= MOST_FRUITLESS) {
      yield* say([phrases.tooManySteps]);
      break;
    }
    const words = spoken.length;
    let calls: ToolCall[];
    let malformed: boolean;
    try {
      ({ calls, malformed } = yield* modelTurn(request, [...before, ...own], nudged, spoken));
    } catch (thrown) {
      // What a tool has done is said even though the model can't.
      const lost = signal.aborted || isAbort(thrown) || spoken.length > words || !done.some(({ result }) => result.ok);
      if (lost) throw thrown;
      yield* say(standIn());
      break;
    }
    const said = spoken.slice(words);
    if (calls.length === 0) {
      if (said.length > 0) {
        own.push({ role: 'assistant', content: said.join(' ') });
        break;
      }
      if (!nudged && (malformed || done.length === 0)) {
        nudged = true;
        continue;
      }
      yield* say(done.length === 0 && malformed ? [phrases.notUnderstood] : standIn());
      break;
    }
    const outcomes = await Promise.all(calls.map(run));
    own.push({ role: 'assistant', content: said.join(' '), tool_calls: calls });
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index];
      if (!outcome) continue;
      own.push(resultMessage(call, outcome.result));
      if (outcome.ran) done.push({ call, result: outcome.result });
      yield { type: 'tool', call, result: outcome.result };
    }
    fruitless = outcomes.some(({ ran }) => ran) ? 0 : fruitless + 1;
  }

  const text = spoken.join(' ');
  yield {
    type: 'end',
    text,
    calls: done.map(({ call, result }) => ({ name: call.name, arguments: call.arguments, ok: result.ok })),
    question: /[?？؟]["'”’»)*_]*$/.test(text),
    messages: own,
  };

  /** What is said in the model's place after tools have run. */
  function standIn(): string[] {
    const last = done.findLast(({ result }) => result.ok);
    if (!last) return [done.length > 0 ? phrases.toolsFailed : phrases.nothing];
    const words = last.result.text.length <= SAYABLE_RESULT ? checkReply(last.result.text).spoken : undefined;
    if (words) return sentencesOf(words, moment.language);
    const acts = request.tools.find(({ name }) => name === last.call.name)?.acts;
    return [acts ? phrases.done : phrases.nothing];
  }
}

/**
 * Makes the model ready for a reply that may come: loads it and evaluates the unchanging head of the prompt with the
 * same tools. Never rejects; ends early when the signal fires or the reply begins.
 */
export async function warmReply(request: Omit<TurnRequest, 'moment'>): Promise<void> {
  const { models, character, tools, signal, trace } = request;
  const model = modelFor(models, contexts.warmUp);
  try {
    if (tools.length > 0 && (await models.provider.info(model, signal)).tools === false)
      useText(models.provider, model);
  } catch {
    // The reply finds out by itself.
  }
  const text = protocolOf(models.provider, model) === 'text';
  const messages: Message[] = [{ role: 'system', content: promptHead(character, text ? tools : undefined) }];
  await warm(models, { messages, tools: text ? [] : specsOf(tools), signal, trace });
}
