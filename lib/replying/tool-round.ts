import type { Message, Tool, ToolCall, ToolContext, ToolResult } from '../llm/types.js';
import type { Outcome } from './facts.js';
import { resultMessage } from './protocol.js';
import { runTool } from './run-tools.js';

/** How the calls of one answer ended. */
export interface Round {
  /** The calls that ran, with the raw results. */
  ran: Outcome[];
  /** Every call with its result, refused ones too. */
  all: Outcome[];
  /** What the model gets to see: a message for each result. */
  messages: Message[];
}

export interface RoundRequest {
  tools: readonly Tool[];
  context: ToolContext;
  /** Tells whether a call was made before. */
  isDuplicate(name: string, args: Record<string, unknown>): boolean;
  /** What the model gets to see of a result; without it the result itself. */
  digest?: ((tool: string, text: string) => Promise<string>) | undefined;
}

/**
 * Runs the calls of one answer side by side and has their results shortened, side by side too.
 * @throws AbortError only.
 */
export async function runRound(calls: readonly ToolCall[], request: RoundRequest): Promise<Round> {
  const { tools, context, digest } = request;
  // Asked in order, so that of two equal calls the first one runs.
  const doubles = calls.map(({ name, arguments: args, unreadable }) => !unreadable && request.isDuplicate(name, args));
  const results = await Promise.all(
    calls.map((call, index) => (doubles[index] ? DOUBLE : runTool(call, tools, context))),
  );
  const all = calls.map((call, index) => ({ call, result: results[index] ?? DOUBLE }));
  const ran = all.filter(({ call }, index) => !doubles[index] && tools.some(({ name }) => name === call.name));
  const shorten = async ({ call, result }: Outcome) => {
    // Lines of states are exact and short, and what failed says why.
    const isLeft = !digest || !result.ok || tools.find(({ name }) => name === call.name)?.tellsStates;
    return isLeft ? result.text : await digest(call.name, result.text);
  };
  const texts = await Promise.all(all.map(shorten));
  const messages = all.map(({ call, result }, index) =>
    resultMessage(call, { ...result, text: texts[index] ?? result.text }),
  );
  return { ran, all, messages };
}

const DOUBLE: ToolResult = {
  ok: false,
  text: 'You have called this tool with these arguments before; its result is above. Answer from it.',
};
