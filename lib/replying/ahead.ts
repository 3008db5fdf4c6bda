import type { Tool, ToolCall } from '../llm/types.js';
import type { Trace } from '../turn/trace.js';

const MAX_CALLS = 3;

/**
 * The calls that a request certainly asks for, by the rules of the tools themselves: made before the model is asked, they
 * save the call in which it would ask for them.
 */
export function callsAhead(
  query: string,
  tools: readonly Tool[],
  asked: { language: string; area?: string | undefined },
  trace?: Trace,
): ToolCall[] {
  const calls = tools.flatMap((tool, index) => {
    const given = tool.ahead?.(query, asked);
    // A short id: some templates put it into the prompt.
    return given ? [{ id: `ahead${index}`, name: tool.name, arguments: given }] : [];
  });
  for (const { name } of calls) trace?.mark('call-ahead', { tool: name });
  return calls.slice(0, MAX_CALLS);
}
