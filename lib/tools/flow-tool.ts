import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import { headOf } from '../turn/shorten.js';
import { newTurn, type Turn } from '../turn/turn.js';
import { firstAsked } from './first-asked.js';
import { argumentsReader, schemaOf } from './flow-arguments.js';
import type { Parameter } from './flow-tool-form.js';
import { refused } from './refused.js';

/** Most calls that wait for their flows at once, of all tools. */
const MAX_WAITING = 100;
/** Characters of a result; what a prompt holds of it is less. */
const MAX_RESULT = 20_000;
const MAX_FAILURE = 1_000;

/** A call of a tool, for the flow that is the tool. */
export interface FlowCall {
  /** The flow's result is given back under it. */
  id: string;
  arguments: Record<string, unknown>;
  /** A copy. */
  turn: Turn;
}

/** How a flow does with its calls. */
export type FlowState = 'busy' | 'done' | 'failed' | 'timeout' | 'idle';

export interface FlowToolOptions {
  name: string;
  description: string;
  parameters: readonly Parameter[];
  /** It changes something: a question never starts it. */
  acts: boolean;
  /** Voices that aren't known may use it, too. */
  guests: boolean;
  /** A person is asked before it is called. */
  asks: boolean;
  /** What they are asked, see `firstAsked`. */
  question?: string | undefined;
  /** Longest time for a result, in milliseconds. */
  ms: number;
  /** Starts the flow. @throws anything: the call has failed then */
  start(call: FlowCall): void;
  onState(state: FlowState): void;
}

/** Calls that wait for the result of a flow, by id, each until its time is over; and the tools of those that are over. */
const waiting = new Map<string, (result: ToolResult) => void>();
const over = new LRUCache<string, string>({ max: 500 });

/** A tool that is a flow: each call starts it and waits for what it gives back by `answerCall`. */
export function openFlowTool(options: FlowToolOptions) {
  const { name, description, parameters, acts, guests, asks, question, ms, start, onState } = options;
  const read = argumentsReader(parameters);
  const own = new Set<string>();

  function call(values: Record<string, unknown>, { site, area, language, signal, ...context }: ToolContext) {
    return new Promise<ToolResult>((resolve) => {
      const id = randomUUID();
      const end = (state: FlowState, result: ToolResult) => {
        signal.removeEventListener('abort', cut);
        waiting.delete(id);
        own.delete(id);
        over.set(id, name);
        onState(state);
        resolve(result);
      };
      // Whoever waits for the result has been told why by the signal.
      const cut = () =>
        end(signal.reason instanceof JarvisError ? 'timeout' : 'idle', { ok: false, text: 'Cancelled.' });
      waiting.set(id, (result) => end(result.ok ? 'done' : 'failed', result));
      own.add(id);
      signal.addEventListener('abort', cut, { once: true });
      onState('busy');
      try {
        // What a model gives it are no words of the person's.
        const turn: Turn = {
          ...structuredClone(context.turn ?? newTurn({ site, area, language, source: 'text' })),
          door: 'flow',
        };
        start({ id, arguments: values, turn });
      } catch (thrown) {
        answerCall(id, failureOf(thrown));
      }
    });
  }

  const tool: Tool = {
    name,
    description,
    parameters: schemaOf(parameters),
    acts,
    ms,
    async run(given, context) {
      const refusal = refused({ acts, guests }, context);
      if (refusal) return refusal;
      const arguments_ = read(given);
      if (!arguments_.ok) return { ok: false, text: arguments_.why };
      const { values } = arguments_;
      const unasked = asks ? firstAsked({ tool: name, values, question }, context) : undefined;
      if (unasked) return unasked;
      if (waiting.size >= MAX_WAITING) return { ok: false, text: 'Too many tools are at work. Try again later.' };
      return await call(values, context);
    },
  };
  return {
    tool,
    /** What waits for its flow has failed. */
    close() {
      for (const id of own) answerCall(id, { ok: false, text: `The flow of ${name} was stopped.` });
    },
  };
}

/**
 * Gives a call its result.
 * @returns whether it waited for it; else the name of its tool, the first time that something comes too late; undefined where
 * nothing is known of it, any more
 */
export function answerCall(id: string, result: ToolResult): true | string | undefined {
  const settle = waiting.get(id);
  if (settle) {
    settle(result);
    return true;
  }
  const late = over.get(id);
  if (late !== undefined) over.set(id, '');
  return late;
}

/** Whether a call still waits for its result. */
export const isWaiting = (id: string): boolean => waiting.has(id);

/** What a flow gives back, as a result: text, or JSON of what is none. */
export function resultOf(payload: unknown): ToolResult {
  if (payload === undefined || payload === null || payload === '') return { ok: true, text: 'Done.' };
  if (ArrayBuffer.isView(payload)) return { ok: false, text: 'It gave binary data, which has no words.' };
  try {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return { ok: true, text: redact(headOf(text ?? String(payload), MAX_RESULT)) };
  } catch (thrown) {
    return failureOf(thrown);
  }
}

/** Why a flow has failed, as a result. */
export function failureOf(thrown: unknown): ToolResult {
  return { ok: false, text: redact(headOf(reasonOf(thrown), MAX_FAILURE)) };
}
