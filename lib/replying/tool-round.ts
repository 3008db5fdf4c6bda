import type { Message, Tool, ToolCall, ToolContext, ToolResult } from '../llm/types.js';
import type { Outcome } from './facts.js';
import { resultMessage } from './protocol.js';
import { runTool } from './run-tools.js';

interface RoundRequest {
  tools: readonly Tool[];
  context: ToolContext;
  /** Tells whether a call was made before. */
  isDuplicate(name: string, args: Record<string, unknown>): boolean;
  /** What the model gets to see of a result; without it the result itself. */
  digest?: ((tool: string, text: string) => Promise<string>) | undefined;
}

/**
 * Runs the calls of one answer side by side and has their results shortened, side by side too.
 * @returns the calls that ran; every call, refused ones too; a message for each result, as the model gets to see it
 * @throws AbortError only.
 */
export async function runRound(
  calls: readonly ToolCall[],
  { tools, context, isDuplicate, digest }: RoundRequest,
): Promise<{ ran: Outcome[]; all: Outcome[]; messages: Message[] }> {
  // Asked in order, so that of two equal calls the first one runs.
  const marked = calls.map((call) => ({ call, isDouble: !call.unreadable && isDuplicate(call.name, call.arguments) }));
  const ended = await Promise.all(
    marked.map(async ({ call, isDouble }) => ({
      call,
      isDouble,
      result: isDouble ? DOUBLE : await runTool(call, tools, context),
    })),
  );
  const first = ended.find(({ result }) => result.asks);
  const all = ended.map((one) => (one.result.asks && one !== first ? { ...one, result: WAITS } : one));
  const toolOf = ({ call }: Outcome) => tools.find(({ name }) => name === call.name);
  const messages = all.map(async (outcome) => {
    const { call, result } = outcome;
    // Lines of states are exact and short, and what failed says why.
    const isLeft = !digest || !result.ok || toolOf(outcome)?.tellsStates;
    return resultMessage(call, isLeft ? result : { ...result, text: await digest(call.name, result.text) });
  });
  const ran = all.filter((outcome) => !outcome.isDouble && toolOf(outcome));
  return { ran, all, messages: await Promise.all(messages) };
}

/** A room is asked one thing at a time. */
const WAITS: ToolResult = {
  ok: false,
  text: 'Not done, and nobody was asked about it yet: something else is asked now. Call it again once that is answered.',
};
const DOUBLE: ToolResult = {
  ok: false,
  text: 'You have called this tool with these arguments before; its result is above. Answer from it.',
};
