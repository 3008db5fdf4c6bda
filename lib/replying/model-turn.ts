import { randomUUID } from 'node:crypto';
import { INTERRUPTED } from '../conversation/exchanges.js';
import { contexts } from '../llm/contexts.js';
import { type Models, modelFor, stream, streamAhead } from '../llm/gateway.js';
import type { ModelSize } from '../llm/size.js';
import type { Message, Tool, ToolCall, ToolSpec } from '../llm/types.js';
import { NoNativeTools } from '../llm/types.js';
import type { Trace } from '../turn/trace.js';
import { fitting } from './fitting.js';
import type { Said } from './list-shape.js';
import { phrasesFor } from './phrases.js';
import { type Character, inOrder, systemPrompt, withNotes } from './prompt.js';
import { inProtocol, type Protocol, type ProtocolChoice, protocolOf, useText } from './protocol.js';
import { soleParameters } from './run-tools.js';
import { speechGate } from './speech-gate.js';
import { toldTable } from './tables.js';

/** What one call of the model needs. */
export interface TurnRequest {
  models: Models;
  character: Character;
  /** Of the profile, in place of the context's own. */
  temperature?: number | undefined;
  /** "small" and "large" models are told different things about tools. */
  size: ModelSize;
  /** BCP 47 tag: decides where sentences end. */
  language: string;
  /** Those that may be called now. */
  tools: readonly Tool[];
  protocol?: ProtocolChoice | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /** A remark for the model behind the last message: what was wrong, what is still open. */
  remark?: string | undefined;
  /** Sentences of an attempt that was broken off: said aloud already, they aren't said again. */
  said?: readonly string[];
  /** The person has a page before them. */
  isRead?: boolean;
  /** Code and other data was asked for: it is put on screens. */
  wantsData?: boolean;
  /** Says why a sentence must not be spoken. */
  check?: (sentence: string) => string | undefined;
}

/** A finished sentence, to be spoken at once. */
export interface SentenceEvent {
  type: 'sentence';
  text: string;
  /** Line breaks, indentation and list number before it, where it is a line of its own: the shape of a list. */
  before?: string;
  /** A table, which a page shows in place of the sentence. */
  shown?: string;
}

/** For screens only: it isn't spoken. */
export interface ShownEvent {
  type: 'shown';
  text: string;
}

/** How one call of the model ended. */
export interface TurnEnd {
  calls: ToolCall[];
  /** Nothing was spoken because the answer was data. */
  malformed: boolean;
  /** A call was written, or announced, that can't be run. */
  unrun?: boolean;
  /** The answer as it was written, where it has tables or data that was shown. */
  written?: string;
  /** The answer was broken off at a sentence that contradicts the results. */
  wrong?: { sentence: string; why: string };
}

/** More text than anybody listens to: the rest is not waited for. */
const MAX_TEXT = 20_000;
/** Characters in which a tool call may follow a sentence that would be true only after it. */
const MAX_AFTER_WRONG = 200;
/** Calls of one answer that are run. */
const MAX_CALLS = 8;
/** Characters that are said without an end of a sentence: more and the model has lost its way. */
const MAX_BREATH = 1_000;
const ENDED = /[.!?…。！？]['"”’»)\]*_]*$/;
/** Nothing that anybody says: what moves a terminal's cursor, or ends a text early. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
/** A made-up result of a call. */
const OBSERVATION = /^[ \t*]*observation[ \t*]*:/im;
/** A model that says the same sentence so often in a row has lost its way. */
const MAX_REPEATS = 3;

/**
 * Asks the model once and yields its sentences as they are finished. Text before a tool call is yielded only when it
 * was finished before the call began; what isn't clear, or doesn't pass the check, stays unspoken.
 * @param spoken Takes every sentence, so that the caller has them also when the call fails.
 * @throws JarvisError "model-…", "timeout"; AbortError.
 */
export async function* modelTurn(
  request: TurnRequest,
  messages: readonly Message[],
  spoken: string[],
): AsyncGenerator<SentenceEvent | ShownEvent, TurnEnd> {
  const { provider } = request.models;
  const model = modelFor(request.models, contexts.reply);
  const protocol = protocolOf(provider, model, request.protocol);
  try {
    return yield* answer(request, messages, protocol, spoken);
  } catch (thrown) {
    if (!(thrown instanceof NoNativeTools) || protocol !== 'native') throw thrown;
    useText(provider, model);
    return yield* answer(request, messages, 'fenced', spoken);
  }
}

/** Begins what `modelTurn` would be given for the same, as `streamAhead`. */
export function beginTurn(
  request: Omit<TurnRequest, 'language' | 'said'>,
  messages: readonly Message[],
): Promise<void> {
  const { models, signal, trace } = request;
  const protocol = protocolOf(models.provider, modelFor(models, contexts.reply), request.protocol);
  return streamAhead(models, replyContext(request), { ...promptOf(request, messages, protocol), signal, trace });
}

const replyContext = ({ temperature = contexts.reply.temperature }: Pick<TurnRequest, 'temperature'>) => ({
  ...contexts.reply,
  temperature,
});

async function* answer(
  request: TurnRequest,
  messages: readonly Message[],
  protocol: Protocol,
  spoken: string[],
): AsyncGenerator<SentenceEvent | ShownEvent, TurnEnd> {
  const names = request.tools.map(({ name }) => name);
  const newGate = () =>
    speechGate({
      tools: names,
      sole: soleParameters(request.tools),
      language: request.language,
      answerOnly: protocol === 'action',
    });
  let gate = newGate();
  let thought: typeof gate | undefined;
  const before = spoken.length;
  const calls: ToolCall[] = [];
  let text = '';
  let cut = false;
  let untilHere: number | undefined;
  /** Characters since the last end of a sentence. */
  let breath = 0;
  // An object: what the generator below finds is seen here, too.
  const found: Pick<TurnEnd, 'wrong' | 'written'> = {};
  let written = '';
  let isBehindData = false;
  const write = (shown: string, isData: boolean) => {
    written += written === '' || shown.startsWith('\n') ? shown : ` ${shown}`;
    isBehindData = isData;
    if (isData || found.written !== undefined) found.written = written;
  };
  function* say(given: readonly Said[]): Generator<SentenceEvent | ShownEvent> {
    for (const { text: sentence, before, data } of given) {
      if (found.wrong || breath > MAX_BREATH) return;
      const table = data && toldTable(data, request.language, request.isRead);
      const shown = data && `${table ? '\n\n' : '\n'}${data}`;
      if (shown && !table) {
        if (!request.wantsData) continue;
        yield { type: 'shown', text: shown };
      }
      const words = (table || sentence).replaceAll(INTERRUPTED, '').replace(CONTROL, '').trim();
      if (words !== '' && !request.said?.includes(words)) {
        const why = request.check?.(words);
        if (why !== undefined) {
          found.wrong = { sentence: words, why };
          return;
        }
        // In the next line it would be a row of the table.
        const shape = isBehindData ? '\n\n' : before;
        breath = ENDED.test(words) || shape ? 0 : breath + words.length;
        const text = breath > MAX_BREATH ? `${words.replace(/[\s,;:–—-]+$/, '')}…` : words;
        spoken.push(text);
        if (!shown) write((shape ?? '') + text, false);
        yield { type: 'sentence', text, ...(shape && { before: shape }), ...(shown && request.isRead && { shown }) };
      }
      if (shown) write(shown, true);
    }
  }

  const { models, signal, trace } = request;
  const prompt = promptOf(request, messages, protocol);
  for await (const part of stream(models, replyContext(request), { ...prompt, signal, trace })) {
    if (part.type === 'calls') calls.push(...part.calls);
    if (part.type === 'done') cut = part.cut;
    // What is said is said; what isn't yet was thought.
    if (part.type === 'afresh') {
      thought = gate;
      gate = newGate();
    }
    // More calls than are run: nobody waits for the rest.
    if (calls.length > MAX_CALLS) break;
    // What a model says after it has called a tool it says without knowing the result.
    if (part.type !== 'text' || calls.length > 0) continue;
    yield* say(gate.push(part.text));
    text += part.text;
    if (text.length > MAX_TEXT || breath > MAX_BREATH || repeats(spoken.slice(before))) {
      cut = true;
      break;
    }
    // Behind a call it makes up the tool's answer.
    if (protocol === 'action' && OBSERVATION.test(text)) break;
    // "Done." may still be followed by the call that does it.
    if (found.wrong) untilHere ??= text.length + MAX_AFTER_WRONG;
    if (text.length > (untilHere ?? MAX_TEXT)) break;
  }

  const ended = gate.end();
  // With nothing behind it, what seemed to be a thought was the answer.
  const isEmpty = ended.said.length === 0 && ended.calls.length === 0;
  const { calls: inText, unrun, malformed, ...end } = (isEmpty && thought?.end()) || ended;
  if (calls.length === 0) calls.push(...inText.map((call) => ({ id: randomUUID(), ...call })));
  if (calls.length > 0) return { calls: calls.slice(0, MAX_CALLS), malformed: false };
  if (found.wrong) return { calls: [], malformed: false, ...found };
  const said = unrun ? end.said.filter(({ data }) => !data) : end.said;
  const last = said.at(-1);
  // Half a sentence is worth saying only when there is nothing else.
  if (cut && spoken.length - before + said.length > 1 && last && !last.data && !ENDED.test(last.text)) said.pop();
  yield* say(said);
  if (found.written !== undefined && spoken.length === before)
    yield* say([{ text: phrasesFor(request.language).onScreen }]);
  return { calls: [], malformed: spoken.length === before && malformed, unrun, ...found };
}

/** What the model is sent for these messages. */
export function promptOf(
  { models, character, size, tools: offered, remark }: Omit<TurnRequest, 'language' | 'signal'>,
  messages: readonly Message[],
  protocol: Protocol,
): { messages: Message[]; tools: ToolSpec[] } {
  const tools = protocol === 'native' ? specsOf(offered) : [];
  const system: Message = { role: 'system', content: systemPrompt(character, { size, protocol, tools: offered }) };
  const fit = fitting(messages, { system, tools, numCtx: models.numCtx });
  const sent: Message[] = [system, ...inProtocol(withNotes(fit), protocol)];
  const last = sent.at(-1);
  // At the end of the last message: no system message after the start, and no two of one role in a row.
  if (remark && last) sent[sent.length - 1] = { ...last, content: `${last.content}\n\n${remark}` };
  return { messages: sent, tools };
}

/** What the model is told of the tools, in an order that doesn't depend on how they were found. */
function specsOf(tools: readonly Tool[]): ToolSpec[] {
  return inOrder(tools).map(({ name, description, parameters }) => ({ name, description, parameters }));
}

function repeats(spoken: readonly string[]): boolean {
  const last = spoken.slice(-MAX_REPEATS);
  return last.length === MAX_REPEATS && new Set(last).size === 1;
}
